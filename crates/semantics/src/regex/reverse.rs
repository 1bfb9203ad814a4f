//! The mirror image of a language.

use super::{Kind, Regex, Regexes};
use crate::budget::{Budget, TooLarge};

impl Regexes {
    /// The strings of the language, each read backwards.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn reverse(&mut self, r: Regex, budget: &mut Budget) -> Result<Regex, TooLarge> {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.mirrored.contains_key(&top) {
                stack.pop();
                continue;
            }
            let parts = self.mirror_parts(top);
            budget.spend(16 + 16 * parts.len() as u64)?;
            let known = stack.len();
            stack.extend(parts.iter().copied().filter(|part| !self.mirrored.contains_key(part)));
            if stack.len() == known {
                stack.pop();
                let image = self.mirror(top, &parts);
                // Both ways, so that the image of an image is the language it was made of.
                self.mirrored.insert(top, image);
                self.mirrored.entry(image).or_insert(top);
            }
        }
        Ok(self.mirrored.get(&r).copied().unwrap_or(r))
    }

    /// The parts whose images make the image; of a concatenation all along its right side.
    fn mirror_parts(&self, r: Regex) -> Vec<Regex> {
        match self.kind(r) {
            Kind::None | Kind::Epsilon | Kind::Class(_) => Vec::new(),
            Kind::Comp(body) | Kind::Loop(body, ..) => vec![*body],
            Kind::Union(_) | Kind::Inter(_) => self.all_parts(r),
            Kind::Concat(..) => {
                let mut parts = Vec::new();
                let mut last = r;
                while let Kind::Concat(head, tail) = *self.kind(last) {
                    parts.push(head);
                    last = tail;
                }
                parts.push(last);
                parts
            }
        }
    }

    fn mirror(&mut self, r: Regex, parts: &[Regex]) -> Regex {
        let images: Vec<Regex> = parts.iter().filter_map(|part| self.mirrored.get(part).copied()).collect();
        match (self.kind(r), &images[..]) {
            (Kind::Concat(..), _) => {
                images.into_iter().fold(Regex::EPSILON, |after, image| self.concat(image, after))
            }
            (Kind::Comp(_), &[body]) => self.comp(body),
            (&Kind::Loop(_, low, high), &[body]) => self.repeat(body, low, high),
            (Kind::Union(_), _) => self.union_all(&images),
            (Kind::Inter(_), _) => self.inter_all(&images),
            _ => r,
        }
    }
}

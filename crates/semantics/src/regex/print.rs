//! Languages as SMT-LIB text.

use super::{INFINITE, Kind, Regex, Regexes, class};
use crate::budget::{Budget, MAX_LENGTH, TooLarge};

/// What is still to be written.
enum Piece {
    Text(&'static str),
    Language(Regex),
    Set(Box<[class::Interval]>),
    Literal(Vec<u32>),
}

impl Regexes {
    /// A term of SMT-LIB for the language.
    ///
    /// # Errors
    /// If the budget ends or the text is too long; a term is a tree, and what is shared is written out each time.
    pub fn print(&self, r: Regex, budget: &mut Budget) -> Result<String, TooLarge> {
        let mut text = String::new();
        let mut open = vec![Piece::Language(r)];
        while let Some(piece) = open.pop() {
            let before = text.len();
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Language(r) => self.print_one(r, &mut text, &mut open, budget)?,
                Piece::Set(set) => print_set(&set, &mut text),
                Piece::Literal(s) => print_literal(&s, &mut text),
            }
            budget.spend(4 + (text.len() - before) as u64)?;
            if text.len() > MAX_LENGTH {
                return Err(TooLarge);
            }
        }
        Ok(text)
    }

    /// Writes the beginning of a term and leaves the rest.
    fn print_one(
        &self,
        r: Regex,
        text: &mut String,
        open: &mut Vec<Piece>,
        budget: &mut Budget,
    ) -> Result<(), TooLarge> {
        match *self.kind(r) {
            Kind::None => text.push_str("re.none"),
            Kind::Epsilon => text.push_str("(str.to_re \"\")"),
            _ if r == Regex::ALL => text.push_str("re.all"),
            Kind::Class(ref set) => print_set(set, text),
            Kind::Concat(..) => {
                let pieces = self.concat_pieces(r, budget)?;
                print_call("(re.++", pieces, text, open);
            }
            Kind::Union(ref parts) => match parts[..] {
                [Regex::EPSILON, part] => print_call("(re.opt", vec![Piece::Language(part)], text, open),
                _ => print_call("(re.union", languages(parts), text, open),
            },
            Kind::Inter(ref parts) => print_call("(re.inter", languages(parts), text, open),
            Kind::Comp(body) => print_call("(re.comp", vec![Piece::Language(body)], text, open),
            Kind::Loop(body, low, high) => {
                let name = match (low, high) {
                    (0, INFINITE) => "(re.*".to_owned(),
                    (1, INFINITE) => "(re.+".to_owned(),
                    (_, INFINITE) => {
                        // No operator of the standard has a lower bound alone.
                        let rest = [Piece::Text(" (re.* "), Piece::Language(body), Piece::Text("))")];
                        open.extend(rest.into_iter().rev());
                        format!("(re.++ ((_ re.^ {low})")
                    }
                    _ if low == high => format!("((_ re.^ {low})"),
                    _ => format!("((_ re.loop {low} {high})"),
                };
                print_call(&name, vec![Piece::Language(body)], text, open);
            }
        }
        Ok(())
    }

    /// The operands of a concatenation, where characters in a row are one string.
    fn concat_pieces(&self, r: Regex, budget: &mut Budget) -> Result<Vec<Piece>, TooLarge> {
        let mut pieces = Vec::new();
        let mut open = vec![r];
        while let Some(part) = open.pop() {
            budget.spend(4)?;
            match *self.kind(part) {
                Kind::Concat(head, tail) => open.extend([tail, head]),
                Kind::Class(ref set) => match (set[..].first(), pieces.last_mut()) {
                    (Some(&(low, high)), last) if set.len() == 1 && low == high => match last {
                        Some(Piece::Literal(s)) => s.push(low),
                        _ => pieces.push(Piece::Literal(vec![low])),
                    },
                    _ => pieces.push(Piece::Set(set.clone())),
                },
                _ => pieces.push(Piece::Language(part)),
            }
        }
        Ok(pieces)
    }
}

fn languages(parts: &[Regex]) -> Vec<Piece> {
    parts.iter().map(|&part| Piece::Language(part)).collect()
}

/// Writes the operator and leaves its operands; a concatenation that is one string is that alone.
fn print_call(operator: &str, mut operands: Vec<Piece>, text: &mut String, open: &mut Vec<Piece>) {
    if operands.len() == 1 && matches!(operands[0], Piece::Literal(_)) {
        open.append(&mut operands);
        return;
    }
    text.push_str(operator);
    open.push(Piece::Text(")"));
    for operand in operands.into_iter().rev() {
        open.extend([operand, Piece::Text(" ")]);
    }
}

fn print_set(set: &[class::Interval], text: &mut String) {
    if set == [(0, super::MAX_CHAR)] {
        text.push_str("re.allchar");
        return;
    }
    if set.len() > 1 {
        text.push_str("(re.union");
    }
    for &(low, high) in set {
        if set.len() > 1 {
            text.push(' ');
        }
        if low == high {
            print_literal(&[low], text);
        } else {
            text.push_str("(re.range ");
            print_string(&[low], text);
            text.push(' ');
            print_string(&[high], text);
            text.push(')');
        }
    }
    if set.len() > 1 {
        text.push(')');
    }
}

fn print_literal(s: &[u32], text: &mut String) {
    text.push_str("(str.to_re ");
    print_string(s, text);
    text.push(')');
}

/// Writes a string literal; a backslash is escaped too, since what follows might make it an escape.
fn print_string(s: &[u32], text: &mut String) {
    text.push('"');
    for &c in s {
        match char::from_u32(c) {
            Some('"') => text.push_str("\"\""),
            Some(c @ ' '..='~') if c != '\\' => text.push(c),
            _ => text.push_str(&format!("\\u{{{c:x}}}")),
        }
    }
    text.push('"');
}

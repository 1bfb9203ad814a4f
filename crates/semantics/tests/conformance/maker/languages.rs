//! Regular expressions, each with a word that it probably matches.

use super::{Maker, literal};

impl Maker {
    pub(super) fn language(&mut self) -> String {
        let depth = self.choices.below(4) as u32;
        let (text, word) = self.expression(depth);
        self.note_word(word);
        text
    }

    fn expression(&mut self, depth: u32) -> (String, Vec<u32>) {
        if depth == 0 {
            return self.leaf();
        }
        let deeper = depth - 1;
        match self.choices.below(20) {
            0..=4 => {
                let parts: Vec<_> =
                    (0..self.choices.between(2, 3)).map(|_| self.expression(deeper)).collect();
                let texts: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
                let word = parts.iter().flat_map(|(_, word)| word.clone()).take(30).collect();
                (format!("(re.++ {})", texts.join(" ")), word)
            }
            5..=8 => self.binary("re.union", deeper),
            9 => self.binary("re.inter", deeper),
            10 => self.binary("re.diff", deeper),
            11 => {
                let (text, _) = self.expression(deeper);
                (format!("(re.comp {text})"), self.fresh_word())
            }
            12 => {
                let (text, word) = self.expression(deeper);
                let word = if self.choices.chance(70) { word } else { Vec::new() };
                (format!("(re.opt {text})"), word)
            }
            13 => {
                let (text, word) = self.expression(deeper);
                (format!("(re.+ {text})"), self.copies(&word, 1, 3))
            }
            14 => {
                let (text, word) = self.expression(deeper);
                let times = self.choices.below(4);
                (format!("((_ re.^ {times}) {text})"), self.copies(&word, times, times))
            }
            15 | 16 => {
                let (text, word) = self.expression(deeper);
                let low = self.choices.below(4);
                let high =
                    if self.choices.chance(90) { low + self.choices.below(4) } else { low.saturating_sub(1) };
                (format!("((_ re.loop {low} {high}) {text})"), self.copies(&word, low, high.max(low)))
            }
            _ => {
                let (text, word) = self.expression(deeper);
                (format!("(re.* {text})"), self.copies(&word, 0, 3))
            }
        }
    }

    fn binary(&mut self, op: &str, depth: u32) -> (String, Vec<u32>) {
        let (left, word) = self.expression(depth);
        let (right, other) = self.expression(depth);
        let word = if self.choices.chance(50) { word } else { other };
        (format!("({op} {left} {right})"), word)
    }

    fn leaf(&mut self) -> (String, Vec<u32>) {
        match self.choices.below(20) {
            0 => ("re.none".to_owned(), self.fresh_word()),
            1 | 2 => ("re.all".to_owned(), self.fresh_word()),
            3..=5 => ("re.allchar".to_owned(), vec![self.code_point()]),
            6..=9 => {
                let (low, high) = (self.code_point(), self.code_point());
                let (low, high) =
                    if self.choices.chance(85) { (low.min(high), low.max(high)) } else { (low, high) };
                let word = vec![if self.choices.chance(50) { low } else { high }];
                (format!("(re.range {} {})", literal(&[low]), literal(&[high])), word)
            }
            _ => {
                let word = if self.choices.chance(60) { vec![self.code_point()] } else { self.fresh_word() };
                (format!("(str.to_re {})", literal(&word)), word)
            }
        }
    }

    fn copies(&mut self, word: &[u32], low: u64, high: u64) -> Vec<u32> {
        let times = self.choices.between(low as i64, high as i64) as usize;
        let mut all = word.repeat(times);
        all.truncate(30);
        all
    }
}

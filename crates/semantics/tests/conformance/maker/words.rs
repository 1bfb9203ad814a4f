//! Strings.

use std::fmt::Write as _;

use super::Maker;

const FEW: [u32; 2] = ['a' as u32, 'b' as u32];
const LETTERS: [u32; 8] =
    ['a' as u32, 'b' as u32, 'c' as u32, 'z' as u32, 'A' as u32, 'Z' as u32, '[' as u32, '@' as u32];
const DIGITS: [u32; 12] = [48, 49, 50, 53, 57, 48, 48, 49, 57, 47, 58, 97];
/// The ends of ranges that somebody may have thought of.
const BOUNDARIES: [u32; 20] = [
    0, 1, 0x1f, 0x20, 0x22, 0x5c, 0x61, 0x75, 0x7b, 0x7e, 0x7f, 0x80, 0xe4, 0xff, 0x100, 0xd800, 0xffff,
    0x1_0000, 0x2_fffe, 0x2_ffff,
];

impl Maker {
    pub(super) fn choose_alphabet(&mut self) {
        self.alphabet = match self.choices.below(10) {
            0..=4 => &FEW,
            5 | 6 => &LETTERS,
            7 => &DIGITS,
            _ => &BOUNDARIES,
        };
    }

    /// Strings of this case are numerals.
    pub(crate) fn prefer_digits(&mut self) {
        if self.choices.chance(70) {
            self.alphabet = if self.choices.chance(70) { &DIGITS[..9] } else { &DIGITS };
        }
    }

    pub(super) fn code_point(&mut self) -> u32 {
        *self.choices.pick(self.alphabet)
    }

    pub(super) fn string(&mut self) -> String {
        let word = self.word();
        let text = literal(&word);
        self.longest = self.longest.max(word.len());
        self.words.push(word);
        text
    }

    /// A string that has to do with the earlier ones, more often than not.
    fn word(&mut self) -> Vec<u32> {
        if self.words.is_empty() || self.choices.chance(25) {
            return self.fresh_word();
        }
        let word = self.choices.pick(&self.words).clone();
        match self.choices.below(9) {
            0 => word,
            // Long enough that a search remembers what it has seen.
            8 if word.len() > 6 => {
                let length = self.choices.between(5, word.len() as i64 - 1) as usize;
                let from = self.choices.below((word.len() - length) as u64 + 1) as usize;
                word[from..from + length].to_vec()
            }
            1 | 2 => {
                let from = self.choices.below(word.len() as u64 + 1) as usize;
                let to = from + self.choices.below((word.len() - from) as u64 + 1) as usize;
                word[from..to].to_vec()
            }
            3 => {
                let mut joined = word;
                for _ in 0..=self.choices.below(3) {
                    joined.extend_from_slice(&self.choices.pick(&self.words).clone());
                }
                joined.truncate(40);
                joined
            }
            4 => {
                let mut changed = word;
                if !changed.is_empty() {
                    let at = self.choices.below(changed.len() as u64) as usize;
                    changed[at] = self.code_point();
                }
                changed
            }
            5 => [self.fresh_word(), word, self.fresh_word()].concat(),
            6 => word.into_iter().take(1).collect(),
            _ => {
                let mut cut = word;
                cut.pop();
                cut
            }
        }
    }

    pub(super) fn fresh_word(&mut self) -> Vec<u32> {
        if self.choices.chance(10) {
            return self.periodic_word();
        }
        let length = match self.choices.below(10) {
            0 => 0,
            1 | 2 => 1,
            9 => self.choices.below(16),
            _ => self.choices.below(6),
        };
        let mut word: Vec<u32> = (0..length).map(|_| self.code_point()).collect();
        // A period, so that searches go wrong half way.
        if length > 0 && length < 6 && self.choices.chance(15) {
            word = word.repeat(self.choices.between(2, 4) as usize);
        }
        word
    }

    /// A few characters again and again, with faults.
    fn periodic_word(&mut self) -> Vec<u32> {
        let period: Vec<u32> = (0..self.choices.between(1, 4)).map(|_| self.code_point()).collect();
        let length = self.choices.between(6, 28) as usize;
        let mut word: Vec<u32> = period.into_iter().cycle().take(length).collect();
        for _ in 0..self.choices.below(3) {
            let at = self.choices.below(length as u64) as usize;
            word[at] = self.code_point();
        }
        word
    }

    /// Notes a word that a language of the case has, so that strings are tried that it holds.
    pub(super) fn note_word(&mut self, word: Vec<u32>) {
        self.words.push(word);
    }
}

/// A string literal.
pub(crate) fn literal(word: &[u32]) -> String {
    let mut text = String::from("\"");
    for &point in word {
        match char::from_u32(point) {
            Some('"') => text.push_str("\"\""),
            Some(plain @ ' '..='~') if plain != '\\' => text.push(plain),
            // Writing to a string does not fail.
            _ => {
                let _ = write!(text, "\\u{{{point:x}}}");
            }
        }
    }
    text.push('"');
    text
}

//! Choices from a string of bytes: whoever makes the bytes makes the test.

/// Reads choices from bytes. When these are at an end, every choice is the first.
///
/// ```
/// use quis_domains::Source;
///
/// let mut source = Source::new(&[7, 1]);
/// assert_eq!([source.below(5), source.below(2), source.below(9)], [2, 1, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct Source<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Source<'b> {
    /// From the first byte on.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Source<'b> {
        Source { bytes, at: 0 }
    }

    fn byte(&mut self) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte)
    }

    /// A number below a limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 | 1 => 0,
            2..=256 => self.byte() % limit,
            _ => (self.byte() | self.byte() << 8) % limit,
        }
    }

    /// True in so many cases of 256.
    pub fn chance(&mut self, of_256: usize) -> bool {
        // Bytes that are at an end are zero: the rarer answer is the one that needs a byte.
        self.byte() >= 256 - of_256
    }

    /// One of a slice, which is not empty.
    pub fn choose<'c, T>(&mut self, choices: &'c [T]) -> Option<&'c T> {
        choices.get(self.below(choices.len()))
    }
}

/// Random bytes: the same for the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Noise(u64);

impl Noise {
    /// Of a seed and a number below it.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Noise {
        let mut noise = Noise(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17));
        noise.0 = noise.word() ^ number;
        noise
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below a limit, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.word()) * limit as u128) >> 64) as usize
    }

    /// Fills bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let word = self.word().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }
}

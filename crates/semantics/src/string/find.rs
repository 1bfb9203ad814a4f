//! Searching for a sequence in another in linear time, after Knuth, Morris and Pratt.

/// Below this length the plain comparison at every place is faster, and still linear.
const SHORT: usize = 4;

/// A sequence to search for that is not empty.
pub(super) struct Needle<'a, T> {
    needle: &'a [T],
    /// For each length of a prefix, that of its longest proper suffix that is a prefix of the needle.
    borders: Vec<usize>,
}

impl<'a, T: PartialEq> Needle<'a, T> {
    pub(super) fn new(needle: &'a [T]) -> Needle<'a, T> {
        let mut borders = Vec::new();
        if needle.len() > SHORT {
            borders.reserve_exact(needle.len() + 1);
            borders.extend([0, 0]);
            let mut border = 0;
            for item in &needle[1..] {
                border = extend(needle, &borders, border, item);
                borders.push(border);
            }
        }
        Needle { needle, borders }
    }

    /// Where the first occurrence at or after a place begins.
    pub(super) fn first(&self, hay: &[T], from: usize) -> Option<usize> {
        let rest = hay.get(from..)?;
        if self.borders.is_empty() {
            let place = rest.windows(self.needle.len()).position(|window| self.is(window))?;
            return Some(from + place);
        }
        let mut length = 0;
        for (place, item) in rest.iter().enumerate() {
            length = extend(self.needle, &self.borders, length, item);
            if length == self.needle.len() {
                return Some(from + place + 1 - length);
            }
        }
        None
    }

    /// Whether the elements, as many, are those of the needle: by one for one, since they are few.
    fn is(&self, window: &[T]) -> bool {
        window.iter().zip(self.needle).all(|(a, b)| a == b)
    }

    /// Where the last occurrence begins.
    pub(super) fn last(&self, hay: &[T]) -> Option<usize> {
        if self.borders.is_empty() {
            return hay.windows(self.needle.len()).rposition(|window| self.is(window));
        }
        let (mut length, mut last) = (0, None);
        for (place, item) in hay.iter().enumerate() {
            length = extend(self.needle, &self.borders, length, item);
            if length == self.needle.len() {
                last = Some(place + 1 - length);
            }
        }
        last
    }
}

/// The length of the longest prefix of the needle that ends with the item, after one of some length.
fn extend<T: PartialEq>(needle: &[T], borders: &[usize], mut length: usize, item: &T) -> usize {
    loop {
        if needle.get(length) == Some(item) {
            return length + 1;
        }
        if length == 0 {
            return 0;
        }
        length = borders[length];
    }
}

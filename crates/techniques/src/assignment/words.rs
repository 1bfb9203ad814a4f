//! Random strings.

use quis_semantics::Value;
use quis_smtlib::MAX_CODE_POINT;

use crate::stream::Stream;

/// Characters that programs treat in a way of their own.
const UNUSUAL: [u32; 12] =
    [0, 0x22, 0x27, 0x5c, 0x7f, 0x80, 0xff, 0x100, 0xd800, 0xffff, 0x10000, MAX_CODE_POINT];

/// The longest string that is made of others.
const MAX_JOINED: usize = 256;

/// A string: empty, a single character, digits, a few letters, unusual characters, or made of those that the seed has.
pub(crate) fn string(stream: &mut Stream, mined: &[Value]) -> Value {
    match stream.below(16) {
        0 | 1 => Value::string([]),
        2 | 3 => Value::string([code_point(stream)]),
        4 => {
            let length = 1 + stream.below(4);
            word(stream, length, |stream| u32::from(b'0') + stream.below(10) as u32)
        }
        5..=9 => {
            let length = stream.below(6);
            word(stream, length, |stream| u32::from(b'a') + stream.below(3) as u32)
        }
        10 => {
            let length = 1 + stream.below(3);
            word(stream, length, code_point)
        }
        11 => {
            let (length, letter) = (stream.below(24), u32::from(b'a') + stream.below(3) as u32);
            Value::string(vec![letter; length])
        }
        _ => joined(stream, mined),
    }
}

fn word(stream: &mut Stream, length: usize, mut letter: impl FnMut(&mut Stream) -> u32) -> Value {
    let points: Vec<u32> = (0..length).map(|_| letter(stream)).collect();
    Value::string(points)
}

/// Parts of two strings that the seed has, one behind the other.
fn joined(stream: &mut Stream, mined: &[Value]) -> Value {
    let mut points: Vec<u32> = Vec::new();
    for _ in 0..2 {
        if let Some(Value::String(part)) = stream.choose(mined) {
            let end = stream.below(part.len() + 1);
            let start = if stream.chance(1, 2) { 0 } else { stream.below(end + 1) };
            points.extend_from_slice(&part[start..end]);
        }
    }
    points.truncate(MAX_JOINED);
    Value::string(points)
}

/// A character: a letter, a digit, any of ASCII, an unusual one, or any.
pub(crate) fn code_point(stream: &mut Stream) -> u32 {
    match stream.below(8) {
        0..=2 => u32::from(b'a') + stream.below(26) as u32,
        3 => u32::from(b'0') + stream.below(10) as u32,
        4 => 0x20 + stream.below(0x5f) as u32,
        5 | 6 => UNUSUAL[stream.below(UNUSUAL.len())],
        _ => stream.below(MAX_CODE_POINT as usize + 1) as u32,
    }
}

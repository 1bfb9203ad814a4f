//! Shorter ways to write the same.

use dashu_int::UBig;

/// What the standard has shorter names for.
const SORTS: [(&str, &str); 4] = [
    ("(_ FloatingPoint 5 11)", "Float16"),
    ("(_ FloatingPoint 8 24)", "Float32"),
    ("(_ FloatingPoint 11 53)", "Float64"),
    ("(_ FloatingPoint 15 113)", "Float128"),
];

/// The text of a command as Quis prints it, written as shortly as the standard allows; `None` if it is as short as can be.
///
/// match: (= x #x0000000000000007), result: (= x (_ bv7 64)); match: (_ FloatingPoint 8 24), result: Float32;
/// match: (declare-datatypes ((D 0)) (((a) (b)))), result: (declare-datatype D ((a) (b)))
pub(crate) fn shorter(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut between = true;
    while at < bytes.len() {
        let rest = &text[at..];
        if let Some((long, short)) = SORTS.iter().find(|(long, _)| rest.starts_with(long)) {
            out.push_str(short);
            at += long.len();
            continue;
        }
        let byte = bytes[at];
        if byte == b'"' || byte == b'|' {
            let length =
                rest.bytes().skip(1).position(|other| other == byte).map_or(rest.len(), |end| end + 2);
            out.push_str(&rest[..length]);
            at += length;
        } else if byte == b'#' && between {
            let length = rest.find([' ', ')']).unwrap_or(rest.len());
            out.push_str(&literal(&rest[..length]).unwrap_or_else(|| rest[..length].to_owned()));
            at += length;
        } else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            out.push_str(&rest[..length]);
            at += length;
        }
        between = matches!(byte, b' ' | b'(');
    }
    let out = datatype(&out).unwrap_or(out);
    (out.len() < text.len()).then_some(out)
}

/// match: #x0000000000000007, result: (_ bv7 64)
fn literal(written: &str) -> Option<String> {
    let (digits, base, bits) = match written.get(..2)? {
        "#x" => (written.get(2..)?, 16, 4),
        "#b" => (written.get(2..)?, 2, 1),
        _ => return None,
    };
    let value = UBig::from_str_radix(digits, base).ok()?;
    let short = format!("(_ bv{value} {})", digits.len() * bits);
    (short.len() < written.len()).then_some(short)
}

/// match: (declare-datatypes ((D 0)) (((a) (b)))), result: (declare-datatype D ((a) (b)))
fn datatype(text: &str) -> Option<String> {
    let rest = text.strip_prefix("(declare-datatypes ((")?;
    let (name, rest) = rest.split_once(" 0)) (")?;
    // Of several, or of one with a strange name, nothing is made.
    if name.contains(['(', ')', '|']) {
        return None;
    }
    let constructors = rest.strip_suffix("))")?;
    Some(format!("(declare-datatype {name} {constructors})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_becomes_short() {
        let short = |text: &str| shorter(text).unwrap_or_else(|| text.to_owned());
        assert_eq!(short("(= x #x0000000000000007 #b0 #xff)"), "(= x (_ bv7 64) #b0 #xff)");
        assert_eq!(short("(declare-const x (_ FloatingPoint 8 24))"), "(declare-const x Float32)");
        assert_eq!(
            short("(declare-const x (_ FloatingPoint 8 23))"),
            "(declare-const x (_ FloatingPoint 8 23))"
        );
        assert_eq!(
            short("(declare-datatypes ((D 0)) (((a) (b (c D)))))"),
            "(declare-datatype D ((a) (b (c D))))"
        );
        let two = "(declare-datatypes ((D 0) (E 0)) (((a)) ((b))))";
        assert_eq!(short(two), two);
        let quoted = "(= |#x0000000000000007 | \"#x0000000000000007 \" a#b0000000000000000)";
        assert_eq!(short(quoted), quoted);
    }
}

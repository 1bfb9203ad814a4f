//! Floats as SMT-LIB.

use std::fmt::{self, Debug, Display, Formatter, Write};

use dashu_base::BitTest;

use super::{Class, Float};

impl Float {
    /// Writes the bits from `high` down to `low` as a literal.
    fn write_bits(&self, f: &mut Formatter<'_>, high: usize, low: usize) -> fmt::Result {
        let bits = self.packed();
        f.write_str("#b")?;
        for position in (low..=high).rev() {
            f.write_char(if bits.bit(position) { '1' } else { '0' })?;
        }
        Ok(())
    }
}

impl Display for Float {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (eb, sb) = (self.format.eb(), self.format.sb());
        let sign = if self.sign() { '-' } else { '+' };
        match self.class() {
            Class::Nan => write!(f, "(_ NaN {eb} {sb})"),
            Class::Infinite => write!(f, "(_ {sign}oo {eb} {sb})"),
            Class::Zero => write!(f, "(_ {sign}zero {eb} {sb})"),
            Class::Finite => {
                let (top, fraction) = (self.format.width() as usize - 1, sb as usize - 1);
                f.write_str("(fp ")?;
                self.write_bits(f, top, top)?;
                f.write_char(' ')?;
                self.write_bits(f, top - 1, fraction)?;
                f.write_char(' ')?;
                self.write_bits(f, fraction - 1, 0)?;
                f.write_char(')')
            }
        }
    }
}

impl Debug for Float {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

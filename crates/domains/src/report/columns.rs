//! The columns of a table: what a failure means (the dissertation's tables 2.3 and 2.5).

use serde::Serialize;

use crate::isolation::Ending;
use crate::property::{Kind, Property};

/// What a failure means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Column {
    /// States are lost.
    #[serde(rename = "S")]
    Soundness,
    /// States are added without need.
    #[serde(rename = "P")]
    Precision,
    /// An analysis might not end.
    #[serde(rename = "C")]
    Convergence,
    /// The library dies, does not end, or reports an error.
    #[serde(rename = "E")]
    Errors,
}

impl Column {
    /// All of them, as they stand in a table.
    pub const ALL: [Column; 4] = [Column::Soundness, Column::Precision, Column::Convergence, Column::Errors];

    /// Where a failure is counted. No property is the making of elements.
    #[must_use]
    pub fn of(property: Option<&Property>, ending: &Ending) -> Column {
        match (ending, property.map(|property| property.kind)) {
            (Ending::Violated, Some(Kind::Soundness)) => Column::Soundness,
            (Ending::Violated, Some(Kind::Precision)) => Column::Precision,
            (Ending::Violated, Some(Kind::Convergence)) => Column::Convergence,
            _ => Column::Errors,
        }
    }

    /// S, P, C or E.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Column::Soundness => 'S',
            Column::Precision => 'P',
            Column::Convergence => 'C',
            Column::Errors => 'E',
        }
    }

    /// What the letter stands for.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Column::Soundness => "not sound",
            Column::Precision => "not precise",
            Column::Convergence => "does not converge",
            Column::Errors => "the library dies, does not end, or reports an error",
        }
    }
}

/// `S: not sound, P: not precise, …`
#[must_use]
pub fn legend() -> String {
    Column::ALL.map(|column| format!("{}: {}", column.letter(), column.label())).join(", ")
}

/// The numbers of a domain's failed properties, by column; 0 is the making of elements.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Failed {
    /// Those in which states are lost.
    #[serde(rename = "S")]
    pub soundness: Vec<u8>,
    /// Those in which states are added without need.
    #[serde(rename = "P")]
    pub precision: Vec<u8>,
    /// Those of widening and narrowing that do not come to an end.
    #[serde(rename = "C")]
    pub convergence: Vec<u8>,
    /// Those in which the library dies, does not end or reports an error.
    #[serde(rename = "E")]
    pub errors: Vec<u8>,
}

impl Failed {
    /// Notes a failure; a property counts once in a column.
    pub fn add(&mut self, property: Option<&Property>, ending: &Ending) {
        let numbers = match Column::of(property, ending) {
            Column::Soundness => &mut self.soundness,
            Column::Precision => &mut self.precision,
            Column::Convergence => &mut self.convergence,
            Column::Errors => &mut self.errors,
        };
        let number = property.map_or(0, |property| property.number);
        if let Err(place) = numbers.binary_search(&number) {
            numbers.insert(place, number);
        }
    }

    /// The numbers of a column.
    #[must_use]
    pub fn of(&self, column: Column) -> &[u8] {
        match column {
            Column::Soundness => &self.soundness,
            Column::Precision => &self.precision,
            Column::Convergence => &self.convergence,
            Column::Errors => &self.errors,
        }
    }

    /// `S: 9 10, E: elements`
    #[must_use]
    pub fn text(&self) -> String {
        let name = |number: &u8| if *number == 0 { "elements".to_owned() } else { number.to_string() };
        let part = |column: Column| {
            let numbers: Vec<String> = self.of(column).iter().map(name).collect();
            (!numbers.is_empty()).then(|| format!("{}: {}", column.letter(), numbers.join(" ")))
        };
        Column::ALL.into_iter().filter_map(part).collect::<Vec<_>>().join(", ")
    }
}

//! The adapters, on the real libraries: installed on demand, skipped without a network.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what is not as expected ends the test")]
#![allow(clippy::print_stdout, reason = "what was skipped or measured is said")]

use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

use quis_domains::adapters::install::{self, InstallError};
use quis_domains::{Class, Constraint, Domain, Fact, Linear, Relation};
use quis_domains::{Visitor, adapters};

/// Libraries are not made for several threads.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn installed(
    folder: &OnceLock<Option<PathBuf>>,
    install: fn(&std::path::Path) -> Result<PathBuf, InstallError>,
) -> bool {
    let get = || {
        let cache = install::cache()?;
        install(&cache)
            .inspect_err(|error| println!("SKIPPED, no library and no way to get it: {error}"))
            .ok()
    };
    folder.get_or_init(get).is_some()
}

fn apron() -> bool {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    std::env::var_os("QUIS_APRON").is_some() || installed(&FOLDER, install::install_apron)
}

fn ppl() -> bool {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    std::env::var_os("QUIS_PPL").is_some() || installed(&FOLDER, install::install_ppl)
}

/// Does something with each domain of a family that is here; skips it without a network.
fn each<V: Visitor<Output = ()> + Copy>(family: &str, dimension: usize, visitor: V) {
    let there = match family {
        "apron" => apron(),
        "ppl" => ppl(),
        _ => panic!("{family}"),
    };
    if !there {
        return;
    }
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let found: Vec<_> =
        adapters::available().into_iter().filter(|found| found.name.starts_with(family)).collect();
    assert!(found.len() >= 8, "{found:?}");
    for found in found {
        adapters::with(found.name, dimension, visitor).unwrap();
    }
}

fn at_least<const N: usize>(coefficients: [i64; N], constant: i64) -> Constraint {
    Constraint { linear: Linear::new(coefficients, constant), relation: Relation::AtLeast }
}

fn equal<const N: usize>(coefficients: [i64; N], constant: i64) -> Constraint {
    Constraint { linear: Linear::new(coefficients, constant), relation: Relation::Equal }
}

/// What an element says, with equations as two inequalities, and as integers without common factors.
fn said<D: Domain>(domain: &D, x: &D::Element) -> Vec<String> {
    let mut all = Vec::new();
    for fact in domain.constraints(x) {
        let opposite = Fact {
            coefficients: fact.coefficients.iter().map(quis_domains::Rational::neg).collect(),
            constant: fact.constant.neg(),
            relation: Relation::AtLeast,
        };
        match fact.relation {
            Relation::Equal => {
                all.push(normal(&opposite));
                all.push(normal(&Fact { relation: Relation::AtLeast, ..fact }));
            }
            _ => all.push(normal(&fact)),
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Divides by the size of the first coefficient.
fn normal(fact: &Fact) -> String {
    let Some(first) = fact.coefficients.iter().find(|c| !c.is_zero()) else { return fact.to_string() };
    let size = if first.signum() < 0 { first.neg() } else { first.clone() };
    let divide = |c: &quis_domains::Rational| c.checked_div(&size).unwrap();
    Fact {
        coefficients: fact.coefficients.iter().map(divide).collect(),
        constant: divide(&fact.constant),
        relation: fact.relation,
    }
    .to_string()
}

/// The element in which all of these hold.
fn of<D: Domain, const N: usize>(domain: &D, all: [Constraint; N]) -> D::Element {
    all.iter().fold(domain.top(), |x, constraint| domain.cond(&x, &domain.condition(constraint)))
}

#[derive(Clone, Copy)]
struct Operations;

impl Visitor for Operations {
    type Output = ();

    fn visit<D: Domain>(self, d: D) {
        let name = d.profile().name.clone();
        let (top, bottom) = (d.top(), d.bottom());
        assert!(d.is_top(&top) && !d.is_bottom(&top) && d.is_bottom(&bottom) && !d.is_top(&bottom), "{name}");
        assert!(
            d.is_leq(&bottom, &top) && !d.is_leq(&top, &bottom) && d.is_eq(&d.copy(&top), &top),
            "{name}"
        );
        assert_eq!(said(&d, &top), [""; 0], "{name}");
        assert_eq!(said(&d, &bottom), ["-1 >= 0"], "{name}");
        match d.profile().class {
            Class::Equalities => equalities(&d),
            Class::Other => {}
            _ => inequalities(&d),
        }
        assert_eq!(d.take_error(), None, "{name}");
    }
}

fn equalities<D: Domain>(d: &D) {
    let x = of(d, [equal([1, 0, 0], -3), equal([0, 1, 0], -4)]);
    assert_eq!(said(d, &x), ["-x0 + 3 >= 0", "-x1 + 4 >= 0", "x0 - 3 >= 0", "x1 - 4 >= 0"]);
    let y = of(d, [equal([1, 0, 0], -5), equal([0, 1, 0], -6)]);
    // Only the difference is common.
    assert_eq!(said(d, &d.join(&x, &y)), ["-x0 + x1 - 1 >= 0", "x0 - x1 + 1 >= 0"]);
    assert!(d.is_bottom(&d.meet(&x, &y)));
    let moved = d.assign(&x, 0, &d.expression(&Linear::new([1, 1, 0], 2)));
    assert!(d.is_eq(&moved, &of(d, [equal([1, 0, 0], -9), equal([0, 1, 0], -4)])));
    assert_eq!(said(d, &d.project(&x, 0)), ["-x1 + 4 >= 0", "x1 - 4 >= 0"]);
}

fn inequalities<D: Domain>(d: &D) {
    let name = &d.profile().name;
    let x = of(d, [at_least([1, 0, 0], 0), at_least([-1, 0, 0], 2), at_least([0, 1, 0], -1)]);
    let projected = d.project(&x, 1);
    assert_eq!(said(d, &projected), ["-x0 + 2 >= 0", "x0 >= 0"], "{name}");
    let y = of(d, [at_least([1, 0, 0], -1), at_least([-1, 0, 0], 5)]);
    let joined = d.join(&projected, &y);
    assert_eq!(said(d, &joined), ["-x0 + 5 >= 0", "x0 >= 0"], "{name}");
    assert_eq!(said(d, &d.meet(&projected, &y)), ["-x0 + 2 >= 0", "x0 - 1 >= 0"], "{name}");
    assert!(d.is_leq(&projected, &joined) && !d.is_leq(&joined, &projected), "{name}");
    assert!(d.is_leq(&y, &joined) && !d.is_eq(&y, &joined), "{name}");
    assert_eq!(said(d, &d.widen(&projected, &joined)), ["x0 >= 0"], "{name}");
    let assigned = d.assign(&projected, 0, &d.expression(&Linear::new([-3, 0, 0], 4)));
    assert_eq!(said(d, &assigned), ["-x0 + 4 >= 0", "x0 + 2 >= 0"], "{name}");
    let constant = d.assign(&projected, 2, &d.expression(&Linear::new([0, 0, 0], 7)));
    let expected = ["-x0 + 2 >= 0", "-x2 + 7 >= 0", "x0 >= 0", "x2 - 7 >= 0"];
    let simple = |text: &String| text.matches('x').count() == 1;
    let mut found = said(d, &constant);
    found.retain(simple);
    assert_eq!(found, expected, "{name}");
    let empty = of(d, [at_least([1, 0, 0], -1), at_least([-1, 0, 0], 0)]);
    assert!(d.is_bottom(&empty), "{name}");
    assert_eq!(said(d, &empty), ["-1 >= 0"], "{name}");
    assert!(d.is_eq(&d.join(&empty, &projected), &projected), "{name}");
    let above = Constraint { linear: Linear::new([1, 0, 0], 0), relation: Relation::Above };
    let above = of(d, [above]);
    let strict = if d.profile().strict { "x0 > 0" } else { "x0 >= 0" };
    assert_eq!(said(d, &above), [strict], "{name}");
    if d.profile().narrowing {
        // Only what is unbounded is made smaller.
        let open = of(d, [at_least([1, 0, 0], 0)]);
        assert_eq!(said(d, &d.narrow(&open, &projected)), ["-x0 + 2 >= 0", "x0 >= 0"], "{name}");
        assert_eq!(said(d, &d.narrow(&joined, &projected)), said(d, &joined), "{name}");
    }
    relations(d);
}

/// What the more expressive domains can say.
fn relations<D: Domain>(d: &D) {
    let name = &d.profile().name;
    let difference = of(d, [at_least([1, -1, 0], 3)]);
    let sum = of(d, [at_least([1, 1, 0], 3)]);
    let any = of(d, [at_least([1, 2, 0], 3)]);
    let (zones, octagons, polyhedra) = match d.profile().class {
        Class::Zones => (true, false, false),
        Class::Octagons => (true, true, false),
        Class::Polyhedra => (true, true, true),
        _ => (false, false, false),
    };
    let some = |yes: bool, text: &'static str| if yes { vec![text] } else { vec![] };
    assert_eq!(said(d, &difference), some(zones, "x0 - x1 + 3 >= 0"), "{name}");
    assert_eq!(said(d, &sum), some(octagons, "x0 + x1 + 3 >= 0"), "{name}");
    assert_eq!(said(d, &any), some(polyhedra, "x0 + 2x1 + 3 >= 0"), "{name}");
}

#[test]
fn operations_of_apron() {
    each("apron", 3, Operations);
}

#[test]
fn operations_of_ppl() {
    each("ppl", 3, Operations);
}

/// Constants of every size arrive as they are.
#[derive(Clone, Copy)]
struct Constants;

impl Visitor for Constants {
    type Output = ();

    fn visit<D: Domain>(self, d: D) {
        let name = d.profile().name.clone();
        if !d.profile().numbers.is_exact() || d.profile().class == Class::Other {
            return;
        }
        for constant in [i64::MIN, i64::MIN + 1, -(1 << 53) - 1, (1 << 53) + 1, i64::MAX - 1, i64::MAX] {
            let assigned = d.assign(&d.top(), 0, &d.expression(&Linear::new([0, 0, 0], constant)));
            let held = of(&d, [equal([-1, 0, 0], constant)]);
            assert!(d.is_eq(&assigned, &held), "{name} {constant}");
            let high = d.constraints(&assigned).into_iter().find(|fact| fact.coefficients[0].signum() < 0);
            let other = d.constraints(&assigned).into_iter().find(|fact| fact.coefficients[0].signum() > 0);
            let value = high.map(|f| f.constant.checked_div(&f.coefficients[0].neg()).unwrap());
            let value = value.or(other.map(|f| f.constant.neg().checked_div(&f.coefficients[0]).unwrap()));
            assert_eq!(value.unwrap().to_string(), constant.to_string(), "{name}");
            let coefficient = d.expression(&Linear::new([constant, 0, 0], 0));
            let one = d.assign(&d.top(), 0, &d.expression(&Linear::new([0, 0, 0], 1)));
            assert!(d.is_eq(&d.assign(&one, 0, &coefficient), &assigned), "{name} {constant}");
        }
        assert_eq!(d.take_error(), None, "{name}");
    }
}

#[test]
fn constants_of_apron() {
    each("apron", 3, Constants);
}

#[test]
fn constants_of_ppl() {
    each("ppl", 3, Constants);
}

/// Nothing is left behind.
#[derive(Clone, Copy)]
struct Leaks;

/// How many kilobytes the process has in memory.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4
}

impl Visitor for Leaks {
    type Output = ();

    fn visit<D: Domain>(self, d: D) {
        let name = d.profile().name.clone();
        let round = || {
            let x = of(&d, [equal([1, 0, 0], i64::MAX), equal([0, 1, 0], 5)]);
            let y = d.assign(&x, 1, &d.expression(&Linear::new([1, 1, 0], 2)));
            let z = d.widen(&x, &d.join(&x, &y));
            let _ = (d.meet(&z, &y), d.project(&z, 0), d.constraints(&z).len(), d.narrow(&z, &y));
            let _ = (d.is_leq(&x, &z), d.is_bottom(&z), d.copy(&z), d.bottom());
        };
        (0..2000).for_each(|_| round());
        let before = memory();
        (0..6000).for_each(|_| round());
        let grown = memory().saturating_sub(before);
        assert!(grown < 1500, "{name}: {grown} kB in 6000 rounds");
    }
}

#[test]
fn nothing_of_apron_leaks() {
    each("apron", 3, Leaks);
}

#[test]
fn nothing_of_ppl_leaks() {
    each("ppl", 3, Leaks);
}

#[test]
fn an_unknown_domain_is_named() {
    #[derive(Clone, Copy)]
    struct Nothing;
    impl Visitor for Nothing {
        type Output = ();

        fn visit<D: Domain>(self, _: D) {}
    }
    let error = adapters::with("apron:cubes", 3, Nothing).unwrap_err().to_string();
    assert!(error.contains("`apron:cubes`") && error.contains("apron:box-d"), "{error}");
}

/// How many operations a CPU second has room for, with 8 variables: `cargo test --release -- --ignored --nocapture rates`.
#[derive(Clone, Copy)]
struct Rates;

/// The CPU time of this thread in nanoseconds.
fn time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse().unwrap()
}

fn rate(act: impl Fn()) -> String {
    let (start, mut count) = (time(), 0_u64);
    loop {
        (0..200).for_each(|_| act());
        count += 200;
        let spent = time() - start;
        if spent > 150_000_000 {
            return format!("{} k", count * 1_000_000 / spent);
        }
    }
}

impl Visitor for Rates {
    type Output = ();

    fn visit<D: Domain>(self, d: D) {
        if d.profile().class == Class::Equalities || d.profile().class == Class::Other {
            return;
        }
        // As in tests: a few constraints, a few assignments.
        let some = |low: i64, step: i64| {
            let linear = |terms: &[(usize, i64)], constant| {
                let of = |v| terms.iter().find(|t| t.0 == v).map_or(0, |t| t.1);
                Linear::new((0..8).map(of), constant)
            };
            let at_least = |terms: &[(usize, i64)], constant| {
                d.condition(&Constraint { linear: linear(terms, constant), relation: Relation::AtLeast })
            };
            let x = d.cond(&d.top(), &at_least(&[(0, 1)], -low));
            let x = d.cond(&x, &at_least(&[(0, -1)], low + 10));
            let x = d.cond(&x, &at_least(&[(2, 1), (3, -1)], step));
            let x = d.assign(&x, 1, &d.expression(&linear(&[(0, 1)], step)));
            d.assign(&x, 4, &d.expression(&linear(&[], step)))
        };
        let (x, y) = (some(-3, 2), some(1, 5));
        let expression = d.expression(&Linear::new([1, 0, 0, 0, 0, 0, 0, 0], 5));
        let other = d.expression(&Linear::new([0, 1, 0, 0, 0, 0, 0, 0], 5));
        let (_, _) = (d.is_bottom(&x), d.is_bottom(&y));
        println!(
            "{:22} join {:>8} meet {:>8} leq {:>8} assign {:>8}, another {:>8} copy {:>8}",
            d.profile().name,
            rate(|| drop(d.join(&x, &y))),
            rate(|| drop(d.meet(&x, &y))),
            rate(|| _ = d.is_leq(&x, &y)),
            rate(|| drop(d.assign(&x, 0, &expression))),
            rate(|| drop(d.assign(&x, 0, &other))),
            rate(|| drop(d.copy(&x))),
        );
    }
}

#[test]
#[ignore = "a measurement"]
fn rates() {
    each("apron", 8, Rates);
    each("ppl", 8, Rates);
}

use quis_techniques::from_spec;

use super::*;
use crate::tally::Tally;

/// Four seeds: one cannot be used, another gives fewer cases than planned.
const SEEDS: usize = 4;

fn agenda(limit: Limit, techniques: &[&str]) -> Agenda {
    let techniques: Vec<Arc<dyn Technique>> =
        techniques.iter().map(|spec| Arc::from(from_spec(spec).unwrap())).collect();
    let needs: Vec<(Needs, u64)> = techniques.iter().map(|technique| (technique.needs(), 1)).collect();
    let stream = Stream::new(3);
    let plan = Plan::new(&[100; SEEDS], &needs, true, &stream);
    let left = Left { states: vec![None; SEEDS], ..Left::default() };
    Agenda::new(plan, stream, techniques, true, left, (limit, None))
}

/// What a stand-in for a worker makes of a unit.
fn result(unit: &WorkUnit) -> UnitResult {
    let seed = match unit.seed {
        1 => SeedState::Skipped { reason: "odd".to_owned(), detail: String::new() },
        _ => SeedState::Usable {
            id: String::new(),
            seconds: BTreeMap::from([("z3".to_owned(), 0.1)]),
            without: BTreeMap::new(),
        },
    };
    match unit.work {
        Work::Probe => UnitResult { seed: Some(seed), ..UnitResult::default() },
        Work::Requests => UnitResult { replies: Some(Arc::default()), ..UnitResult::default() },
        Work::Cases => {
            let cases = if unit.seed == 2 { unit.cases / 3 } else { unit.cases };
            let causes = Causes::from([("cause".to_owned(), 1)]);
            UnitResult { tally: Tally { cases, ..Tally::default() }, causes, ..UnitResult::default() }
        }
    }
}

/// All units that N workers get and finish in some order: their cases, and how often they know the cause.
fn run(limit: Limit, workers: usize, order: u64) -> BTreeMap<(Work, u64), (u64, u64)> {
    let mut agenda = agenda(limit, &["opfuzz", "storm", "fuzzsmt"]);
    let mut order = Stream::new(order);
    let (mut busy, mut seen) = (Vec::new(), BTreeMap::new());
    loop {
        let next = if busy.len() < workers { agenda.next() } else { Next::Wait };
        match next {
            Next::Unit(one) => {
                let knows = one.causes.get("cause").copied().unwrap_or(0);
                let new = seen.insert((one.unit.work, one.unit.number), (one.unit.cases, knows));
                assert_eq!(new, None, "{:?} came twice", one.unit);
                busy.push(one.unit);
            }
            Next::Wait => {
                assert!(!busy.is_empty(), "nobody can bring what is waited for");
                let unit = busy.swap_remove(order.below(busy.len()));
                agenda.put_back(&unit, &result(&unit));
            }
            Next::Nothing => return seen,
        }
    }
}

#[test]
fn fixed_units_do_not_depend_on_who_is_first() {
    for limit in [Limit::Units(0..200), Limit::Cases(12_000)] {
        let alone = run(limit.clone(), 1, 0);
        for (workers, order) in [(2, 1), (4, 2), (8, 3), (50, 4)] {
            assert_eq!(run(limit.clone(), workers, order), alone, "{workers} workers");
        }
        // They know more as time goes by.
        assert!(alone.values().any(|(_, knows)| *knows > 5), "{alone:?}");
    }
}

#[test]
fn a_number_of_cases_is_reached_and_not_passed() {
    let run = run(Limit::Cases(700), 4, 1);
    let cases: u64 = run
        .iter()
        .filter(|((work, _), _)| *work == Work::Cases)
        .map(|((_, number), (cases, _))| {
            let seed = agenda(Limit::Turns, &["opfuzz", "storm", "fuzzsmt"]).plan.unit(*number).unwrap().seed;
            if seed == 2 { cases / 3 } else { *cases }
        })
        .sum();
    assert_eq!(cases, 700);
}

#[test]
fn a_seed_is_probed_once_and_before_all_else() {
    let run = run(Limit::Units(0..60), 4, 1);
    let count = |wanted| run.keys().filter(|(work, _)| *work == wanted).count();
    assert_eq!((count(Work::Probe), count(Work::Requests)), (SEEDS, SEEDS - 1));
}

#[test]
fn in_turns_a_unit_that_gave_way_goes_on_where_it_was() {
    let mut agenda = agenda(Limit::Turns, &["fuzzsmt"]);
    let Next::Unit(first) = agenda.next() else { panic!("a unit") };
    assert!(first.unit.turn.is_some());
    let rest = WorkUnit { first: 7, cases: 13, ..first.unit };
    agenda.put_back(&first.unit, &UnitResult { rest: Some(rest), ..UnitResult::default() });
    // The other arm has its turn first.
    let Next::Unit(other) = agenda.next() else { panic!("a unit") };
    assert_ne!(other.unit.arm(), rest.arm());
    let Next::Unit(second) = agenda.next() else { panic!("a unit") };
    assert_eq!(second.unit, rest);
}

#[test]
fn what_was_done_in_an_earlier_run_is_passed_over() {
    let mut agenda = agenda(Limit::Cases(30), &["fuzzsmt"]);
    agenda.begun = BTreeMap::from([(0, None), (1, None), (2, Some(7))]);
    let Next::Unit(order) = agenda.next() else { panic!("a unit") };
    assert_eq!((order.unit.number, order.unit.first, order.unit.cases), (2, 227, 30));
}

#[test]
fn it_ends_when_a_round_gives_nothing() {
    let mut agenda = agenda(Limit::Turns, &["opfuzz"]);
    let mut units = 0;
    while let Next::Unit(order) = agenda.next() {
        units += u64::from(order.unit.work == Work::Cases);
        let result = result(&order.unit);
        agenda.put_back(&order.unit, &UnitResult { tally: Tally::default(), ..result });
    }
    assert!(agenda.is_idle() && units < 3 * SEEDS as u64, "{units}");
}

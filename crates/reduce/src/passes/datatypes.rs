//! Datatypes with fewer constructors, fields and parameters.

use quis_smtlib::{Command, Datatype, Sort, SortConstructor, SortDecl, SortKind, Store, Symbol};

use super::View;
use crate::change::Change;
use crate::inventory;
use crate::translate::{DatatypeEdit, Translation};

/// So many members are left out one by one at most.
const MAX_SINGLE: usize = 48;

/// What is to go. By name: after each change the declarations are others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Member {
    Datatype(Symbol),
    Constructor(Symbol),
    Field(Symbol),
    Parameter(Symbol, usize),
}

/// match: (declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head X) (tail (L X)))))))
/// result: (declare-datatypes ((L 0)) (((nil) (cons (head Int))))); what is not used goes at once, then one member after the other
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let (mut unused, mut params, mut used) = (Vec::new(), Vec::new(), Vec::new());
    for declaration in inventory::datatypes(&view.script.commands) {
        let data = store.sort_declaration(declaration);
        let Some(datatype) = &data.datatype else { continue };
        if !view.used.has_sort(declaration) {
            unused.push(Member::Datatype(data.name));
            continue;
        }
        params.extend((0..datatype.params.len()).map(|at| Member::Parameter(data.name, at)));
        let stays = mainstay(view, datatype);
        for (at, constructor) in datatype.constructors.iter().enumerate() {
            if datatype.constructors.len() > 1 {
                let member = Member::Constructor(store.function(constructor.function).name);
                let is_used = view.used.has(constructor.function) || at == stays;
                if is_used { used.push(member) } else { unused.push(member) }
            }
            for &selector in &constructor.selectors {
                let member = Member::Field(store.function(selector).name);
                if view.used.has(selector) { used.push(member) } else { unused.push(member) }
            }
        }
    }
    let of = |is_wanted: fn(&Member) -> bool| unused.iter().copied().filter(is_wanted).collect::<Vec<_>>();
    let mut groups = vec![
        [unused.clone(), params.clone()].concat(),
        unused.clone(),
        params.clone(),
        of(|member| matches!(member, Member::Field(_))),
        of(|member| !matches!(member, Member::Field(_))),
    ];
    let single = unused.into_iter().chain(params).chain(used).take(MAX_SINGLE);
    groups.extend(single.map(|member| vec![member]));
    let mut unique: Vec<Vec<Member>> = Vec::new();
    for group in groups {
        if !group.is_empty() && !unique.contains(&group) {
            unique.push(group);
        }
    }
    unique.into_iter().map(without).collect()
}

/// The constructor that stays if none of a datatype is used: the one with the fewest fields.
fn mainstay(view: &View<'_>, datatype: &Datatype) -> usize {
    let places = 0..datatype.constructors.len();
    let fields =
        |at: &usize| datatype.constructors.get(*at).map_or(0, |constructor| constructor.selectors.len());
    let any_used = datatype.constructors.iter().any(|constructor| view.used.has(constructor.function));
    if any_used { usize::MAX } else { places.min_by_key(fields).unwrap_or(0) }
}

fn without(members: Vec<Member>) -> Change {
    Change::Translate(Box::new(move |store, commands| {
        let edits = edits(store, commands, &members)?;
        Some(Translation::of_datatypes(edits))
    }))
}

/// What is left of the datatypes without these members; `None` if one of them cannot go.
fn edits(store: &Store, commands: &[Command], members: &[Member]) -> Option<Vec<(SortDecl, DatatypeEdit)>> {
    let mut edits = Vec::new();
    let mut sorts = None;
    for declaration in inventory::datatypes(commands) {
        let data = store.sort_declaration(declaration);
        let datatype = data.datatype.as_ref()?;
        let whole = DatatypeEdit::whole(datatype);
        let mut edit = whole.clone();
        let is_member = |name: Symbol, at: usize| {
            members.contains(&Member::Constructor(store.function(datatype.constructors[at].function).name))
                || members.contains(&Member::Datatype(name))
        };
        edit.constructors.retain(|(at, _)| !is_member(data.name, *at));
        if edit.constructors.is_empty() && !members.contains(&Member::Datatype(data.name)) {
            return None;
        }
        for (at, fields) in &mut edit.constructors {
            let selectors = &datatype.constructors.get(*at)?.selectors;
            fields.retain(|&field| {
                let name = selectors.get(field).map(|&selector| store.function(selector).name);
                !name.is_some_and(|name| members.contains(&Member::Field(name)))
            });
        }
        edit.params.retain(|&at| !members.contains(&Member::Parameter(data.name, at)));
        for at in 0..datatype.params.len() {
            if !edit.params.contains(&at) {
                let sorts = sorts.get_or_insert_with(|| inventory::sorts(store, commands));
                edit.instance.push((datatype.params[at], argument(store, sorts, declaration, at)?));
            }
        }
        if edit != whole {
            edits.push((declaration, edit));
        }
    }
    (!edits.is_empty()).then_some(edits)
}

/// The one sort that stands for a parameter wherever the datatype is used; `Bool` if it is not.
fn argument(store: &Store, sorts: &[Sort], declaration: SortDecl, at: usize) -> Option<Sort> {
    let param = *store.sort_declaration(declaration).datatype.as_ref()?.params.get(at)?;
    let mut found = None;
    for &sort in sorts {
        let SortKind::Apply(SortConstructor::Declared(other), args) = store.sort_kind(sort) else { continue };
        if *other != declaration {
            continue;
        }
        let arg = *args.get(at)?;
        match store.sort_kind(arg) {
            // Within its own declaration.
            SortKind::Variable(name) if *name == param => {}
            _ if has_variable(store, arg) || found.is_some_and(|known| known != arg) => return None,
            _ => found = Some(arg),
        }
    }
    Some(found.unwrap_or(Sort::BOOL))
}

fn has_variable(store: &Store, sort: Sort) -> bool {
    let mut todo = vec![sort];
    while let Some(sort) = todo.pop() {
        match store.sort_kind(sort) {
            SortKind::Variable(_) => return true,
            SortKind::Apply(_, args) => todo.extend_from_slice(args),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;

    #[test]
    fn all_that_is_not_used_goes_at_once() {
        let text = "(declare-datatypes ((P 3)) ((par (X Y Z) ((p (a X) (b Y) (c Z)) (q)))))
            (declare-const x (P Int Bool Real)) (assert (= (p 1 true 0.5) x)) (assert (= (a x) 2))";
        let expected = "(declare-datatypes ((P 0)) (((p (a Int)))))
(declare-const x P)
(assert (= (p 1) x))
(assert (= (a x) 2))
";
        assert_eq!(results("datatypes", text)[0], expected);
    }

    #[test]
    fn constructors_go_with_their_cases_and_testers() {
        let text = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
            (declare-const x L) (assert (match x ((nil true) ((cons y z) (= y 0))))) (assert (or ((_ is nil) x) (= (cons 1 nil) x) (> (head x) 2)))";
        let results = results("datatypes", text);
        // A list without an end has no value.
        assert!(results.iter().all(|result| result.contains("(nil)")), "{results:?}");
        let no_tail = "(declare-datatypes ((L 0)) (((nil) (cons (head Int)))))
(declare-const x L)
(assert (match x ((nil true) ((cons y) (= y 0)))))
(assert (or ((_ is nil) x) (= (cons 1) x) (> (head x) 2)))
";
        let no_cons = "(declare-datatypes ((L 0)) (((nil))))
(declare-const x L)
(assert (match x ((nil true))))
(assert (or ((_ is nil) x) (= nil x) (> 0 2)))
";
        assert_eq!(results, [no_tail, no_cons]);
    }

    #[test]
    fn parameters_become_what_they_stand_for() {
        let text = "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head X) (tail (L X)))))))
            (declare-const x (L Int)) (assert (= (tail x) (cons 1 (as nil (L Int))))) (assert (= (head x) 1))";
        let expected = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const x L)
(assert (= (tail x) (cons 1 nil)))
(assert (= (head x) 1))
";
        assert_eq!(results("datatypes", text)[0], expected);
        // Two instances are two sorts.
        let two = format!("{text} (declare-const y (L Bool)) (assert (head y))");
        assert!(results("datatypes", &two).iter().all(|result| result.contains("(L 1)")));
    }

    #[test]
    fn datatypes_go_from_their_block() {
        let text = "(declare-datatypes ((A 0) (B 0)) (((a (b B))) ((c))))
            (declare-const x A) (declare-const y A) (assert (= x y))";
        let results = results("datatypes", text);
        assert_eq!(
            results[0],
            "(declare-datatypes ((A 0) (B 0)) (((a)) ((c))))\n(declare-const x A)\n(declare-const y A)\n(assert (= x y))\n"
        );
        let again = super::super::tests::results("datatypes", &results[0]);
        assert_eq!(
            again[0],
            "(declare-datatypes ((A 0)) (((a))))\n(declare-const x A)\n(declare-const y A)\n(assert (= x y))\n"
        );
    }
}

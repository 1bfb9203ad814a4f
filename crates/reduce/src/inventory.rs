//! The sorts and functions that a script is made of.

use hashbrown::HashSet;
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Command, Function, Role, Sort, SortKind, Store, Symbol, Term, TermKind, print_sort};
use rustc_hash::FxBuildHasher;

use crate::translate::field_sorts;

/// All sorts of the terms and declarations, each once, with those that they are made of.
pub(crate) fn sorts(store: &Store, commands: &[Command]) -> Vec<Sort> {
    let mut seen: HashSet<Sort, FxBuildHasher> = HashSet::default();
    let mut sorts: Vec<Sort> = Vec::new();
    let mut add = |sort: Sort, sorts: &mut Vec<Sort>| {
        if seen.insert(sort) {
            sorts.push(sort);
        }
    };
    for command in commands {
        match command {
            Command::DeclareFun(function) | Command::DeclareConst(function) => {
                let data = store.function(*function);
                data.params.iter().chain([&data.result]).for_each(|&sort| add(sort, &mut sorts));
            }
            Command::DeclareDatatypes(block) => {
                for &declaration in block {
                    field_sorts(store, declaration).into_iter().for_each(|sort| add(sort, &mut sorts));
                }
            }
            other => {
                for &function in other.defines() {
                    let data = store.function(function);
                    data.params.iter().chain([&data.result]).for_each(|&sort| add(sort, &mut sorts));
                }
            }
        }
    }
    post_order(store, &roots(store, commands), &mut TermSet::for_store(store), |term| {
        add(store.sort(term), &mut sorts);
    });
    let mut next = 0;
    while let Some(&sort) = sorts.get(next) {
        next += 1;
        if let SortKind::Apply(_, args) = store.sort_kind(sort) {
            args.iter().for_each(|&arg| add(arg, &mut sorts));
        }
    }
    sorts
}

/// The functions of the script that are applied somewhere and take arguments, or are constants; each once.
pub(crate) fn functions(store: &Store, commands: &[Command]) -> Vec<Function> {
    // The subterm order of a datatype belongs to its declaration.
    let orders = datatypes(commands)
        .filter_map(|declaration| store.sort_declaration(declaration).datatype.as_ref()?.subterm);
    let mut seen: HashSet<Function, FxBuildHasher> = orders.collect();
    let mut functions = Vec::new();
    post_order(store, &roots(store, commands), &mut TermSet::for_store(store), |term| {
        if let TermKind::Apply(function, _) = store.kind(term)
            && matches!(
                store.function(function).role,
                Role::Declared | Role::Defined { .. } | Role::Recursive(_)
            )
            && seen.insert(function)
        {
            functions.push(function);
        }
    });
    functions
}

/// The function of this name that the script declares or defines and applies.
pub(crate) fn function_named(store: &Store, commands: &[Command], name: Symbol) -> Option<Function> {
    functions(store, commands).into_iter().find(|&function| store.function(function).name == name)
}

/// The datatypes that the script declares.
pub(crate) fn datatypes(commands: &[Command]) -> impl Iterator<Item = quis_smtlib::SortDecl> {
    commands.iter().flat_map(|command| match command {
        Command::DeclareDatatypes(block) => block.to_vec(),
        _ => Vec::new(),
    })
}

/// How long a sort is, written out.
pub(crate) fn length(store: &Store, sort: Sort) -> usize {
    print_sort(store, sort).map_or(usize::MAX, |text| text.len())
}

fn roots(store: &Store, commands: &[Command]) -> Vec<Term> {
    let mut roots: Vec<Term> = commands.iter().flat_map(Command::terms).collect();
    for &function in commands.iter().flat_map(Command::defines) {
        roots.extend(store.definition(function).map(|(_, body)| body));
    }
    roots
}

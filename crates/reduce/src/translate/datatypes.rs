//! Datatypes declared anew.

use quis_smtlib::{
    Constructor, Datatype, Function, FunctionData, Role, Sort, SortConstructor, SortDecl, SortKind, Store,
    Symbol,
};

use super::{Call, Translation};

/// What is left of a datatype.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DatatypeEdit {
    /// The constructors that are left, by their places, each with the fields that it keeps. With none the datatype goes.
    pub(crate) constructors: Vec<(usize, Vec<usize>)>,
    /// The parameters that are left, by their places.
    pub(crate) params: Vec<usize>,
    /// What stands for the parameters that are not.
    pub(crate) instance: Vec<(Symbol, Sort)>,
}

impl DatatypeEdit {
    /// Everything is left.
    pub(crate) fn whole(datatype: &Datatype) -> Self {
        let constructors = datatype.constructors.iter().enumerate();
        DatatypeEdit {
            constructors: constructors.map(|(at, one)| (at, (0..one.selectors.len()).collect())).collect(),
            params: (0..datatype.params.len()).collect(),
            instance: Vec::new(),
        }
    }
}

impl Translation {
    /// The datatypes of one command; the same if nothing in them changes.
    pub(super) fn datatypes(&mut self, store: &mut Store, block: &[SortDecl]) -> Option<Vec<SortDecl>> {
        if !self.changes(store, block)? {
            return Some(block.to_vec());
        }
        let mut edited = Vec::with_capacity(block.len());
        for &old in block {
            let declaration = store.sort_declaration(old).clone();
            let datatype = declaration.datatype?;
            if datatype.subterm.is_some() {
                return None;
            }
            let edit = self.edits.get(&old).cloned().unwrap_or_else(|| DatatypeEdit::whole(&datatype));
            if edit.constructors.is_empty() {
                self.gone.push(old);
                continue;
            }
            let empty = Datatype { codatatype: datatype.codatatype, ..Datatype::default() };
            let new = store.declare_sort(declaration.name, edit.params.len() as u32, Some(empty));
            self.declarations.insert(old, (new, edit.params.clone()));
            edited.push((old, new, datatype, edit));
        }
        // What was met before did not know of the new declarations.
        self.sorts.clear();
        let mut left = Vec::with_capacity(edited.len());
        for (old, new, datatype, edit) in edited {
            self.members(store, old, new, &datatype, &edit)?;
            left.push(new);
        }
        is_well_founded(store, &left).then_some(left)
    }

    fn changes(&mut self, store: &mut Store, block: &[SortDecl]) -> Option<bool> {
        for &declaration in block {
            if self.edits.contains_key(&declaration) {
                return Some(true);
            }
            for sort in field_sorts(store, declaration) {
                if self.sort(store, sort)? != sort {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Makes the members of a datatype anew, and says what becomes of the old ones.
    fn members(
        &mut self,
        store: &mut Store,
        old: SortDecl,
        new: SortDecl,
        datatype: &Datatype,
        edit: &DatatypeEdit,
    ) -> Option<()> {
        let variables = |store: &mut Store, params: &[Symbol]| -> Vec<Sort> {
            params.iter().map(|&param| store.make_sort(SortKind::Variable(param))).collect()
        };
        let params: Vec<Symbol> =
            edit.params.iter().map(|&at| datatype.params.get(at).copied()).collect::<Option<_>>()?;
        let old_variables = variables(store, &datatype.params);
        let old_sort = store.apply_sort(SortConstructor::Declared(old), &old_variables);
        let new_variables = variables(store, &params);
        let new_sort = store.apply_sort(SortConstructor::Declared(new), &new_variables);
        let mut constructors = Vec::with_capacity(edit.constructors.len());
        for (at, constructor) in datatype.constructors.iter().enumerate() {
            let kept = edit.constructors.iter().find(|(place, _)| *place == at).map(|(_, fields)| fields);
            let tester = tester(store, constructor.function, old_sort);
            let Some(kept) = kept else {
                for &gone in constructor.selectors.iter().chain([&constructor.function, &tester]) {
                    self.functions.insert(gone, Call::Constant);
                }
                continue;
            };
            let made = self.constructor(store, constructor, kept, new_sort, &edit.instance)?;
            let new_tester = self::tester(store, made.function, new_sort);
            self.functions.insert(tester, Call::To(new_tester));
            constructors.push(made);
        }
        let codatatype = datatype.codatatype;
        store.define_datatype(new, Datatype { params, constructors, codatatype, subterm: None });
        Some(())
    }

    fn constructor(
        &mut self,
        store: &mut Store,
        old: &Constructor,
        kept: &[usize],
        sort: Sort,
        instance: &[(Symbol, Sort)],
    ) -> Option<Constructor> {
        let data = store.function(old.function).clone();
        let mut fields = Vec::with_capacity(kept.len());
        for &at in kept {
            let field = instantiated(store, *data.params.get(at)?, instance)?;
            fields.push(self.sort(store, field)?);
        }
        let plain = |name, role, params: &[Sort], result| FunctionData {
            name,
            indices: Box::default(),
            role,
            params: params.into(),
            result,
        };
        let function = store.make_function(plain(data.name, Role::Constructor, &fields, sort));
        let whole = kept.len() == old.selectors.len();
        let call = if whole { Call::To(function) } else { Call::Fewer(function, kept.to_vec()) };
        self.functions.insert(old.function, call);
        let mut selectors = Vec::with_capacity(kept.len());
        for (at, &selector) in old.selectors.iter().enumerate() {
            let Some(field) = kept.iter().position(|&place| place == at) else {
                self.functions.insert(selector, Call::Constant);
                continue;
            };
            let name = store.function(selector).name;
            let role = Role::Selector { constructor: function, field: field as u32 };
            let new = store.make_function(plain(name, role, &[sort], *fields.get(field)?));
            self.functions.insert(selector, Call::To(new));
            selectors.push(new);
        }
        Some(Constructor { function, selectors })
    }
}

/// The sorts of all fields of a datatype.
pub(crate) fn field_sorts(store: &Store, declaration: SortDecl) -> Vec<Sort> {
    let datatype = store.sort_declaration(declaration).datatype.iter();
    let constructors = datatype.flat_map(|datatype| &datatype.constructors);
    constructors.flat_map(|one| store.function(one.function).params.iter().copied()).collect()
}

/// The function that tests for a constructor under a name of its own.
pub(crate) fn tester(store: &mut Store, constructor: Function, sort: Sort) -> Function {
    let name = format!("is-{}", store.text(store.function(constructor).name));
    let name = store.symbol(&name);
    let role = Role::Tester(constructor);
    store.make_function(FunctionData {
        name,
        indices: Box::default(),
        role,
        params: [sort].into(),
        result: Sort::BOOL,
    })
}

/// A sort with sorts in place of some of its variables.
fn instantiated(store: &mut Store, sort: Sort, instance: &[(Symbol, Sort)]) -> Option<Sort> {
    if instance.is_empty() {
        return Some(sort);
    }
    let kinds: Vec<(Symbol, SortKind)> =
        instance.iter().map(|&(name, sort)| (name, store.sort_kind(sort).clone())).collect();
    let mut translation = Translation::of_sorts(Box::new(move |store, sort| match store.sort_kind(sort) {
        SortKind::Variable(name) => {
            kinds.iter().find(|(known, _)| known == name).map(|(_, kind)| kind.clone())
        }
        _ => None,
    }));
    translation.sort(store, sort)
}

/// Whether each of the datatypes has a value that is finite.
fn is_well_founded(store: &Store, block: &[SortDecl]) -> bool {
    let mut founded: Vec<SortDecl> = Vec::new();
    loop {
        let before = founded.len();
        for &declaration in block {
            let Some(datatype) = &store.sort_declaration(declaration).datatype else { return false };
            let is_plain = |&field: &Sort| match store.sort_kind(field) {
                SortKind::Apply(SortConstructor::Declared(other), _) => {
                    !block.contains(other) || founded.contains(other)
                }
                _ => true,
            };
            let mut constructors = datatype.constructors.iter();
            let has_value = datatype.codatatype
                || constructors
                    .any(|constructor| store.function(constructor.function).params.iter().all(is_plain));
            if has_value && !founded.contains(&declaration) {
                founded.push(declaration);
            }
        }
        if founded.len() == before {
            return founded.len() == block.len();
        }
    }
}

//! The library, and what belongs to it: elements, expressions and conditions, freed when they are dropped.

#![expect(unsafe_code, reason = "calls of a C interface")]

use std::cell::{RefCell, UnsafeCell};
use std::ffi::c_int;
use std::ptr;

use super::super::gmp::{self, Integer};
use super::super::library::{self, LoadError, Product, Scope};
use super::super::memory;
use super::super::rounding::Rounding;
use super::ffi::{self, Api, Handle, Two};
use super::variant::Variant;
use crate::{Constant, Constraint, Domain, Fact, Linear, Profile, Rational, Relation};

/// A domain of PPL, with the number of variables that all its elements have.
///
/// While it lives, the thread rounds floating-point numbers upwards, as PPL's domains need. PPL shares state between threads: use it in
/// one only.
pub struct Ppl {
    api: &'static Api,
    dimension: usize,
    /// The number one.
    one: Handle,
    /// Room for a number on its way out, in PPL and in GMP.
    number: Handle,
    integer: UnsafeCell<Integer>,
    error: RefCell<Option<String>>,
    profile: Profile,
    /// As it was: fields are dropped after the library is left.
    _rounding: Rounding,
}

/// An abstract element of PPL.
pub struct Element {
    raw: Handle,
    api: &'static Api,
}

/// An expression, prepared; none if its constant is no number, which PPL does not have.
pub struct Expression {
    raw: Handle,
    api: &'static Api,
}

/// A condition, prepared; none if its constant is no number, which PPL does not have.
pub struct Condition {
    raw: Handle,
    api: &'static Api,
}

impl Ppl {
    /// Loads a domain over N variables, which are real numbers.
    pub(in super::super) fn open(variant: &Variant, dimension: usize) -> Result<Ppl, LoadError> {
        let rounding = Rounding::remember()?;
        let not_found = || LoadError::NotFound(super::STEM.to_owned(), Product::Ppl);
        let (folder, path) = library::find(Product::Ppl, super::STEM).ok_or_else(not_found)?;
        let gmp = library::load_needed(&folder.path, gmp::LIBRARY)?;
        memory::serve(gmp)?;
        for name in ["libgmpxx.so.4", "libppl.so.14"] {
            library::load_needed(&folder.path, name)?;
        }
        let ppl = library::load(&path, Scope::Itself)?;
        ffi::initialise(ppl)?;
        let api: &'static Api = Box::leak(Box::new(Api::load(ppl, gmp, variant)?));
        let integer = UnsafeCell::new(Integer { allocated: 0, size: 0, limbs: ptr::null_mut() });
        let error = RefCell::new(None);
        let (one, number) = (ptr::null_mut(), ptr::null_mut());
        let profile = variant.profile();
        let mut library = Ppl { api, dimension, one, number, integer, error, profile, _rounding: rounding };
        // SAFETY: the library is initialised; GMP initialises what it will clear. Only this thread's rounding is changed.
        unsafe {
            (api.init_integer)(library.integer.get());
            (api.set_rounding)();
        }
        library.one = library.number(1);
        library.number = library.number(0);
        Ok(library)
    }

    /// Notices an error.
    #[inline]
    fn check(&self, code: c_int) -> c_int {
        if code < 0 {
            self.record(&format!("error {code}"));
        }
        code
    }

    #[cold]
    fn record(&self, otherwise: &str) {
        let message = ffi::message().unwrap_or_else(|| otherwise.to_owned());
        self.error.borrow_mut().get_or_insert(message);
    }

    /// Whether an element is of this domain: another one's would be taken for something else.
    #[inline]
    fn owns(&self, x: &Element) -> bool {
        ptr::eq(x.api, self.api) && !x.raw.is_null()
    }

    fn make(&self, empty: bool) -> Element {
        let mut raw = ptr::null_mut();
        // SAFETY: the library is initialised.
        self.check(unsafe { (self.api.make)(&raw mut raw, self.dimension, c_int::from(empty)) });
        Element { raw, api: self.api }
    }

    /// A copy of an element, changed.
    #[inline]
    fn changed(&self, x: &Element, change: impl FnOnce(Handle) -> c_int) -> Element {
        let result = self.copy(x);
        if !result.raw.is_null() {
            self.check(change(result.raw));
        }
        result
    }

    /// A copy of an element, combined with another.
    #[inline]
    fn combined(&self, x: &Element, y: &Element, combine: Two) -> Element {
        if !self.owns(y) {
            self.record("an element of another domain");
            return self.make(false);
        }
        // SAFETY: both are of this domain, and the first is our own.
        self.changed(x, |x| unsafe { combine(x, y.raw) })
    }

    #[inline]
    fn asked(&self, x: &Element, question: unsafe extern "C" fn(Handle) -> c_int) -> bool {
        // SAFETY: the element is of this domain.
        self.owns(x) && self.check(unsafe { question(x.raw) }) > 0
    }

    #[inline]
    fn compared(&self, x: &Element, y: &Element, question: Two) -> bool {
        // SAFETY: the elements are of this domain.
        self.owns(x) && self.owns(y) && self.check(unsafe { question(x.raw, y.raw) }) > 0
    }

    /// A number of PPL's, exactly; the caller deletes it.
    fn number(&self, value: i64) -> Handle {
        let mut limb = value.unsigned_abs();
        let size = i32::from(value != 0) * if value < 0 { -1 } else { 1 };
        let integer = Integer { allocated: 1, size, limbs: &raw mut limb };
        let mut raw = ptr::null_mut();
        // SAFETY: the integer looks as GMP's do, and is only read.
        self.check(unsafe { (self.api.make_number)(&raw mut raw, &raw const integer) });
        raw
    }

    /// What a polyhedron says.
    ///
    /// # Safety
    /// It must be one of the library's.
    unsafe fn facts_of(&self, polyhedron: Handle) -> Vec<Fact> {
        let mut facts = Vec::new();
        let (mut system, mut here, mut end) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        let api = self.api;
        // SAFETY: the system is part of the polyhedron. Iterators are made and deleted by the library, and only moved while they are not at
        // the end.
        unsafe {
            if self.check((api.constraints)(polyhedron, &raw mut system)) < 0 || system.is_null() {
                return facts;
            }
            let made = [(api.make_iterator)(&raw mut here), (api.make_iterator)(&raw mut end)];
            if made == [0, 0] && (api.begin)(system, here) >= 0 && (api.end)(system, end) >= 0 {
                while (api.same)(here, end) == 0 {
                    let mut constraint = ptr::null_mut();
                    if self.check((api.get)(here, &raw mut constraint)) < 0 || constraint.is_null() {
                        break;
                    }
                    facts.extend(self.fact(constraint));
                    if self.check((api.next)(here)) < 0 {
                        break;
                    }
                }
            }
            for iterator in [here, end].into_iter().filter(|iterator| !iterator.is_null()) {
                (api.delete_iterator)(iterator);
            }
        }
        facts
    }

    /// A constraint, as a fact.
    ///
    /// # Safety
    /// It must be one of the library's.
    unsafe fn fact(&self, constraint: Handle) -> Option<Fact> {
        let mut coefficients = vec![Rational::ZERO; self.dimension];
        // SAFETY: the constraint is one of the library's, and has so many variables.
        unsafe {
            let (negate, relation) = match u32::try_from((self.api.relation)(constraint)).ok()? {
                ffi::EQUAL => (false, Relation::Equal),
                ffi::AT_LEAST => (false, Relation::AtLeast),
                ffi::ABOVE => (false, Relation::Above),
                1 => (true, Relation::AtLeast),
                0 => (true, Relation::Above),
                _ => return None,
            };
            let signed = |number: Rational| if negate { number.neg() } else { number };
            let mut width = 0;
            self.check((self.api.width)(constraint, &raw mut width));
            for (variable, slot) in coefficients.iter_mut().enumerate().take(width) {
                self.check((self.api.coefficient)(constraint, variable, self.number));
                *slot = signed(self.read());
            }
            self.check((self.api.constant)(constraint, self.number));
            let constant = signed(self.read());
            Some(Fact { coefficients, constant, relation })
        }
    }

    /// The number that was just put where there is room for one.
    fn read(&self) -> Rational {
        // SAFETY: GMP has initialised the integer, and nobody else has a reference to it.
        unsafe {
            self.check((self.api.read_number)(self.number, self.integer.get()));
            Rational::from_integers((*self.integer.get()).get(), dashu_int::IBig::ONE)
        }
    }
}

impl Domain for Ppl {
    type Element = Element;
    type Expression = Expression;
    type Condition = Condition;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn expression(&self, linear: &Linear) -> Expression {
        let mut expression = Expression { raw: ptr::null_mut(), api: self.api };
        let Constant::Finite(constant) = linear.constant else { return expression };
        // SAFETY: the expression is ours; each number is deleted once, after its use.
        unsafe {
            self.check((self.api.make_expression)(&raw mut expression.raw, self.dimension));
            for (variable, coefficient) in linear.terms().filter(|&(variable, _)| variable < self.dimension) {
                let number = self.number(coefficient);
                self.check((self.api.add_coefficient)(expression.raw, variable, number));
                (self.api.delete_number)(number);
            }
            let number = self.number(constant);
            self.check((self.api.add_constant)(expression.raw, number));
            (self.api.delete_number)(number);
        }
        expression
    }

    fn condition(&self, constraint: &Constraint) -> Condition {
        let mut condition = Condition { raw: ptr::null_mut(), api: self.api };
        let expression = self.expression(&constraint.linear);
        if expression.raw.is_null() {
            return condition;
        }
        let relation = match constraint.relation {
            Relation::AtLeast => ffi::AT_LEAST,
            Relation::Equal => ffi::EQUAL,
            Relation::Above => ffi::ABOVE,
        };
        // SAFETY: the expression is ours, and copied.
        self.check(unsafe { (self.api.make_constraint)(&raw mut condition.raw, expression.raw, relation) });
        condition
    }

    fn top(&self) -> Element {
        self.make(false)
    }

    fn bottom(&self) -> Element {
        self.make(true)
    }

    fn copy(&self, x: &Element) -> Element {
        if !self.owns(x) {
            self.record("an element of another domain");
            return self.make(false);
        }
        let mut raw = ptr::null_mut();
        // SAFETY: the element is of this domain.
        self.check(unsafe { (self.api.copy)(&raw mut raw, x.raw) });
        Element { raw, api: self.api }
    }

    fn is_leq(&self, x: &Element, y: &Element) -> bool {
        self.compared(y, x, self.api.contains)
    }

    fn is_eq(&self, x: &Element, y: &Element) -> bool {
        self.compared(x, y, self.api.equals)
    }

    fn is_bottom(&self, x: &Element) -> bool {
        self.asked(x, self.api.is_empty)
    }

    fn is_top(&self, x: &Element) -> bool {
        self.asked(x, self.api.is_universe)
    }

    fn join(&self, x: &Element, y: &Element) -> Element {
        self.combined(x, y, self.api.join)
    }

    fn meet(&self, x: &Element, y: &Element) -> Element {
        self.combined(x, y, self.api.meet)
    }

    /// PPL widens the newer, larger element by the older one.
    fn widen(&self, x: &Element, y: &Element) -> Element {
        self.combined(y, x, self.api.widen)
    }

    /// PPL restores what the newer, smaller element says in the older one, and puts the result into the newer.
    fn narrow(&self, x: &Element, y: &Element) -> Element {
        match self.api.narrow {
            Some(narrow) => self.combined(y, x, narrow),
            None => self.copy(x),
        }
    }

    fn assign(&self, x: &Element, variable: usize, expression: &Expression) -> Element {
        if !ptr::eq(expression.api, self.api) {
            self.record("an expression of another domain");
            return self.make(false);
        }
        if expression.raw.is_null() {
            return self.project(x, variable);
        }
        // SAFETY: all are of this library; it looks itself whether there is such a variable.
        self.changed(x, |x| unsafe { (self.api.assign)(x, variable, expression.raw, self.one) })
    }

    fn project(&self, x: &Element, variable: usize) -> Element {
        // SAFETY: the element is of this domain; the library looks itself whether there is such a variable.
        self.changed(x, |x| unsafe { (self.api.forget)(x, variable) })
    }

    fn cond(&self, x: &Element, condition: &Condition) -> Element {
        if !ptr::eq(condition.api, self.api) {
            self.record("a condition of another domain");
            return self.make(false);
        }
        if condition.raw.is_null() {
            return self.copy(x);
        }
        // SAFETY: both are of this library.
        self.changed(x, |x| unsafe { (self.api.refine)(x, condition.raw) })
    }

    /// What an element says; the element is left alone, as a copy is looked at.
    fn constraints(&self, x: &Element) -> Vec<Fact> {
        let copy = self.copy(x);
        if self.is_bottom(&copy) {
            return vec![Fact::contradiction(self.dimension)];
        }
        let mut polyhedron = ptr::null_mut();
        // SAFETY: the copy is of this domain; the polyhedron is ours, and lives as long as its constraints are read.
        unsafe {
            if self.check((self.api.polyhedron)(&raw mut polyhedron, copy.raw)) < 0 || polyhedron.is_null() {
                return Vec::new();
            }
            let facts = self.facts_of(polyhedron);
            (self.api.delete_polyhedron)(polyhedron);
            facts
        }
    }

    fn take_error(&self) -> Option<String> {
        self.error.borrow_mut().take()
    }
}

impl Drop for Ppl {
    fn drop(&mut self) {
        // SAFETY: each was made once. The library itself stays, for elements that are left.
        unsafe {
            for number in [self.one, self.number].into_iter().filter(|number| !number.is_null()) {
                (self.api.delete_number)(number);
            }
            (self.api.clear_integer)(self.integer.get());
        }
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: it was made once.
            unsafe { (self.api.delete)(self.raw) };
        }
    }
}

impl Drop for Expression {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: it was made once.
            unsafe { (self.api.delete_expression)(self.raw) };
        }
    }
}

impl Drop for Condition {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: it was made once.
            unsafe { (self.api.delete_constraint)(self.raw) };
        }
    }
}

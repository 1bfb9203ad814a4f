//! A manager, and what belongs to it: elements, expressions and conditions, freed when they are dropped.

#![expect(unsafe_code, reason = "calls of a C interface")]

use std::cell::RefCell;
use std::ffi::{CStr, c_uint};
use std::ptr;

use super::super::library::{self, LoadError, Loaded, Product, Scope};
use super::super::rounding::Rounding;
use super::super::{gmp, memory};
use super::ffi::{self, Abstract, Api, Comparisons, Manager, Widen};
use super::read;
use super::variant::{self, Maker, Variant};
use crate::{Constant, Constraint, Domain, Fact, Linear, Profile, Relation, Special};

/// A domain with APRON's interface: a manager of a library, with the number of variables that all its elements have.
///
/// While it lives, the thread may round floating-point numbers upwards, as some of APRON's domains need.
pub struct Apron {
    manager: *mut Manager,
    api: &'static Api,
    narrow: Option<Widen>,
    dimension: usize,
    /// Whether the manager looks as expected: in another release, exceptions may be elsewhere.
    readable: bool,
    /// Whether numbers are best passed as doubles, if these are exact.
    doubles: bool,
    error: RefCell<Option<String>>,
    profile: Profile,
    /// As it was: fields are dropped after the manager is left.
    _rounding: Rounding,
}

/// An abstract element of a library with APRON's interface.
pub struct Element {
    raw: *mut Abstract,
    api: &'static Api,
}

/// An expression, prepared.
pub struct Expression {
    raw: *mut ffi::Expression,
    api: &'static Api,
}

/// A condition, prepared.
pub struct Condition {
    raw: Comparisons,
    api: &'static Api,
}

impl Apron {
    /// Loads a domain over N variables, which are real numbers, and makes a manager.
    pub(in super::super) fn open(variant: &Variant, dimension: usize) -> Result<Apron, LoadError> {
        let rounding = Rounding::remember()?;
        let not_found = || LoadError::NotFound(variant.library.to_owned(), variant.product);
        let (folder, path) = library::find(variant.product, variant.library).ok_or_else(not_found)?;
        for name in variant::NUMBERS {
            let loaded = library::load_needed(&folder.path, name)?;
            if name == gmp::LIBRARY {
                memory::serve(loaded)?;
            }
        }
        let beside = library::in_folder(&folder.path, variant::APRON);
        let apron = beside.or_else(|| Some(library::find(Product::Apron, variant::APRON)?.1));
        let apron = apron.ok_or_else(|| LoadError::NotFound(variant::APRON.to_owned(), Product::Apron))?;
        let apron = library::load(&apron, Scope::Everybody)?;
        for needed in variant.needed.iter().filter_map(|stem| library::in_folder(&folder.path, stem)) {
            library::load(&needed, Scope::Everybody)?;
        }
        let scope = if variant.product == Product::Elina { Scope::ItselfLazily } else { Scope::Itself };
        let domain = library::load(&path, scope)?;
        let manager = make_manager(domain, variant.maker)?;
        // SAFETY: it is of the type of a widening.
        let narrow = unsafe { domain.function(variant::NARROWING) }.ok();
        let api = Box::leak(Box::new(Api::load(apron)?));
        let doubles = variant.numbers == crate::Numbers::Floating;
        let readable = is_readable(manager, api);
        let profile = variant.profile(narrow.is_some());
        Ok(Apron {
            manager,
            api,
            narrow,
            dimension,
            readable,
            doubles,
            error: RefCell::new(None),
            profile,
            _rounding: rounding,
        })
    }

    /// Notices an exception of the last call.
    #[inline]
    fn check(&self) {
        // SAFETY: the manager lives as long as this, and looks so.
        if self.readable && unsafe { (*self.manager).outcome.exception } != 0 {
            self.record();
        }
    }

    #[cold]
    fn record(&self) {
        const NAMES: [&str; 6] =
            ["none", "timeout", "out of space", "overflow", "invalid argument", "not implemented"];
        // SAFETY: the manager is readable, and nobody else uses it; messages are strings of C.
        let message = unsafe {
            let outcome = &mut (*self.manager).outcome;
            let name = NAMES.get(outcome.exception as usize).copied().unwrap_or("unknown exception");
            let said = match outcome.log.as_ref() {
                Some(log) if !log.message.is_null() => {
                    format!(
                        "{name}: {} (function {})",
                        CStr::from_ptr(log.message).to_string_lossy(),
                        log.function
                    )
                }
                _ => name.to_owned(),
            };
            (self.api.clear_log)(self.manager);
            outcome.exception = 0;
            said
        };
        self.error.borrow_mut().get_or_insert(message);
    }

    /// An element of what the library gave.
    #[inline]
    fn element(&self, raw: *mut Abstract) -> Element {
        self.check();
        if raw.is_null() {
            return self.no_element("the library gave no element");
        }
        Element { raw, api: self.api }
    }

    #[cold]
    fn no_element(&self, why: &str) -> Element {
        self.error.borrow_mut().get_or_insert_with(|| why.to_owned());
        // SAFETY: the manager lives.
        Element { raw: unsafe { (self.api.top)(self.manager, 0, self.dimension) }, api: self.api }
    }

    /// Whether an element is of this library: another one's would be taken for something else.
    #[inline]
    fn owns(&self, x: &Element) -> bool {
        ptr::eq(x.api, self.api) && !x.raw.is_null()
    }

    #[inline]
    fn unary(&self, x: &Element, act: impl FnOnce(*mut Abstract) -> *mut Abstract) -> Element {
        if !self.owns(x) {
            return self.no_element("an element of another domain");
        }
        self.element(act(x.raw))
    }

    #[inline]
    fn binary(
        &self,
        x: &Element,
        y: &Element,
        act: impl FnOnce(*mut Abstract, *mut Abstract) -> *mut Abstract,
    ) -> Element {
        if !self.owns(x) || !self.owns(y) {
            return self.no_element("an element of another domain");
        }
        self.element(act(x.raw, y.raw))
    }

    fn variable(&self, variable: usize) -> Option<c_uint> {
        if variable < self.dimension { c_uint::try_from(variable).ok() } else { None }
    }

    fn make(&self, linear: &Linear) -> *mut ffi::Expression {
        let terms = || linear.terms().filter(|&(variable, _)| variable < self.dimension);
        // SAFETY: the expression has room for all terms, which are set in the order of their variables.
        unsafe {
            let raw = (self.api.make_expression)(ffi::SPARSE, terms().count());
            for (place, (variable, coefficient)) in terms().enumerate() {
                let term = (*raw).terms.sparse.add(place);
                (*term).variable = variable as c_uint;
                self.set(&raw mut (*term).coefficient, Constant::Finite(coefficient));
            }
            self.set(&raw mut (*raw).constant, linear.constant);
            raw
        }
    }

    /// Sets a coefficient exactly.
    ///
    /// # Safety
    /// The coefficient must be one of an expression that the library made.
    unsafe fn set(&self, coefficient: *mut ffi::Coefficient, constant: Constant) {
        let double = match constant {
            Constant::Finite(value) => {
                // Whichever way this was rounded, it is exact if it comes back.
                let double = value as f64;
                let exact = double as i128 == i128::from(value);
                (self.doubles && exact).then_some(double)
            }
            Constant::Special(Special::Infinity) => Some(f64::INFINITY),
            Constant::Special(Special::NegativeInfinity) => Some(f64::NEG_INFINITY),
            Constant::Special(Special::NotANumber) => Some(f64::NAN),
            Constant::Interval(low, high) => {
                // SAFETY: the coefficient is one of the library's.
                unsafe { (self.api.set_interval)(coefficient, low, high) };
                return;
            }
        };
        // SAFETY: the coefficient is one of the library's.
        unsafe {
            match (double, constant) {
                (Some(double), _) => (self.api.set_double)(coefficient, double),
                (None, constant) => {
                    (self.api.set_integer)(coefficient, constant.finite().unwrap_or_default())
                }
            }
        }
    }
}

impl Domain for Apron {
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
        Expression { raw: self.make(linear), api: self.api }
    }

    fn condition(&self, constraint: &Constraint) -> Condition {
        let expression = self.make(&constraint.linear);
        // SAFETY: the array has the one entry asked for, and takes the expression over.
        let raw = unsafe {
            let raw = (self.api.make_comparisons)(1);
            let relation = match constraint.relation {
                Relation::AtLeast => ffi::AT_LEAST,
                Relation::Equal => ffi::EQUAL,
                Relation::Above => ffi::ABOVE,
            };
            raw.first.write(ffi::Comparison { expression, relation, modulus: ptr::null_mut() });
            raw
        };
        Condition { raw, api: self.api }
    }

    fn top(&self) -> Element {
        // SAFETY: the manager lives.
        self.element(unsafe { (self.api.top)(self.manager, 0, self.dimension) })
    }

    fn bottom(&self) -> Element {
        // SAFETY: the manager lives.
        self.element(unsafe { (self.api.bottom)(self.manager, 0, self.dimension) })
    }

    fn copy(&self, x: &Element) -> Element {
        self.unary(x, |x| {
            // SAFETY: the element is of this manager.
            unsafe { (self.api.copy)(self.manager, x) }
        })
    }

    fn is_leq(&self, x: &Element, y: &Element) -> bool {
        let owned = self.owns(x) && self.owns(y);
        // SAFETY: the elements are of this manager.
        let result = owned && unsafe { (self.api.is_leq)(self.manager, x.raw, y.raw) } != 0;
        self.check();
        result
    }

    fn is_eq(&self, x: &Element, y: &Element) -> bool {
        let owned = self.owns(x) && self.owns(y);
        // SAFETY: the elements are of this manager.
        let result = owned && unsafe { (self.api.is_eq)(self.manager, x.raw, y.raw) } != 0;
        self.check();
        result
    }

    fn is_bottom(&self, x: &Element) -> bool {
        // SAFETY: the element is of this manager.
        let result = self.owns(x) && unsafe { (self.api.is_bottom)(self.manager, x.raw) } != 0;
        self.check();
        result
    }

    fn is_top(&self, x: &Element) -> bool {
        // SAFETY: the element is of this manager.
        let result = self.owns(x) && unsafe { (self.api.is_top)(self.manager, x.raw) } != 0;
        self.check();
        result
    }

    fn join(&self, x: &Element, y: &Element) -> Element {
        // SAFETY: the elements are of this manager, and are not consumed.
        self.binary(x, y, |x, y| unsafe { (self.api.join)(self.manager, 0, x, y) })
    }

    fn meet(&self, x: &Element, y: &Element) -> Element {
        // SAFETY: the elements are of this manager, and are not consumed.
        self.binary(x, y, |x, y| unsafe { (self.api.meet)(self.manager, 0, x, y) })
    }

    fn widen(&self, x: &Element, y: &Element) -> Element {
        // SAFETY: the elements are of this manager, and are not consumed.
        self.binary(x, y, |x, y| unsafe { (self.api.widen)(self.manager, x, y) })
    }

    fn narrow(&self, x: &Element, y: &Element) -> Element {
        match self.narrow {
            // SAFETY: the elements are of this manager, and are not consumed.
            Some(narrow) => self.binary(x, y, |x, y| unsafe { narrow(self.manager, x, y) }),
            None => self.copy(x),
        }
    }

    fn assign(&self, x: &Element, variable: usize, expression: &Expression) -> Element {
        let (Some(variable), true) = (self.variable(variable), ptr::eq(expression.api, self.api)) else {
            return self.no_element("an assignment that does not fit");
        };
        self.unary(x, |x| {
            let (variables, expressions) = ([variable], [expression.raw]);
            // SAFETY: the element is of this manager and not consumed; both arrays have one entry.
            unsafe {
                let (variables, expressions) = (variables.as_ptr(), expressions.as_ptr());
                (self.api.assign)(self.manager, 0, x, variables, expressions, 1, ptr::null_mut())
            }
        })
    }

    fn project(&self, x: &Element, variable: usize) -> Element {
        let Some(variable) = self.variable(variable) else {
            return self.no_element("no such variable");
        };
        self.unary(x, |x| {
            let variables = [variable];
            // SAFETY: the element is of this manager and not consumed; the array has one entry.
            unsafe { (self.api.forget)(self.manager, 0, x, variables.as_ptr(), 1, 0) }
        })
    }

    fn cond(&self, x: &Element, condition: &Condition) -> Element {
        if !ptr::eq(condition.api, self.api) {
            return self.no_element("a condition of another domain");
        }
        // SAFETY: the element is of this manager and not consumed; the condition lives.
        self.unary(x, |x| unsafe {
            (self.api.meet_comparisons)(self.manager, 0, x, &raw const condition.raw)
        })
    }

    /// What an element says; the element is left alone, as a copy is looked at.
    fn constraints(&self, x: &Element) -> Vec<Fact> {
        let copy = self.copy(x);
        // This makes octagons draw all their conclusions.
        if self.is_bottom(&copy) {
            return vec![Fact::contradiction(self.dimension)];
        }
        // SAFETY: the element is of this manager; the array is ours, and freed after it was read.
        unsafe {
            let mut found = (self.api.to_comparisons)(self.manager, copy.raw);
            self.check();
            let facts = read::facts(&found, self.dimension);
            (self.api.clear_comparisons)(&raw mut found);
            facts
        }
    }

    fn take_error(&self) -> Option<String> {
        self.error.borrow_mut().take()
    }
}

fn make_manager(library: Loaded, maker: Maker) -> Result<*mut Manager, LoadError> {
    // SAFETY: the functions have these types, and no preconditions.
    let manager: *mut Manager = unsafe {
        match maker {
            Maker::Plain(name) => {
                let make: unsafe extern "C" fn() -> *mut Manager = library.function(name)?;
                make()
            }
            Maker::Strict(name, strict) => {
                let make: unsafe extern "C" fn(u8) -> *mut Manager = library.function(name)?;
                make(u8::from(strict))
            }
        }
    };
    if manager.is_null() {
        return Err(LoadError::Start("the library".to_owned(), "it made no manager".to_owned()));
    }
    Ok(manager)
}

/// Whether the outcome of a call is where we expect it: what we write there, the library must read.
fn is_readable(manager: *mut Manager, api: &Api) -> bool {
    // SAFETY: the byte is inside of the manager in every known release, and put back.
    unsafe {
        let place = &raw mut (*manager).outcome.exact;
        let before = place.read();
        let seen = [0, 1].map(|value: u8| {
            place.write(value);
            (api.is_exact)(manager) == value
        });
        place.write(before);
        seen == [true, true] && (*manager).outcome.exception == 0
    }
}

impl Drop for Apron {
    fn drop(&mut self) {
        // SAFETY: it was made once. Elements that are left have their own share in it.
        unsafe { (self.api.free_manager)(self.manager) }
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: it was made once, and knows its manager, which lives at least as long.
            unsafe { (self.api.free)((*self.raw).manager, self.raw) }
        }
    }
}

impl Drop for Expression {
    fn drop(&mut self) {
        // SAFETY: it was made once.
        unsafe { (self.api.free_expression)(self.raw) }
    }
}

impl Drop for Condition {
    fn drop(&mut self) {
        // SAFETY: it was made once; the expression goes with it.
        unsafe { (self.api.clear_comparisons)(&raw mut self.raw) }
    }
}

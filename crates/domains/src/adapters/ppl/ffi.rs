//! PPL's C interface: the functions that are called. All its objects are behind pointers; functions give a negative number for an error,
//! and tests a positive one for yes.

#![expect(unsafe_code, reason = "a C interface")]

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

use super::super::gmp::Integer;
use super::super::library::{LoadError, Loaded};
use super::variant::Variant;

/// Any object of PPL.
pub(super) type Handle = *mut c_void;

/// `e = 0`
pub(super) const EQUAL: c_uint = 2;
/// `e >= 0`
pub(super) const AT_LEAST: c_uint = 3;
/// `e > 0`
pub(super) const ABOVE: c_uint = 4;

type Create = unsafe extern "C" fn(*mut Handle) -> c_int;
type Copy = unsafe extern "C" fn(*mut Handle, Handle) -> c_int;
type One = unsafe extern "C" fn(Handle) -> c_int;
pub(super) type Two = unsafe extern "C" fn(Handle, Handle) -> c_int;

/// The functions of a domain, and those of expressions and constraints.
pub(super) struct Api {
    pub(super) make: unsafe extern "C" fn(*mut Handle, usize, c_int) -> c_int,
    pub(super) copy: Copy,
    pub(super) delete: One,
    pub(super) is_empty: One,
    pub(super) is_universe: One,
    pub(super) contains: Two,
    pub(super) equals: Two,
    pub(super) join: Two,
    pub(super) meet: Two,
    pub(super) widen: Two,
    pub(super) narrow: Option<Two>,
    pub(super) refine: Two,
    pub(super) assign: unsafe extern "C" fn(Handle, usize, Handle, Handle) -> c_int,
    pub(super) forget: unsafe extern "C" fn(Handle, usize) -> c_int,

    /// Makes a polyhedron that is the same. Only polyhedra keep their constraints: asked for those of another element, this interface gives a
    /// system that is no longer there.
    pub(super) polyhedron: Copy,
    pub(super) constraints: unsafe extern "C" fn(Handle, *mut Handle) -> c_int,
    pub(super) delete_polyhedron: One,

    pub(super) make_number: unsafe extern "C" fn(*mut Handle, *const Integer) -> c_int,
    pub(super) read_number: unsafe extern "C" fn(Handle, *mut Integer) -> c_int,
    pub(super) delete_number: One,

    pub(super) make_expression: unsafe extern "C" fn(*mut Handle, usize) -> c_int,
    pub(super) add_coefficient: unsafe extern "C" fn(Handle, usize, Handle) -> c_int,
    pub(super) add_constant: Two,
    pub(super) delete_expression: One,

    pub(super) make_constraint: unsafe extern "C" fn(*mut Handle, Handle, c_uint) -> c_int,
    pub(super) delete_constraint: One,
    pub(super) relation: One,
    pub(super) width: unsafe extern "C" fn(Handle, *mut usize) -> c_int,
    pub(super) coefficient: unsafe extern "C" fn(Handle, usize, Handle) -> c_int,
    pub(super) constant: Two,

    pub(super) make_iterator: Create,
    pub(super) delete_iterator: One,
    pub(super) begin: Two,
    pub(super) end: Two,
    pub(super) get: unsafe extern "C" fn(Handle, *mut Handle) -> c_int,
    pub(super) next: One,
    pub(super) same: Two,

    pub(super) set_rounding: unsafe extern "C" fn() -> c_int,
    pub(super) init_integer: unsafe extern "C" fn(*mut Integer),
    pub(super) clear_integer: unsafe extern "C" fn(*mut Integer),
}

impl Api {
    /// Looks all functions up.
    pub(super) fn load(ppl: Loaded, gmp: Loaded, variant: &Variant) -> Result<Api, LoadError> {
        let (made, used) = (variant.made, variant.used);
        // SAFETY: the types are those of PPL's header, in which the functions of all domains look alike, and of GMP's.
        unsafe {
            let of = |name: &str| format!("ppl_{used}_{name}");
            Ok(Api {
                make: ppl.function(&format!("ppl_new_{made}_from_space_dimension"))?,
                copy: ppl.function(&format!("ppl_new_{made}_from_{made}"))?,
                delete: ppl.function(&format!("ppl_delete_{used}"))?,
                is_empty: ppl.function(&of("is_empty"))?,
                is_universe: ppl.function(&of("is_universe"))?,
                contains: ppl.function(&of(&format!("contains_{used}")))?,
                equals: ppl.function(&of(&format!("equals_{used}")))?,
                join: ppl.function(&of("upper_bound_assign"))?,
                meet: ppl.function(&of("intersection_assign"))?,
                widen: ppl.function(&of(variant.widening))?,
                narrow: variant.narrowing.map(|name| ppl.function(&of(name))).transpose()?,
                refine: ppl.function(&of("refine_with_constraint"))?,
                assign: ppl.function(&of("affine_image"))?,
                forget: ppl.function(&of("unconstrain_space_dimension"))?,
                polyhedron: ppl.function(&format!("ppl_new_{}_from_{made}", variant.polyhedra_for_it()))?,
                constraints: ppl.function("ppl_Polyhedron_get_minimized_constraints")?,
                delete_polyhedron: ppl.function("ppl_delete_Polyhedron")?,
                make_number: ppl.function("ppl_new_Coefficient_from_mpz_t")?,
                read_number: ppl.function("ppl_Coefficient_to_mpz_t")?,
                delete_number: ppl.function("ppl_delete_Coefficient")?,
                make_expression: ppl.function("ppl_new_Linear_Expression_with_dimension")?,
                add_coefficient: ppl.function("ppl_Linear_Expression_add_to_coefficient")?,
                add_constant: ppl.function("ppl_Linear_Expression_add_to_inhomogeneous")?,
                delete_expression: ppl.function("ppl_delete_Linear_Expression")?,
                make_constraint: ppl.function("ppl_new_Constraint")?,
                delete_constraint: ppl.function("ppl_delete_Constraint")?,
                relation: ppl.function("ppl_Constraint_type")?,
                width: ppl.function("ppl_Constraint_space_dimension")?,
                coefficient: ppl.function("ppl_Constraint_coefficient")?,
                constant: ppl.function("ppl_Constraint_inhomogeneous_term")?,
                make_iterator: ppl.function("ppl_new_Constraint_System_const_iterator")?,
                delete_iterator: ppl.function("ppl_delete_Constraint_System_const_iterator")?,
                begin: ppl.function("ppl_Constraint_System_begin")?,
                end: ppl.function("ppl_Constraint_System_end")?,
                get: ppl.function("ppl_Constraint_System_const_iterator_dereference")?,
                next: ppl.function("ppl_Constraint_System_const_iterator_increment")?,
                same: ppl.function("ppl_Constraint_System_const_iterator_equal_test")?,
                set_rounding: ppl.function("ppl_set_rounding_for_PPL")?,
                init_integer: gmp.function("__gmpz_init")?,
                clear_integer: gmp.function("__gmpz_clear")?,
            })
        }
    }
}

thread_local! {
    /// What PPL said about its last error.
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What PPL said about its last error on this thread.
pub(super) fn message() -> Option<String> {
    MESSAGE.with(|message| message.take())
}

extern "C" fn complain(code: c_int, description: *const c_char) {
    let text = if description.is_null() {
        String::new()
    } else {
        // SAFETY: PPL gives a string of C.
        unsafe { CStr::from_ptr(description) }.to_string_lossy().into_owned()
    };
    MESSAGE.with(|message| {
        if let Ok(mut message) = message.try_borrow_mut() {
            *message = Some(format!("error {code}: {}", text.trim()));
        }
    });
}

/// Makes the library ready, once: it does not like to be asked twice.
pub(super) fn initialise(ppl: Loaded) -> Result<(), LoadError> {
    static DONE: OnceLock<c_int> = OnceLock::new();
    // SAFETY: these are the types of PPL's header; the handler stays.
    let (start, handle) = unsafe {
        let start: unsafe extern "C" fn() -> c_int = ppl.function("ppl_initialize")?;
        let handle: unsafe extern "C" fn(extern "C" fn(c_int, *const c_char)) -> c_int =
            ppl.function("ppl_set_error_handler")?;
        (start, handle)
    };
    let code = *DONE.get_or_init(|| {
        // SAFETY: the first function that is called, and then the handler, which does not unwind.
        unsafe { start().min(handle(complain)) }
    });
    match code {
        0.. => Ok(()),
        _ => Err(LoadError::Start("PPL".to_owned(), message().unwrap_or_else(|| format!("error {code}")))),
    }
}

//! APRON's C interface: the few structures that cross it, and the functions that are called.

#![expect(unsafe_code, reason = "a C interface")]

use std::ffi::{c_char, c_double, c_int, c_long, c_uint, c_void};

use super::super::gmp::{Float, Fraction};
use super::super::library::{LoadError, Loaded};

/// How many functions a manager has.
const FUNCTIONS: usize = 51;
/// How many kinds of exceptions there are.
const EXCEPTIONS: usize = 6;

/// `ap_manager_t`
#[repr(C)]
pub(super) struct Manager {
    pub(super) library: *const c_char,
    pub(super) version: *const c_char,
    internal: *mut c_void,
    functions: [*mut c_void; FUNCTIONS],
    options: Options,
    pub(super) outcome: Outcome,
    internal_free: *mut c_void,
    count: usize,
}

/// `ap_option_t`
#[repr(C)]
struct Options {
    functions: [FunctionOptions; FUNCTIONS],
    abort: [u8; EXCEPTIONS],
    numbers: c_uint,
}

/// `ap_funopt_t`
#[repr(C)]
struct FunctionOptions {
    algorithm: c_int,
    timeout: usize,
    size: usize,
    exact_wanted: u8,
    best_wanted: u8,
}

/// `ap_result_t`
#[repr(C)]
pub(super) struct Outcome {
    pub(super) log: *mut Log,
    pub(super) exception: c_uint,
    pub(super) exact: u8,
    pub(super) best: u8,
}

/// `ap_exclog_t`
#[repr(C)]
pub(super) struct Log {
    pub(super) exception: c_uint,
    pub(super) function: c_uint,
    pub(super) message: *const c_char,
    pub(super) older: *mut Log,
}

/// `ap_abstract0_t`
#[repr(C)]
pub(super) struct Abstract {
    value: *mut c_void,
    pub(super) manager: *mut Manager,
}

/// `ap_scalar_t`
#[repr(C)]
pub(super) struct Scalar {
    pub(super) kind: c_uint,
    pub(super) number: Number,
}

/// The kind of a scalar that is a double.
pub(super) const DOUBLE: c_uint = 0;
/// The kind of a scalar that is a rational of GMP.
pub(super) const FRACTION: c_uint = 1;
/// The kind of a scalar that is a number of MPFR.
pub(super) const FLOAT: c_uint = 2;

/// The number of a scalar.
#[repr(C)]
pub(super) union Number {
    pub(super) double: c_double,
    pub(super) fraction: *const Fraction,
    pub(super) float: *const Float,
}

/// `ap_interval_t`
#[repr(C)]
pub(super) struct Interval {
    pub(super) low: *const Scalar,
    pub(super) high: *const Scalar,
}

/// `ap_coeff_t`
#[repr(C)]
pub(super) struct Coefficient {
    pub(super) kind: c_uint,
    pub(super) value: CoefficientValue,
}

/// The kind of a coefficient that is a scalar, not an interval.
pub(super) const SCALAR: c_uint = 0;

/// The value of a coefficient.
#[repr(C)]
pub(super) union CoefficientValue {
    pub(super) scalar: *const Scalar,
    pub(super) interval: *const Interval,
}

/// `ap_linterm_t`
#[repr(C)]
pub(super) struct Term {
    pub(super) variable: c_uint,
    pub(super) coefficient: Coefficient,
}

/// `ap_linexpr0_t`
#[repr(C)]
pub(super) struct Expression {
    pub(super) constant: Coefficient,
    pub(super) kind: c_uint,
    pub(super) size: usize,
    pub(super) terms: Terms,
}

/// The kind of an expression with a coefficient for each variable.
pub(super) const DENSE: c_uint = 0;
/// The kind of an expression with only the variables that it mentions.
pub(super) const SPARSE: c_uint = 1;

/// The terms of an expression.
#[repr(C)]
pub(super) union Terms {
    pub(super) dense: *mut Coefficient,
    pub(super) sparse: *mut Term,
}

/// `ap_lincons0_t`
#[repr(C)]
pub(super) struct Comparison {
    pub(super) expression: *mut Expression,
    pub(super) relation: c_uint,
    pub(super) modulus: *mut Scalar,
}

/// `e = 0`
pub(super) const EQUAL: c_uint = 0;
/// `e >= 0`
pub(super) const AT_LEAST: c_uint = 1;
/// `e > 0`
pub(super) const ABOVE: c_uint = 2;

/// `ap_lincons0_array_t`
#[repr(C)]
pub(super) struct Comparisons {
    pub(super) first: *mut Comparison,
    pub(super) size: usize,
}

type Make = unsafe extern "C" fn(*mut Manager, usize, usize) -> *mut Abstract;
type Test = unsafe extern "C" fn(*mut Manager, *mut Abstract) -> u8;
type Compare = unsafe extern "C" fn(*mut Manager, *mut Abstract, *mut Abstract) -> u8;
type Combine = unsafe extern "C" fn(*mut Manager, u8, *mut Abstract, *mut Abstract) -> *mut Abstract;
pub(super) type Widen = unsafe extern "C" fn(*mut Manager, *mut Abstract, *mut Abstract) -> *mut Abstract;

/// The functions of `libapron`. C's `bool` is a byte there, of which nothing is known but whether it is zero.
pub(super) struct Api {
    pub(super) top: Make,
    pub(super) bottom: Make,
    pub(super) copy: unsafe extern "C" fn(*mut Manager, *mut Abstract) -> *mut Abstract,
    pub(super) free: unsafe extern "C" fn(*mut Manager, *mut Abstract),
    pub(super) is_bottom: Test,
    pub(super) is_top: Test,
    pub(super) is_leq: Compare,
    pub(super) is_eq: Compare,
    pub(super) join: Combine,
    pub(super) meet: Combine,
    pub(super) widen: Widen,
    pub(super) meet_comparisons:
        unsafe extern "C" fn(*mut Manager, u8, *mut Abstract, *const Comparisons) -> *mut Abstract,
    pub(super) assign: unsafe extern "C" fn(
        *mut Manager,
        u8,
        *mut Abstract,
        *const c_uint,
        *const *mut Expression,
        usize,
        *mut Abstract,
    ) -> *mut Abstract,
    pub(super) forget:
        unsafe extern "C" fn(*mut Manager, u8, *mut Abstract, *const c_uint, usize, u8) -> *mut Abstract,
    pub(super) to_comparisons: unsafe extern "C" fn(*mut Manager, *mut Abstract) -> Comparisons,
    pub(super) make_comparisons: unsafe extern "C" fn(usize) -> Comparisons,
    pub(super) clear_comparisons: unsafe extern "C" fn(*mut Comparisons),
    pub(super) make_expression: unsafe extern "C" fn(c_uint, usize) -> *mut Expression,
    pub(super) free_expression: unsafe extern "C" fn(*mut Expression),
    pub(super) set_integer: unsafe extern "C" fn(*mut Coefficient, c_long),
    pub(super) set_interval: unsafe extern "C" fn(*mut Coefficient, c_long, c_long),
    pub(super) set_double: unsafe extern "C" fn(*mut Coefficient, c_double),
    pub(super) free_manager: unsafe extern "C" fn(*mut Manager),
    pub(super) clear_log: unsafe extern "C" fn(*mut Manager),
    pub(super) is_exact: unsafe extern "C" fn(*mut Manager) -> u8,
}

impl Api {
    /// Looks all functions up.
    pub(super) fn load(library: Loaded) -> Result<Api, LoadError> {
        // SAFETY: the types are those of APRON's headers, which have not changed between releases.
        unsafe {
            Ok(Api {
                top: library.function("ap_abstract0_top")?,
                bottom: library.function("ap_abstract0_bottom")?,
                copy: library.function("ap_abstract0_copy")?,
                free: library.function("ap_abstract0_free")?,
                is_bottom: library.function("ap_abstract0_is_bottom")?,
                is_top: library.function("ap_abstract0_is_top")?,
                is_leq: library.function("ap_abstract0_is_leq")?,
                is_eq: library.function("ap_abstract0_is_eq")?,
                join: library.function("ap_abstract0_join")?,
                meet: library.function("ap_abstract0_meet")?,
                widen: library.function("ap_abstract0_widening")?,
                meet_comparisons: library.function("ap_abstract0_meet_lincons_array")?,
                assign: library.function("ap_abstract0_assign_linexpr_array")?,
                forget: library.function("ap_abstract0_forget_array")?,
                to_comparisons: library.function("ap_abstract0_to_lincons_array")?,
                make_comparisons: library.function("ap_lincons0_array_make")?,
                clear_comparisons: library.function("ap_lincons0_array_clear")?,
                make_expression: library.function("ap_linexpr0_alloc")?,
                free_expression: library.function("ap_linexpr0_free")?,
                set_integer: library.function("ap_coeff_set_scalar_int")?,
                set_interval: library.function("ap_coeff_set_interval_int")?,
                set_double: library.function("ap_coeff_set_scalar_double")?,
                free_manager: library.function("ap_manager_free")?,
                clear_log: library.function("ap_manager_clear_exclog")?,
                is_exact: library.function("ap_manager_get_flag_exact")?,
            })
        }
    }
}

/// The offsets that a C compiler finds on 64-bit machines.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Manager>() == 2112);
    assert!(std::mem::offset_of!(Manager, outcome) == 2080);
    assert!(size_of::<Expression>() == 40 && size_of::<Term>() == 24 && size_of::<Comparison>() == 24);
};

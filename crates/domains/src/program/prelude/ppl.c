#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* How many variables there are. */
#define N @N@

/* What is used of PPL's C interface, without its header: functions give a negative number for an error. */
typedef void *ppl_@USED@_t;
typedef void *ppl_Linear_Expression_t;
typedef void *ppl_Constraint_t;
typedef void *ppl_Coefficient_t;
typedef size_t ppl_dimension_type;

enum { PPL_EQUAL = 2, PPL_GREATER_OR_EQUAL = 3, PPL_GREATER_THAN = 4 };

/* mpz_t */
typedef struct {
    int alloc, size;
    unsigned long *limbs;
} integer;

int ppl_initialize(void);
int ppl_finalize(void);
int ppl_set_rounding_for_PPL(void);
int ppl_io_set_variable_output_function(const char *(*)(ppl_dimension_type));

int ppl_new_Coefficient_from_mpz_t(ppl_Coefficient_t *, const integer *);
int ppl_delete_Coefficient(ppl_Coefficient_t);
int ppl_new_Linear_Expression_with_dimension(ppl_Linear_Expression_t *, ppl_dimension_type);
int ppl_Linear_Expression_add_to_coefficient(ppl_Linear_Expression_t, ppl_dimension_type, ppl_Coefficient_t);
int ppl_Linear_Expression_add_to_inhomogeneous(ppl_Linear_Expression_t, ppl_Coefficient_t);
int ppl_new_Constraint(ppl_Constraint_t *, ppl_Linear_Expression_t, int);

int ppl_new_@MADE@_from_space_dimension(ppl_@USED@_t *, ppl_dimension_type, int empty);
int ppl_new_@MADE@_from_@MADE@(ppl_@USED@_t *, ppl_@USED@_t);
int ppl_delete_@USED@(ppl_@USED@_t);
int ppl_io_fprint_@USED@(FILE *, ppl_@USED@_t);
int ppl_@USED@_is_empty(ppl_@USED@_t);
int ppl_@USED@_is_universe(ppl_@USED@_t);
int ppl_@USED@_contains_@USED@(ppl_@USED@_t, ppl_@USED@_t);
int ppl_@USED@_equals_@USED@(ppl_@USED@_t, ppl_@USED@_t);
int ppl_@USED@_upper_bound_assign(ppl_@USED@_t, ppl_@USED@_t);
int ppl_@USED@_intersection_assign(ppl_@USED@_t, ppl_@USED@_t);
int ppl_@USED@_@WIDENING@(ppl_@USED@_t, ppl_@USED@_t);
int ppl_@USED@_refine_with_constraint(ppl_@USED@_t, ppl_Constraint_t);
int ppl_@USED@_affine_image(ppl_@USED@_t, ppl_dimension_type, ppl_Linear_Expression_t, ppl_Coefficient_t);
int ppl_@USED@_unconstrain_space_dimension(ppl_@USED@_t, ppl_dimension_type);

/* Short names, which keep the test readable: operations work on a copy and leave their arguments alone. */
typedef ppl_@USED@_t element;
typedef ppl_Linear_Expression_t expression;
typedef ppl_Constraint_t condition;

/* Whether an operation reported an error. */
static bool failed;

static int check(int code) {
    if (code < 0) failed = true;
    return code;
}

static void release(element x) { ppl_delete_@USED@(x); }
static void stop(void) { ppl_finalize(); }
static element kept(element x);

static ppl_Coefficient_t number(long value) {
    unsigned long limb = value < 0 ? -(unsigned long)value : (unsigned long)value;
    integer exact = {1, value == 0 ? 0 : value < 0 ? -1 : 1, &limb};
    ppl_Coefficient_t made = NULL;
    check(ppl_new_Coefficient_from_mpz_t(&made, &exact));
    return made;
}

static ppl_Coefficient_t one;

static const char *name_of(ppl_dimension_type variable) {
    static char name[24];
    snprintf(name, sizeof name, "x%zu", variable);
    return name;
}

static void start(void) {
    check(ppl_initialize());
    ppl_set_rounding_for_PPL();
    ppl_io_set_variable_output_function(name_of);
    one = number(1);
}

static element make(int empty) {
    element x = NULL;
    check(ppl_new_@MADE@_from_space_dimension(&x, N, empty));
    return kept(x);
}

static element top(void) { return make(0); }
static element bottom(void) { return make(1); }

static element copy(element x) {
    element y = NULL;
    check(ppl_new_@MADE@_from_@MADE@(&y, x));
    return kept(y);
}

static element join(element x, element y) {
    element result = copy(x);
    check(ppl_@USED@_upper_bound_assign(result, y));
    return result;
}

static element meet(element x, element y) {
    element result = copy(x);
    check(ppl_@USED@_intersection_assign(result, y));
    return result;
}

/* PPL widens the newer, larger element by the older one. */
static element widen(element x, element y) {
    element result = copy(y);
    check(ppl_@USED@_@WIDENING@(result, x));
    return result;
}

@NARROW@

static element project(element x, ppl_dimension_type variable) {
    element result = copy(x);
    check(ppl_@USED@_unconstrain_space_dimension(result, variable));
    return result;
}

/* PPL has no infinite constants: an assignment of one gives the variable any value. */
static element assign(element x, ppl_dimension_type variable, expression e) {
    if (e == NULL) return project(x, variable);
    element result = copy(x);
    check(ppl_@USED@_affine_image(result, variable, e, one));
    return result;
}

/* A condition with an infinite constant says nothing. */
static element cond(element x, condition c) {
    element result = copy(x);
    if (c != NULL) check(ppl_@USED@_refine_with_constraint(result, c));
    return result;
}

static bool is_bottom(element x) { return check(ppl_@USED@_is_empty(x)) > 0; }
static bool is_top(element x) { return check(ppl_@USED@_is_universe(x)) > 0; }
static bool is_leq(element x, element y) { return check(ppl_@USED@_contains_@USED@(y, x)) > 0; }
static bool is_eq(element x, element y) { return check(ppl_@USED@_equals_@USED@(x, y)) > 0; }

static expression linear(const long *coefficients, long constant) {
    expression e = NULL;
    check(ppl_new_Linear_Expression_with_dimension(&e, N));
    for (ppl_dimension_type v = 0; v < N; v++) {
        if (coefficients[v] != 0) {
            ppl_Coefficient_t c = number(coefficients[v]);
            check(ppl_Linear_Expression_add_to_coefficient(e, v, c));
            ppl_delete_Coefficient(c);
        }
    }
    ppl_Coefficient_t c = number(constant);
    check(ppl_Linear_Expression_add_to_inhomogeneous(e, c));
    ppl_delete_Coefficient(c);
    return e;
}

static expression special(const long *coefficients, double constant) {
    (void)coefficients, (void)constant;
    return NULL;
}

/* PPL has no intervals for constants, either. */
static expression between(const long *coefficients, long low, long high) {
    (void)coefficients, (void)low, (void)high;
    return NULL;
}

static condition compared(expression e, int relation) {
    condition c = NULL;
    if (e != NULL) check(ppl_new_Constraint(&c, e, relation));
    return c;
}

static condition at_least(expression e) { return compared(e, PPL_GREATER_OR_EQUAL); }
static condition equal(expression e) { return compared(e, PPL_EQUAL); }
static condition above(expression e) { return compared(e, PPL_GREATER_THAN); }

/* Prints a copy: printing may change the representation. */
static void show(const char *name, element x) {
    element shown = NULL;
    printf("%s = ", name);
    fflush(stdout);
    if (ppl_new_@MADE@_from_@MADE@(&shown, x) >= 0) {
        ppl_io_fprint_@USED@(stdout, shown);
        release(shown);
    }
    puts("");
}

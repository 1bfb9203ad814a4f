#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* How many variables there are. */
#define N @N@

/* What is used of APRON's interface, without its headers. Its truth values are bytes. */
typedef unsigned char ap_bool;

typedef struct {
    const char *library, *version;
    void *internal, *functions[51];
    struct {
        int algorithm;
        size_t timeout, max_object_size;
        ap_bool flag_exact_wanted, flag_best_wanted;
    } funopt[51];
    ap_bool abort_if_exception[6];
    unsigned scalar_discr;
    struct {
        void *exclog;
        unsigned exn;
        ap_bool flag_exact, flag_best;
    } result;
    void *internal_free;
    size_t count;
} ap_manager_t;

typedef struct ap_abstract0_t ap_abstract0_t;

typedef struct {
    unsigned discr;
    void *val;
} ap_coeff_t;

typedef struct {
    unsigned dim;
    ap_coeff_t coeff;
} ap_linterm_t;

typedef struct {
    ap_coeff_t cst;
    unsigned discr;
    size_t size;
    ap_linterm_t *linterm;
} ap_linexpr0_t;

typedef enum { AP_CONS_EQ, AP_CONS_SUPEQ, AP_CONS_SUP } ap_constyp_t;

typedef struct {
    ap_linexpr0_t *linexpr0;
    unsigned constyp;
    void *scalar;
} ap_lincons0_t;

typedef struct {
    ap_lincons0_t *p;
    size_t size;
} ap_lincons0_array_t;

ap_manager_t *@MAKER@(@MAKER_TYPE@);
void ap_manager_free(ap_manager_t *);
void ap_manager_clear_exclog(ap_manager_t *);

ap_linexpr0_t *ap_linexpr0_alloc(unsigned, size_t);
void ap_coeff_set_scalar_int(ap_coeff_t *, long);
void ap_coeff_set_scalar_double(ap_coeff_t *, double);
void ap_coeff_set_interval_int(ap_coeff_t *, long, long);
ap_lincons0_array_t ap_lincons0_array_make(size_t);

ap_abstract0_t *ap_abstract0_top(ap_manager_t *, size_t, size_t);
ap_abstract0_t *ap_abstract0_bottom(ap_manager_t *, size_t, size_t);
ap_abstract0_t *ap_abstract0_copy(ap_manager_t *, ap_abstract0_t *);
void ap_abstract0_free(ap_manager_t *, ap_abstract0_t *);
void ap_abstract0_fprint(FILE *, ap_manager_t *, ap_abstract0_t *, char **);
ap_bool ap_abstract0_is_bottom(ap_manager_t *, ap_abstract0_t *);
ap_bool ap_abstract0_is_top(ap_manager_t *, ap_abstract0_t *);
ap_bool ap_abstract0_is_leq(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);
ap_bool ap_abstract0_is_eq(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);
ap_abstract0_t *ap_abstract0_join(ap_manager_t *, ap_bool, ap_abstract0_t *, ap_abstract0_t *);
ap_abstract0_t *ap_abstract0_meet(ap_manager_t *, ap_bool, ap_abstract0_t *, ap_abstract0_t *);
ap_abstract0_t *ap_abstract0_widening(ap_manager_t *, ap_abstract0_t *, ap_abstract0_t *);
ap_abstract0_t *ap_abstract0_meet_lincons_array(ap_manager_t *, ap_bool, ap_abstract0_t *,
                                                const ap_lincons0_array_t *);
ap_abstract0_t *ap_abstract0_assign_linexpr_array(ap_manager_t *, ap_bool, ap_abstract0_t *, const unsigned *,
                                                  ap_linexpr0_t *const *, size_t, ap_abstract0_t *);
ap_abstract0_t *ap_abstract0_forget_array(ap_manager_t *, ap_bool, ap_abstract0_t *, const unsigned *, size_t,
                                          ap_bool);

/* Short names, which keep the test readable. */
typedef ap_abstract0_t *element;
typedef ap_linexpr0_t *expression;
typedef ap_lincons0_array_t condition;

static ap_manager_t *man;

/* Whether an operation reported an error. */
static bool failed;

static void start(void) { man = @MAKER@(@MAKER_ARGUMENT@); }
static void stop(void) { ap_manager_free(man); }
static void release(element x) { ap_abstract0_free(man, x); }
static element kept(element x);

/* Notices an error of the last operation. */
static void check(void) {
    if (man->result.exn != 0) {
        failed = true;
        ap_manager_clear_exclog(man);
        man->result.exn = 0;
    }
}

static element checked(element x) {
    check();
    if (x == NULL) {
        failed = true;
        x = ap_abstract0_top(man, 0, N);
    }
    return kept(x);
}

static element top(void) { return checked(ap_abstract0_top(man, 0, N)); }
static element bottom(void) { return checked(ap_abstract0_bottom(man, 0, N)); }
static element copy(element x) { return checked(ap_abstract0_copy(man, x)); }
static element join(element x, element y) { return checked(ap_abstract0_join(man, false, x, y)); }
static element meet(element x, element y) { return checked(ap_abstract0_meet(man, false, x, y)); }
static element widen(element x, element y) { return checked(ap_abstract0_widening(man, x, y)); }
@NARROW@
static element assign(element x, unsigned variable, expression e) {
    return checked(ap_abstract0_assign_linexpr_array(man, false, x, &variable, &e, 1, NULL));
}

static element project(element x, unsigned variable) {
    return checked(ap_abstract0_forget_array(man, false, x, &variable, 1, false));
}

static element cond(element x, condition c) {
    return checked(ap_abstract0_meet_lincons_array(man, false, x, &c));
}

static bool answered(ap_bool answer) {
    check();
    return answer != 0;
}

static bool is_bottom(element x) { return answered(ap_abstract0_is_bottom(man, x)); }
static bool is_top(element x) { return answered(ap_abstract0_is_top(man, x)); }
static bool is_leq(element x, element y) { return answered(ap_abstract0_is_leq(man, x, y)); }
static bool is_eq(element x, element y) { return answered(ap_abstract0_is_eq(man, x, y)); }

@SET_COMMENT@
static void set(ap_coeff_t *coefficient, long value) {
    @SET@
}

/* An expression without its constant: only variables that it mentions. */
static expression terms(const long *coefficients) {
    size_t count = 0;
    for (unsigned v = 0; v < N; v++) count += coefficients[v] != 0;
    expression e = ap_linexpr0_alloc(1, count);
    size_t at = 0;
    for (unsigned v = 0; v < N; v++) {
        if (coefficients[v] != 0) {
            e->linterm[at].dim = v;
            set(&e->linterm[at++].coeff, coefficients[v]);
        }
    }
    return e;
}

static expression linear(const long *coefficients, long constant) {
    expression e = terms(coefficients);
    set(&e->cst, constant);
    return e;
}

/* With a constant that is no number. */
static expression special(const long *coefficients, double constant) {
    expression e = terms(coefficients);
    ap_coeff_set_scalar_double(&e->cst, constant);
    return e;
}

/* With an interval for a constant. */
static expression between(const long *coefficients, long low, long high) {
    expression e = terms(coefficients);
    ap_coeff_set_interval_int(&e->cst, low, high);
    return e;
}

static condition compared(expression e, ap_constyp_t relation) {
    condition c = ap_lincons0_array_make(1);
    c.p[0] = (ap_lincons0_t){e, relation, NULL};
    return c;
}

static condition at_least(expression e) { return compared(e, AP_CONS_SUPEQ); }
static condition equal(expression e) { return compared(e, AP_CONS_EQ); }
static condition above(expression e) { return compared(e, AP_CONS_SUP); }

/* Prints a copy: printing may change the representation. */
static void show(const char *name, element x) {
    element shown = ap_abstract0_copy(man, x);
    printf("%s = ", name);
    ap_abstract0_fprint(stdout, man, shown, NULL);
    puts("");
    ap_abstract0_free(man, shown);
}

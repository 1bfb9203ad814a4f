
/* Numbers of any size, through GMP. */
typedef struct {
    int alloc, size;
    unsigned long *limbs;
} integer;

typedef struct {
    integer numerator, denominator;
} fraction;

void __gmpq_init(fraction *);
int __gmpq_set_str(fraction *, const char *, int);
void __gmpq_clear(fraction *);
void ap_coeff_set_scalar_mpq(ap_coeff_t *, fraction *);

static void set_text(ap_coeff_t *coefficient, const char *text) {
    fraction value;
    __gmpq_init(&value);
    if (__gmpq_set_str(&value, text, 10) != 0) failed = true;
    ap_coeff_set_scalar_mpq(coefficient, &value);
    __gmpq_clear(&value);
}

static expression large(const char *const *coefficients, const char *constant) {
    expression e = ap_linexpr0_alloc(1, N);
    for (unsigned v = 0; v < N; v++) {
        e->linterm[v].dim = v;
        set_text(&e->linterm[v].coeff, coefficients[v]);
    }
    set_text(&e->cst, constant);
    return e;
}

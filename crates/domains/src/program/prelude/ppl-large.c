
/* Numbers of any size, through GMP. */
int __gmpz_init_set_str(integer *, const char *, int);
void __gmpz_clear(integer *);

static ppl_Coefficient_t number_of(const char *text) {
    integer exact;
    ppl_Coefficient_t made = NULL;
    if (__gmpz_init_set_str(&exact, text, 10) != 0) failed = true;
    check(ppl_new_Coefficient_from_mpz_t(&made, &exact));
    __gmpz_clear(&exact);
    return made;
}

static expression large(const char *const *coefficients, const char *constant) {
    expression e = NULL;
    check(ppl_new_Linear_Expression_with_dimension(&e, N));
    for (ppl_dimension_type v = 0; v < N; v++) {
        ppl_Coefficient_t c = number_of(coefficients[v]);
        check(ppl_Linear_Expression_add_to_coefficient(e, v, c));
        ppl_delete_Coefficient(c);
    }
    ppl_Coefficient_t c = number_of(constant);
    check(ppl_Linear_Expression_add_to_inhomogeneous(e, c));
    ppl_delete_Coefficient(c);
    return e;
}

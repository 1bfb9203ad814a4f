
/* All elements, which are released in the end. */
static element elements[16384];
static size_t count;

static element kept(element x) {
    if (x != NULL && count < sizeof elements / sizeof *elements) elements[count++] = x;
    return x;
}

/* Whether a state is one of an element: with all its values for conditions, something is left. */
static bool contains(element x, const long *state) {
    element left = copy(x);
    for (int v = 0; v < N; v++) {
        long coefficients[N] = {0};
        coefficients[v] = 1;
        left = cond(left, equal(linear(coefficients, -state[v])));
    }
    return !is_bottom(left);
}

static void show_lost(const long *state) {
    printf("the state");
    for (int v = 0; v < N; v++) printf("%s x%d = %ld", v == 0 ? "" : ",", v, state[v]);
    puts(" is lost");
}

static int end(const char *words, int code) {
    if (failed) words = "the library reported an error", code = 2;
    puts(words);
    fflush(stdout);
    for (size_t at = 0; at < count; at++) release(elements[at]);
    stop();
    return code;
}

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* All memory is filled before it is given out: what reads memory that it did not write does the same each time. */
static void fill_memory(void) {
#ifdef __GLIBC__
    mallopt(M_PERTURB, 165);
#endif
}

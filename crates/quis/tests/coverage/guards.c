/* What clang's -fsanitize-coverage=trace-pc-guard makes of a function with two branches, written by hand. */

void __sanitizer_cov_trace_pc_guard_init(unsigned *start, unsigned *stop);
void __sanitizer_cov_trace_pc_guard(unsigned *guard);

static unsigned guards[3];

/* Compilers have one in each unit, all of which name the same guards. */
__attribute__((constructor)) static void first_unit(void) {
    __sanitizer_cov_trace_pc_guard_init(guards, guards + 3);
}

__attribute__((constructor)) static void second_unit(void) {
    __sanitizer_cov_trace_pc_guard_init(guards, guards + 3);
}

int quis_step(int n) {
    __sanitizer_cov_trace_pc_guard(&guards[0]);
    if (n < 0) {
        __sanitizer_cov_trace_pc_guard(&guards[1]);
        return -1;
    }
    __sanitizer_cov_trace_pc_guard(&guards[2]);
    return n;
}

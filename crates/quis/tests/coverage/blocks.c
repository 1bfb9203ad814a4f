/* Compiled with gcc's -fsanitize-coverage=trace-pc: each block calls __sanitizer_cov_trace_pc. */

int quis_step(int n) {
    int sum = 0;
    if (n < 0) {
        sum = -1;
    } else if (n > 100) {
        sum = 1;
    }
    for (int i = 0; i < n && i < 50; i++) {
        sum += i;
    }
    return sum;
}

/* When it is loaded it runs some of it. */
__attribute__((constructor)) static void start(void) {
    quis_step(3);
}

/* The least that running a program on a script can cost: write the file, start the program, wait. Twice for each case.
 *
 * usage: least_spawn PROGRAM TEXT SCRIPT CASES */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    static char text[1 << 20];
    int file = open(argv[2], O_RDONLY);
    ssize_t length = read(file, text, sizeof text);
    close(file);
    if (length < 0) return 2;
    char *arguments[] = {argv[1], argv[3], NULL};
    for (long runs = 2 * atol(argv[4]); runs > 0; runs--) {
        file = open(argv[3], O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (write(file, text, (size_t)length) != length) return 1;
        close(file);
        pid_t child;
        int status;
        if (posix_spawn(&child, argv[1], NULL, NULL, arguments, environ)) return 1;
        if (waitpid(child, &status, 0) != child || status) return 1;
    }
    return 0;
}

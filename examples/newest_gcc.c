/* SPDX-License-Identifier: MIT */
/* The same question in C: a request in JSON, an answer in JSON. */

#include <cudastdenv.h>

#include <stdio.h>

int main(void) {
    char* answer = cudastdenv_ask("{\"command\": \"resolve\", \"cuda\": \"12.8\", \"stdenv\": \"debian-13\"}");
    if (!answer) return 3;
    puts(answer);
    cudastdenv_free(answer);
    return 0;
}

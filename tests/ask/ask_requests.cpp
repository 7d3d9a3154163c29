// SPDX-License-Identifier: MIT
// Answers requests with the C functions: one request a line on standard input, one reply a line. With the argument
// `schema`, prints the schema of requests.

#include <cudastdenv.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace {

int print(char* text) {
    if (!text) return 1;
    std::string line(text);
    cudastdenv_free(text);
    std::ranges::replace(line, '\n', ' ');  // between JSON's tokens; within strings it is escaped
    std::puts(line.c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "schema") return print(cudastdenv_request_schema());
    std::string line;
    while (std::getline(std::cin, line))
        if (print(cudastdenv_ask(line.c_str())) != 0) return 1;
    return 0;
}

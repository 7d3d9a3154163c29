// SPDX-License-Identifier: MIT
// What a user of the library writes first: which GCC goes with CUDA 12.8 where the stdenv's own is GCC 15?
#include <cudastdenv/ask.hpp>

#include <iostream>

int main() {
    cudastdenv::Question question;
    question.cuda = "12.8";
    question.stdenv = "gcc-15";
    question.available = {"gcc-13", "gcc-14"};
    const auto answer = cudastdenv::ask(question);
    if (!answer) return 2;
    std::cout << (answer->host_compiler ? to_string(answer->host_compiler->compiler) : "none") << '\n';
}

// SPDX-License-Identifier: MIT
// What a user of the library writes first: which GCC goes with CUDA 12.8 where the stdenv's own is GCC 15?
#include <cudastdenv/lookup.hpp>
#include <cudastdenv/resolve.hpp>

#include <iostream>

int main() {
    using namespace cudastdenv;
    const Tables tables = builtin_tables();
    const Compiler available[] = {{Compiler::Family::gcc, 13}, {Compiler::Family::gcc, 14}};
    Request request;
    request.cuda = find_release(tables, {12, 8})->version;
    request.stdenv.compiler = {Compiler::Family::gcc, 15};
    request.stdenv.libstdcxx = 15;
    request.available = available;
    const Resolution answer = resolve(tables, request);
    std::cout << (answer.host ? to_string(answer.host->compiler) : "none") << '\n';
}

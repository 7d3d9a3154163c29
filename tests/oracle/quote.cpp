// SPDX-License-Identifier: MIT
// Standard input as a Nix list: the text as a string, and a set with the text as a name. nix_roundtrip.py reads it.

#include "nix/rows.hpp"

#include <iostream>
#include <iterator>

int main() {
    namespace nix = cudastdenv::nix;
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    std::cout << nix::written(nix::Value(nix::List{text, nix::Set{{text, nix::List{text, -1}, text}}})) << '\n';
}

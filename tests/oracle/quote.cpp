// SPDX-License-Identifier: MIT
// Standard input as a Nix list: the text as a string, and a set with the text as a name. nix_roundtrip.py reads it.

#include "nix/writers.hpp"

#include <iostream>
#include <iterator>

int main() {
    namespace nix = cudastdenv::nix;
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const nix::Attribute attribute{text, nix::written(cudastdenv::Json::array({text, -1})), text};
    std::cout << "[\n" << nix::quoted(text) << '\n' << nix::written_set({&attribute, 1}) << "\n]\n";
}

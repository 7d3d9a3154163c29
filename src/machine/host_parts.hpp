#pragma once

/// The parts of look_at(), each a look at one kind of thing. What is left out becomes a note.

#include "machine/host.hpp"

namespace cudastdenv::machine {

/// The C++ compilers on PATH, and `c++` among them.
void find_compilers(const Surroundings& surroundings, Host& host);

/// After the compilers: where nothing else says what is loaded, they do.
void find_libraries(const Surroundings& surroundings, const Tables& tables, Host& host);

void find_toolkits(const Surroundings& surroundings, const Tables& tables, Host& host);

void find_gpus(const Surroundings& surroundings, const Tables& tables, Host& host);

}  // namespace cudastdenv::machine

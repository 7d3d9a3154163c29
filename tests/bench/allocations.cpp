// SPDX-License-Identifier: MIT
// In a file of its own: inlined into their callers, GCC takes these for a mismatch of new and free.

#include "allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

std::size_t count = 0;

}  // namespace

std::size_t allocation_count() noexcept { return count; }

// Every other form of new and delete, but for the aligned ones, comes here.
void* operator new(std::size_t size) {
    ++count;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

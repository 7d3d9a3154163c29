// SPDX-License-Identifier: MIT
// The library in a wheel brings its own libstdc++, and runs with a glibc older than the one with which that was built.

extern "C" {
// glibc has it since 2.32: while it is true, libstdc++ counts references without atomic instructions. False is always
// right.
__attribute__((visibility("hidden"))) char __libc_single_threaded = false;
}

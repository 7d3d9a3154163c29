// SPDX-License-Identifier: MIT
#include "host/glibc_shim.hpp"

#include "core/quote.hpp"
#include "os/machine_error.hpp"
#include "os/write_file.hpp"

#include <string_view>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

/// Every header of glibc begins by including this one, which decides what the others declare.
constexpr std::string_view shimmed_header = "bits/libc-header-start.h";

constexpr std::string_view shim_text =
    R"(/* Written by cudastdenv. glibc 2.41 and later declare sinpi, cospi and others with noexcept, glibc 2.42 and later
   rsqrt too; the CUDA headers declare them without. They are functions of ISO C23's annex F, and nothing else hangs
   on this switch: without them the two agree again. */
#include_next <bits/libc-header-start.h>
#undef __GLIBC_USE_IEC_60559_FUNCS_EXT_C23
#define __GLIBC_USE_IEC_60559_FUNCS_EXT_C23 0
)";

}  // namespace

void write_glibc_shim(const fs::path& folder) {
    const fs::path path = folder / shimmed_header;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) throw MachineError(shown(folder) + ": the folder cannot be made: " + error.message());
    write_file(path, shim_text);
}

}  // namespace cudastdenv::machine

// SPDX-License-Identifier: MIT
#include "words/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace cudastdenv::words {

namespace {

constexpr std::string_view from_tables = "differs-from-tables";

constexpr auto rows = std::to_array<DiagnosticRow>({
    {"bounds-differ", "{release}: {compiler} {toolkit} here, {tables} in the tables", "bounds"},
    {"build-differs", "{release}: nvcc is {toolkit} here, {tables} in the tables", "build"},
    {"build-unknown", "no release of the tables has nvcc {build}; say which one it is with --cuda {likely}",
     "release-unknown"},
    {"build-with-glibc", "build it where glibc is {newest} or older; glibc is no library to bring along"},
    {"cannot-be-read", "cannot be read{line}", "failed"},
    {"capability-refused", "{release}: nvcc does not take {capability}, the tables do"},
    {"capability-taken", "{release}: nvcc takes {capability}, the tables do not"},
    {"capability-without-row", "{release}: nvcc takes {capability}, the tables have no row for it", "capability-taken"},
    {"cicc",
     "{root} has cicc in bin, and its nvcc starts the one in nvvm/bin: nothing compiles until a link to it is there"},
    {"clues-disagree", "{first} says {firstVersion}, but {second} says {secondVersion}"},
    {"compile-with-gcc", "compile and link it with gcc-{newest} or older"},
    {"crashed", "{step} was ended by signal {signal}"},
    {"cxx-compiles-c-only",
     "CXX is '{value}', which compiles no C++, and has no C++ driver beside it: what it names is not this machine's "
     "default compiler here",
     "cxx-not-used"},
    {"cxx-left-out",
     "CXX is '{value}', which could not be used: what it names is not this machine's default compiler here",
     "cxx-not-used"},
    {"cxx-names-cache",
     "CXX is '{value}', a compiler cache without a compiler: what it names is not this machine's default compiler here",
     "cxx-not-used"},
    {"cxx-names-nothing",
     "CXX is '{value}', and no such program is here: what it names is not this machine's default compiler here",
     "cxx-not-used"},
    {"cxx-relative-path",
     "CXX is '{value}', and no program of the current folder is asked: what it names is not this machine's default "
     "compiler here",
     "cxx-not-used"},
    {"date-differs", "released on {manifest}; our table says {tables}", from_tables},
    {"deep-nesting", "line {line}: #if within #if, too deep to follow"},
    {"does-not-compile", "does not compile{line}", "failed"},
    {"does-not-link", "does not link{line}", "failed"},
    {"does-not-run", "does not run{line}", "failed"},
    {"empty-package", "the package exists for no system"},
    {"env-clang-headers", "this Clang would take other libstdc++ headers than those that it and nvcc can parse"},
    {"env-cmake-architectures", "GPU capabilities for CMake; a bare one gets PTX too, for later GPUs"},
    {"env-cmake-host-compiler", "the same for CMake, which reads it when a build folder is new"},
    {"env-flags-host-compiler", "the same for this nvcc, which does not know NVCC_CCBIN yet"},
    {"env-flags-host-compiler-too", "the same once more: whether this nvcc knows NVCC_CCBIN could not be found out"},
    {"env-glibc-shim", "the CUDA headers and {glibc} contradict each other; one header in front hides what does"},
    {"env-host-compiler", "{which} with CUDA {release}: {range}"},
    {"env-newer-libstdcxx", "{compiler} brings an older libstdc++ to link than programs load here, that of gcc-{gcc}: "
                            "link that one, or libraries that need it fail to link"},
    {"env-remembered", "what was added or stood there, so that --unset can undo it"},
    {"env-toolkit-headers", "the CUDA headers and {glibc} contradict each other; in a system directory, which this "
                            "makes of theirs, a GCC lets that pass"},
    {"env-toolkit-home", "the same for build systems that go by CUDA_HOME, like PyTorch's extensions"},
    {"env-toolkit-libraries", "this nvcc looks for the toolkit's libraries in lib64, and they are in lib"},
    {"env-toolkit-nvcc", "the same for CMake, which reads it when a build folder is new"},
    {"env-toolkit-path",
     "what this shell leads to is not the toolkit of CUDA {release} in {toolkit}: that is put in front"},
    {"env-torch-architectures", "the same for PyTorch's extensions"},
    {"impossible-check", "line {line}: lets no {compiler} pass at all"},
    {"label-differs", "release_label says {label}, the file's name {file}"},
    {"large-header", "the header is larger than {limit} MiB"},
    {"library-folder", "{root} has its libraries in lib, and its nvcc looks in lib64: nothing links without the -L "
                       "that `cudastdenv env` adds"},
    {"link-stub", "{root} has no bin/crt/link.stub: no program with GPU code links; the package nvidia-cuda-crt of a "
                  "later patch has it"},
    {"lists-differ", "{tool} list different architectures", "tool"},
    {"long-line", "line {line}: longer than {limit} KiB"},
    {"malformed-date", "{text} is not a date like 2025-03-06"},
    {"malformed-hash", "not {digits} lower-case hexadecimal digits"},
    {"malformed-name", "{text} is not a package name"},
    {"malformed-size", "{text} is not a number of bytes"},
    {"malformed-version", "{text} is not a version"},
    {"missing-check", "does not check {compiler}"},
    {"missing-key", "'{key}' is missing"},
    {"names-nothing", "{variable} leads to {path}, where there is no nvcc"},
    {"needs", "{versions}"},
    {"needs-at-most", "at most {versions}"},
    {"new-release", "{release}: the tables do not have it"},
    {"new-release-same-nvcc", "{release}: the tables do not have it; its nvcc is that of {same}", "new-release"},
    {"newer-than-tables", "{version} is newer than every libstdc++ that the tables know; their newest is {newest}"},
    {"no-code-runs", "does not run: no code in it fits GPU and driver"},
    {"no-cxx-driver", "{program} has no g++ beside it: it compiles no C++"},
    {"no-cxx-headers", "{program} finds no C++ library headers: a Clang takes the GCC folder with the highest number, "
                       "also one without headers; installing that GCC's libstdc++-dev helps"},
    {"no-gpu", "not run: no GPU", "not-run"},
    {"no-headers", "does not compile: it finds no libstdc++ headers"},
    {"no-packages", "no packages"},
    {"no-release", "release_label, the file's name and nvcc's version do not say which release this is"},
    {"not-a-text", "not a string"},
    {"not-built", "not run: the program was not built", "not-run"},
    {"not-installed-here", "not run: the compiler is not installed", "not-run"},
    {"not-predicted", "nothing"},
    {"not-taken", "not taken"},
    {"not-true-or-false", "neither true nor false"},
    {"nvcc-differs", "nvcc is {manifest}; our table says {tables}", from_tables},
    {"open-comment", "line {line}: this comment does not end"},
    {"open-conditional", "line {line}: this #if has no #endif"},
    {"printed-too-much", "{step} printed too much"},
    {"program-cannot-start", "{program} is left out: {why}"},
    {"program-crashes", "{program} is left out: asked for its version, it is ended by signal {signal}",
     "program-fails"},
    {"program-fails", "{program} is left out: asked for its version, it fails with exit status {status}"},
    {"program-floods", "{program} is left out: asked for its version, it prints without end"},
    {"program-hangs", "{program} is left out: it did not answer within {seconds} s"},
    {"program-lies", "{program} is left out: by its name it is {name}, by its own word {word}"},
    {"program-says-nothing", "{program} is left out: what it prints is not {wanted}"},
    {"refused", "refused: nvcc takes up to {newest}"},
    {"refused-without-bound", "refused: {line}", "refused"},
    {"release-unknown", "nothing here says which release it is: no version.json, no cuda_runtime_api.h, no name of a "
                        "package; say it with --cuda 12.8.1"},
    {"repeated-check", "line {line}: checks {compiler} a second time; the first check is the one taken"},
    {"run-with-libstdcxx", "run it with the libstdc++ of gcc {gcc} or newer ({glibcxx}, {soname})"},
    {"runs-by-machine-code", "runs by machine code of {capability}", "runs"},
    {"runs-by-ptx", "runs by PTX of {capability}", "runs"},
    {"size-is-number", "a number; NVIDIA writes sizes as strings"},
    {"standard-differs", "{release}: nvcc takes {toolkit} here, {tables} in the tables", "standard"},
    {"stray-directive", "line {line}: #{directive} where none can stand"},
    {"system-missing-here", "has {system}, which our table says NVIDIA did not ship in this release", from_tables},
    {"system-not-shipped", "lacks {system}, which our table says NVIDIA shipped in this release", from_tables},
    {"taken", "taken"},
    {"took-too-long", "{step} was not done after {seconds} seconds"},
    {"tool-cannot-start", "{tool} cannot be started: {why}", "tool"},
    {"tool-crashes", "{tool} ends with signal {signal}", "tool"},
    {"tool-fails", "{tool} ends with status {status}", "tool"},
    {"tool-floods", "{tool} prints more than 1 MiB", "tool"},
    {"tool-hangs", "{tool} does not end within {seconds} s", "tool"},
    {"tool-prints-nothing", "{tool} prints nothing", "tool"},
    {"tool-says-nothing", "{tool} prints nothing like {wanted} where it belongs", "tool"},
    {"toolkit-without-cicc", "does not build: this toolkit has no nvvm/bin/cicc", "toolkit-incomplete"},
    {"toolkit-without-lib64", "does not build: this toolkit has no lib64, where its nvcc looks", "toolkit-incomplete"},
    {"toolkit-without-link-stub", "does not build: this toolkit has no bin/crt/link.stub", "toolkit-incomplete"},
    {"tools-missing", "there is no nvcc and no ptxas to run", "tool"},
    {"unconditional-check", "line {line}: stops every compiler, under no condition that this program reads",
     "unknown-check"},
    {"unfit-folder", "not run: flags cannot hold the name of a folder that they need", "not-run"},
    {"unknown-architecture", "{tool} lists {name}, which is no architecture that this program can read", "tool"},
    {"unknown-check",
     "line {line}: GCC or Clang may be stopped here, under a condition that this program does not know: {condition}"},
    {"unknown-key", "unknown key {key}"},
    {"unknown-standard",
     "{tool} lists {name}, a C++ standard that this program does not know: which is the newest is left open", "tool"},
    {"unknown-system", "unknown platform {system}"},
    {"unknown-variant", "{variant} is not a CUDA variant like cuda12"},
    {"unreadable", "{file}: {why}"},
    {"unsafe-path", "{text} is not a path below the manifest's directory"},
    {"variants-differ", "cuda_variant lists {listed}, the systems have {found}"},
    {"works", "works"},
});

const DiagnosticRow& row_of(std::string_view id) {
    const auto found = std::ranges::lower_bound(rows, id, {}, &DiagnosticRow::id);
    if (found == rows.end() || found->id != id) throw std::logic_error(fmt::format("no diagnostic {}", id));
    return *found;
}

}  // namespace

std::span<const DiagnosticRow> diagnostics() noexcept { return rows; }

std::string_view code_of(const Diagnostic& diagnostic) {
    const DiagnosticRow& row = row_of(diagnostic.id);
    return row.code.empty() ? row.id : row.code;
}

std::string text_of(const Diagnostic& diagnostic) {
    return with_holes_filled(row_of(diagnostic.id).text, [&](std::string_view name) -> const std::string& {
        for (const auto& [argument, value] : diagnostic.arguments)
            if (argument == name) return value;
        throw std::logic_error(fmt::format("diagnostic {} lacks {}", diagnostic.id, name));
    });
}

}  // namespace cudastdenv::words

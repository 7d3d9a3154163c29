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
    {"all-holds-jetsons", "it holds the Jetsons' targets too, on every system"},
    {"architecture-specific-ptx",
     "PTX of {ptx} runs on no other GPU than its machine code does",
     {},
     "machine code of {ptx} {rest}"},
    {"below-minor-versions", "CUDA {major}.x needs driver {driver} or newer"},
    {"beyond-tables", "not everything of CUDA {release} was read yet: that what went before still holds is supposed of "
                      "{unread}; the tables are of {date}, docs/tables.md says how to renew them"},
    {"bounds-differ", "{release}: {compiler} {toolkit} here, {tables} in the tables", "bounds"},
    {"build-differs", "{release}: nvcc is {toolkit} here, {tables} in the tables", "build"},
    {"build-unknown", "no release of the tables has nvcc {build}; say which one it is with --cuda {likely}",
     "release-unknown"},
    {"build-with-glibc", "build it where glibc is {newest} or older; glibc is no library to bring along"},
    {"cannot-be-read", "cannot be read{line}", "failed"},
    {"capability-not-yet-renamed",
     "capability {capability} is too new for CUDA {release}: before {since} it was called {before}",
     {},
     "{before}"},
    {"capability-refused", "{release}: nvcc does not take {capability}, the tables do"},
    {"capability-renamed", "capability {capability} was renamed {now} in CUDA {since}: use {now}", {}, "{now}"},
    {"capability-taken", "{release}: nvcc takes {capability}, the tables do not"},
    {"capability-too-new",
     "capability {capability} is too new for CUDA {release}: {knower} knows it from {first} on",
     {},
     "leave it out"},
    {"capability-too-old",
     "capability {capability} is too old for CUDA {release}: {knower} knew it until {last}",
     {},
     "leave it out"},
    {"capability-without-row", "{release}: nvcc takes {capability}, the tables have no row for it", "capability-taken"},
    {"cicc",
     "{root} has cicc in bin, and its nvcc starts the one in nvvm/bin: nothing compiles until a link to it is there"},
    {"clues-disagree", "{first} says {firstVersion}, but {second} says {secondVersion}"},
    {"compile-with-gcc", "compile and link it with gcc-{newest} or older"},
    {"compiler-version-matters",
     "{compiler} is given without its minor version, and that matters: {message} ({advisory})"},
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
    {"data-center-only", "cuda_compat works with data-center GPUs and the few others that NVIDIA names; elsewhere the "
                         "program ends with CUDA error 804"},
    {"date-differs", "released on {manifest}; our table says {tables}", from_tables},
    {"deep-nesting", "line {line}: #if within #if, too deep to follow"},
    {"depends-on-machine", "what it means depends on the machine that builds"},
    {"distribution-package-only", "NVIDIA has {package} for distributions, and supports it on this branch; it is not "
                                  "among the redistributables of {cuda} that these tables know, so nixpkgs has none"},
    {"does-not-compile", "does not compile{line}", "failed"},
    {"does-not-link", "does not link{line}", "failed"},
    {"does-not-run", "does not run{line}", "failed"},
    {"driver-beyond-tables", "{driver} is newer than any driver that these tables know (branch {newest}): what it no "
                             "longer runs they cannot say"},
    {"driver-runs-nothing", "it fits, but the driver runs nothing of {cuda}"},
    {"driver-too-old", "{cuda} needs driver {driver} or newer"},
    {"duplicate", "{form} of {capability} is there already", {}, "leave it out"},
    {"duplicate-capability", "{capability} is listed more than once"},
    {"empty-package", "the package exists for no system"},
    {"entry-changed-by-version", "{consumer} {version} does not take {asked} ({others}): it is written {built}",
     "entry-changed"},
    {"entry-dropped", "{format} has no target {asked}: it is left out"},
    {"entry-dropped-beside", "{format} takes one target: {kept} is kept, {asked} is left out", "entry-dropped"},
    {"entry-dropped-by-version", "{consumer} {version} does not take {asked} ({others}): it is left out",
     "entry-dropped"},
    {"entry-replaced", "{format} builds {built} where {asked} is asked", "entry-changed"},
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
    {"excepted-gpu",
     "NVIDIA's {redist} packages of CUDA {first} to {last} do not support capability {capability}",
     {},
     "leave it out"},
    {"family-not-known", "{code} is of no known family", "outside-family"},
    {"family-specific-ptx",
     "PTX of {ptx} reaches its family only, and no later GPU",
     {},
     "machine code of {ptx} {rest}"},
    {"glibc-unknown", "glibc is not known: from {from} on it matters to this release (--glibc)"},
    {"gpu-needs-driver", "it fits, but the driver does not run this GPU"},
    {"gpu-not-known", "it fits, and no source says that the driver runs this GPU"},
    {"grace-clang", "NVIDIA's own Clang for Grace has another range: {min} to {max}"},
    {"headers-inferred", "that {compiler} works with the libstdc++ headers of gcc-{headers} under this nvcc in "
                         "{standard} is inferred, not measured"},
    {"headers-none", "it parses no libstdc++ headers in this C++ standard{how}", "headers-too-new"},
    {"headers-older-than-library", "point Clang at the libstdc++ headers of gcc-{headers} (--gcc-install-dir from "
                                   "Clang 16 on, --gcc-toolchain before); link with the libstdc++ of gcc-{library}"},
    {"headers-too-new", "no libstdc++ headers fit: nvcc with this Clang parses those of gcc-{nvcc} and older, this "
                        "Clang by itself those of gcc-{clang} and older{how}"},
    {"higher-minor", "the GPU's number, {gpu}, is lower"},
    {"impossible-check", "line {line}: lets no {compiler} pass at all"},
    {"incomplete-driver", "{driver} is taken for the oldest driver it can mean; from {from} on the answer is better"},
    {"jetpack-of-driver",
     "a Jetson's driver comes with its JetPack: this one with JetPack {jetpack}, which has CUDA {has}; check the "
     "JetPack that a package wants",
     "jetson-driver"},
    {"jetpack-too-old", "the driver is of JetPack {jetpack}, which has CUDA {has}"},
    {"jetson", "it is a Jetson's, and the GPU is none"},
    {"jetson-among-others", "{jetson} is a Jetson's, the others are not: machine code of it runs on aarch64-linux "
                            "alone, and on no GPU of the others"},
    {"jetson-driver", "a Jetson's driver comes with its JetPack and is numbered on its own; NVIDIA's driver tables are "
                      "about other GPUs"},
    {"jetson-driver-not-known", "this is no driver of a Jetson's that these tables know"},
    {"jetson-elsewhere", "{jetson} is a Jetson's, and no Jetson is {system}", {}, "leave it out"},
    {"jetson-mixed",
     "capability {capability} is a Jetson's, which in CUDA {release} is a platform of its own: it cannot be built "
     "together with {other}",
     {},
     "leave it out"},
    {"jetson-needs-arm",
     "capability {capability} is a Jetson's: it needs --system aarch64-linux, not {system}",
     {},
     "leave it out"},
    {"known-broken", "{message} ({advisory})"},
    {"known-of-earlier",
     "no source says which driver is as new as {cuda}; CUDA {earlier} before it needs {driver} or newer",
     "no-known-minimum"},
    {"label-differs", "release_label says {label}, the file's name {file}"},
    {"large-header", "the header is larger than {limit} MiB"},
    {"library-folder", "{root} has its libraries in lib, and its nvcc looks in lib64: nothing links without the -L "
                       "that `cudastdenv env` adds"},
    {"link-stub", "{root} has no bin/crt/link.stub: no program with GPU code links; the package nvidia-cuda-crt of a "
                  "later patch has it"},
    {"list-empty", "an entry is missing"},
    {"list-link-time-code", "{found} is code for the linker, neither machine code nor PTX"},
    {"list-no-architecture", "{found} is no architecture"},
    {"list-not-taken", "{consumer} {version} does not take {found} ({others})"},
    {"list-refused", "{found} is refused"},
    {"list-several", "it takes one entry, and {found} is another"},
    {"list-unexpected", "{found} is not expected"},
    {"list-unknown-name", "{found} is no name that it knows"},
    {"lists-differ", "{tool} list different architectures", "tool"},
    {"long-line", "line {line}: longer than {limit} KiB"},
    {"low-ptx", "PTX is of {highest} only: later GPUs do not get what was written for {wanted}", {}, "PTX of {wanted}"},
    {"lower-bound-inferred",
     "that {family} begins at {major} is inferred from CUDA {from}: nobody documents {cuda} yet"},
    {"lower-in-family", "the GPU's number, {gpu}, is lower, though of one family with it"},
    {"machine-code-added", "{format} has no PTX without machine code of the same target: {real} is built too"},
    {"machine-code-between", "machine code for {gpu} comes with CUDA {first} to {last}", "no-machine-code"},
    {"machine-code-dropped", "{format} builds no machine code: that of {asked} is left out"},
    {"machine-code-from", "machine code for {gpu} comes with CUDA {first} and later", "no-machine-code"},
    {"malformed-date", "{text} is not a date like 2025-03-06"},
    {"malformed-hash", "not {digits} lower-case hexadecimal digits"},
    {"malformed-name", "{text} is not a package name"},
    {"malformed-size", "{text} is not a number of bytes"},
    {"malformed-version", "{text} is not a version"},
    {"minimum-of-same-compiler",
     "the minimum of {cuda} is not known; that of CUDA {earlier}, which has the same nvcc, is used instead"},
    {"missing-check", "does not check {compiler}"},
    {"missing-key", "'{key}' is missing"},
    {"model-not-named", "some GPU of {capability} goes with this driver, and another may want a newer one: --gpu NAME "
                        "says it for a model"},
    {"names-nothing", "{variable} leads to {path}, where there is no nvcc"},
    {"needs", "{versions}"},
    {"needs-at-most", "at most {versions}"},
    {"new-release", "{release}: the tables do not have it"},
    {"new-release-same-nvcc", "{release}: the tables do not have it; its nvcc is that of {same}", "new-release"},
    {"newer-libstdcxx",
     "its own libstdc++ ({own}) is newer than the stdenv's ({stdenv}), which may lack symbols that its code needs"},
    {"newer-ptx", "the GPU's number, {gpu}, is lower"},
    {"newer-than-tables", "{version} is newer than every libstdc++ that the tables know; their newest is {newest}"},
    {"no-architecture-targets", "{format} has no architecture-specific targets: {asked} is written {built}",
     "entry-changed"},
    {"no-code-runs", "does not run: no code in it fits GPU and driver"},
    {"no-compat-package", "no package of {cuda} for {redist} is known"},
    {"no-cuda-shipped", "NVIDIA ships no CUDA for {system}"},
    {"no-cxx-driver", "{program} has no g++ beside it: it compiles no C++"},
    {"no-cxx-headers", "{program} finds no C++ library headers: a Clang takes the GCC folder with the highest number, "
                       "also one without headers; installing that GCC's libstdc++-dev helps"},
    {"no-family-targets", "{format} has no family-specific targets: {asked} is written {built}", "entry-changed"},
    {"no-gpu", "not run: no GPU", "not-run"},
    {"no-headers", "does not compile: it finds no libstdc++ headers"},
    {"no-known-minimum", "no source says which driver is as new as {cuda}"},
    {"no-machine-code", "no release makes machine code for {gpu}"},
    {"no-minor-versions", "begins with CUDA 11; {cuda} needs its own driver"},
    {"no-packages", "no packages"},
    {"no-ptx", "there is no PTX: GPUs that come later have nothing to run", {}, "PTX of {wanted}"},
    {"no-release", "release_label, the file's name and nvcc's version do not say which release this is"},
    {"no-such-architecture", "CUDA {release} knows no {architecture} GPU"},
    {"no-such-standard", "its nvcc takes {newest} at most"},
    {"no-toolkit-to-build-with", "nvcc cannot run on the build system: NVIDIA has no toolkit for {system}"},
    {"not-a-text", "not a string"},
    {"not-built", "not run: the program was not built", "not-run"},
    {"not-in-nixpkgs", "nvcc {release} takes {capability}; nixpkgs does not list it for this release"},
    {"not-installed-here", "not run: the compiler is not installed", "not-run"},
    {"not-of-jetson", "it is not for Jetsons, and the GPU is one", "jetson"},
    {"not-packaged-by-nixpkgs", "NVIDIA ships {platform} {when}; nixpkgs does not package it"},
    {"not-predicted", "nothing"},
    {"not-taken", "not taken"},
    {"not-true-or-false", "neither true nor false"},
    {"nothing-shipped", "NVIDIA ships nothing for {system}", "system-not-shipped"},
    {"nvcc-differs", "nvcc is {manifest}; our table says {tables}", from_tables},
    {"older-compiler", "{compiler} is older than these tables; nothing is known of its libstdc++", "unknown-compiler"},
    {"older-libstdcxx",
     "{member} refers to {compiler}, so it needs the libstdc++ of {needed} or a newer one{platform}; an older one is "
     "loaded too: {older}"},
    {"open-comment", "line {line}: this comment does not end"},
    {"open-conditional", "line {line}: this #if has no #endif"},
    {"other-architecture", "it is architecture-specific, for {codeBaseline} alone"},
    {"other-family", "the stdenv's compiler is a {family}"},
    {"other-major", "the GPU's major number is {gpuMajor}, not {codeMajor}"},
    {"other-platform", "{asked} was asked; this release and these capabilities go with {redist} (on Arm they decide "
                       "which of NVIDIA's two platforms it is)"},
    {"outside-family", "{gpu} is outside the family, which is {family}"},
    {"own-headers-inferred",
     "that {compiler} works with its libstdc++ headers under this nvcc in {standard} is inferred, not measured",
     "headers-inferred"},
    {"package-adds-ptx", "with the cuda_compat package PTX would load too"},
    {"package-gpu-not-known",
     "{package} is for data-center GPUs and selected NGC-ready boards, and no source says whether {gpu} is one"},
    {"package-not-known", "no source says whether there is a package of {cuda} for this driver"},
    {"perhaps-windows-driver", "{driver} is taken for a driver of Linux; under WSL2 nvidia-smi shows the driver of "
                               "Windows, which counts on its own: for that, ask with --system x86_64-windows"},
    {"platform-ended", "{lead}NVIDIA ended {platform} after CUDA {last} (it began with {first}): nothing of CUDA "
                       "{release} is shipped for it"},
    {"platform-not-yet", "{lead}NVIDIA ships {platform} from CUDA {first} on, not yet in CUDA {release}{before}"},
    {"platform-without", "{lead}NVIDIA ships {platform} {when}; not in CUDA {release}"},
    {"preview", "{cuda} is a developer preview"},
    {"preview-too", "a developer preview; public releases work too", "preview"},
    {"printed-too-much", "{step} printed too much"},
    {"program-cannot-start", "{program} is left out: {why}"},
    {"program-crashes", "{program} is left out: asked for its version, it is ended by signal {signal}",
     "program-fails"},
    {"program-fails", "{program} is left out: asked for its version, it fails with exit status {status}"},
    {"program-floods", "{program} is left out: asked for its version, it prints without end"},
    {"program-hangs", "{program} is left out: it did not answer within {seconds} s"},
    {"program-lies", "{program} is left out: by its name it is {name}, by its own word {word}"},
    {"program-says-nothing", "{program} is left out: what it prints is not {wanted}"},
    {"ptx-added", "{format} cannot leave PTX out: that of {added} is built too"},
    {"ptx-by-version",
     "up to {format}-{until} PTX of every target is embedded unless it is refused, from {format}-{next} on none unless "
     "it is wanted; judged as from {format}-{next} on (--compiler {format}-{until} judges otherwise)"},
    {"ptx-changed", "{format} always takes PTX of the last element: PTX of {asked} is written as {written}"},
    {"ptx-dropped", "{format} cannot ask for PTX of {asked}: it is left out"},
    {"ptx-needs-driver", "it fits, but the driver does not compile PTX as new as that of {cuda}"},
    {"ptx-not-known", "it fits, and no source says which driver compiles PTX of {cuda}"},
    {"ptx-of-baseline", "PTX of {ptx} is added, not of {listed}: no later GPU can run that; use --no-forward-compat if "
                        "the code needs {listed}"},
    {"ptx-of-every", "PTX of every target makes programs larger; that of {enough} is enough", {}, "PTX of {enough}"},
    {"range-fallback", "{wanted} has no row for CUDA {release}; {used} is used instead"},
    {"refused", "refused: nvcc takes up to {newest}"},
    {"refused-host-compiler", "the {closure} of {package} has the nvcc of CUDA {set} and no compiler that it takes: it "
                              "refuses {names}"},
    {"refused-pair", "nvcc makes no {real} from PTX of {from}", {}, "{real} from PTX of {baseline}"},
    {"refused-without-bound", "refused: {line}", "refused"},
    {"release-not-known", "it fits, and no source says that the driver runs {cuda}"},
    {"release-unknown", "nothing here says which release it is: no version.json, no cuda_runtime_api.h, no name of a "
                        "package; say it with --cuda 12.8.1"},
    {"repeated-check", "line {line}: checks {compiler} a second time; the first check is the one taken"},
    {"rest-linked-statically", "what the code of {compiler} needs beyond the libstdc++ of gcc-{library} is linked "
                               "statically, from libstdc++_nonshared.a"},
    {"run-with-libstdcxx", "run it with the libstdc++ of gcc {gcc} or newer ({glibcxx}, {soname})"},
    {"runs-by-machine-code", "runs by machine code of {capability}", "runs"},
    {"runs-by-ptx", "runs by PTX of {capability}", "runs"},
    {"several-cuda-package-sets", "more than one CUDA package set: {names}"},
    {"several-host-compilers", "more than one host compiler: {names}"},
    {"several-libstdcxx", "more than one libstdc++{platform}: {names}"},
    {"size-is-number", "a number; NVIDIA writes sizes as strings"},
    {"slot-conflict",
     "{other} and {specific} cannot be built together: nvcc takes machine code of one number either family-specific or "
     "not; drop one of them",
     {},
     "{specific} alone"},
    {"slot-made-twice",
     "machine code of {real} is made from family-specific PTX here and from PTX of {from} elsewhere, and nvcc makes it "
     "from one of both",
     "slot-conflict", "{real} from PTX of one"},
    {"spared-by-headers", "{toolkit} is meant, whose headers lie {place}: else {advisories} would break it"},
    {"standard-assumed", "{standard} is assumed (--std): the newest up to c++17 that nvcc with {compiler} takes"},
    {"standard-differs", "{release}: nvcc takes {toolkit} here, {tables} in the tables", "standard"},
    {"standard-not-taken", "nvcc takes {standard} from {compiler} on; with an older one it warns and compiles in that "
                           "compiler's own default standard"},
    {"standard-of-release", "{standard} is assumed (--std): the newest up to c++17 that the nvcc of {cuda} takes",
     "standard-assumed"},
    {"standard-unknown", "which C++ standards the nvcc of {cuda} takes is not known; {standard} is supposed"},
    {"stray-directive", "line {line}: #{directive} where none can stand"},
    {"string-order",
     "{format} sorts these numbers as strings and takes PTX of {highest}, not of {wanted}",
     {},
     "sm_ and compute_ instead of numbers with dots"},
    {"superseded", "works too, but {by} goes first (the stdenv's own, then the newest)"},
    {"system-missing-here", "has {system}, which our table says NVIDIA did not ship in this release", from_tables},
    {"system-not-covered", "on {system} nvcc takes neither GCC nor a Clang that these tables cover"},
    {"system-not-shipped", "lacks {system}, which our table says NVIDIA shipped in this release", from_tables},
    {"taken", "taken"},
    {"too-new", "{view} ends at {major}"},
    {"too-old", "{view} begins at {major}"},
    {"too-old-as-before", "{view} of CUDA {from} begins at {major}", "too-old"},
    {"too-old-for-earlier", "{cuda} needs driver {driver} or newer, as CUDA {earlier} does", "driver-too-old"},
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
    {"uncovered", "nothing of the list runs on {devices}", {}, "PTX of {target} as well"},
    {"uncovered-without-ptx", "nothing of the list runs on {devices}", "uncovered", "{target} as well"},
    {"unfit-folder", "not run: flags cannot hold the name of a folder that they need", "not-run"},
    {"unknown-architecture", "{tool} lists {name}, which is no architecture that this program can read", "tool"},
    {"unknown-capability",
     "unknown capability {capability}: {table} has no such row; the nearest is {nearest}",
     {},
     "leave it out"},
    {"unknown-check",
     "line {line}: GCC or Clang may be stopped here, under a condition that this program does not know: {condition}"},
    {"unknown-compiler", "{compiler} is newer than these tables; nothing is known of its libstdc++"},
    {"unknown-key", "unknown key {key}"},
    {"unknown-standard",
     "{tool} lists {name}, a C++ standard that this program does not know: which is the newest is left open", "tool"},
    {"unknown-system", "unknown platform {system}"},
    {"unknown-variant", "{variant} is not a CUDA variant like cuda12"},
    {"unreadable", "{file}: {why}"},
    {"unsafe-path", "{text} is not a path below the manifest's directory"},
    {"unsupported-system", "{system} is an unsupported system: the stdenv's compiler is used unchecked"},
    {"variants-differ", "cuda_variant lists {listed}, the systems have {found}"},
    {"whole-toolkit", "all of the CUDA toolkit, of which programs load a few libraries: {names}"},
    {"works", "works"},
    {"wrong-branch", "{package} is for driver branches {branches} only"},
    {"wrong-gpu", "{package} is for data-center GPUs; with {gpu} the program ends with CUDA error 804"},
});

const DiagnosticRow& row_of(std::string_view id) {
    const auto found = std::ranges::lower_bound(rows, id, {}, &DiagnosticRow::id);
    if (found == rows.end() || found->id != id) throw std::logic_error(fmt::format("no diagnostic {}", id));
    return *found;
}

std::string_view code_of(const DiagnosticRow& row, const Diagnostic& diagnostic) {
    if (!diagnostic.code.empty()) return diagnostic.code;
    return row.code.empty() ? row.id : row.code;
}

std::string filled(std::string_view text, const Diagnostic& diagnostic) {
    return with_holes_filled(text, [&](std::string_view name) -> const std::string& {
        for (const Argument& argument : diagnostic.arguments)
            if (argument.name == name) return argument.text;
        throw std::logic_error(fmt::format("diagnostic {} lacks {}", diagnostic.id, name));
    });
}

}  // namespace

std::span<const DiagnosticRow> diagnostics() noexcept { return rows; }

std::string_view code_of(const Diagnostic& diagnostic) { return code_of(row_of(diagnostic.id), diagnostic); }

Said said(const Diagnostic& diagnostic) {
    const DiagnosticRow& row = row_of(diagnostic.id);
    return {code_of(row, diagnostic), filled(row.text, diagnostic), diagnostic.sources};
}

std::string text_of(const Diagnostic& diagnostic) { return filled(row_of(diagnostic.id).text, diagnostic); }

std::string instead_of(const Diagnostic& diagnostic) { return filled(row_of(diagnostic.id).instead, diagnostic); }

}  // namespace cudastdenv::words

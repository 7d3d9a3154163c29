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
    {"compiler-version-matters",
     "{compiler} is given without its minor version, and that matters: {message} ({advisory})"},
    {"data-center-only", "cuda_compat works with data-center GPUs and the few others that NVIDIA names; elsewhere the "
                         "program ends with CUDA error 804"},
    {"date-differs", "released on {manifest}; our table says {tables}", from_tables},
    {"depends-on-machine", "what it means depends on the machine that builds"},
    {"distribution-package-only", "NVIDIA has {package} for distributions, and supports it on this branch; it is not "
                                  "among the redistributables of {cuda} that these tables know, so nixpkgs has none"},
    {"driver-beyond-tables", "{driver} is newer than any driver that these tables know (branch {newest}): what it no "
                             "longer runs they cannot say"},
    {"driver-too-old", "{cuda} needs driver {driver} or newer"},
    {"duplicate", "{form} of {capability} is there already", {}, "leave it out"},
    {"duplicate-capability", "{capability} is listed more than once"},
    {"empty-package", "the package exists for no system"},
    {"family-specific-ptx",
     "PTX of {ptx} reaches its family only, and no later GPU",
     {},
     "machine code of {ptx} {rest}"},
    {"glibc-unknown", "glibc is not known: from {from} on it matters to this release (--glibc)"},
    {"grace-clang", "NVIDIA's own Clang for Grace has another range: {min} to {max}"},
    {"headers-inferred", "that {compiler} works with the libstdc++ headers of gcc-{headers} under this nvcc in "
                         "{standard} is inferred, not measured"},
    {"headers-older-than-library", "point Clang at the libstdc++ headers of gcc-{headers} (--gcc-install-dir from "
                                   "Clang 16 on, --gcc-toolchain before); link with the libstdc++ of gcc-{library}"},
    {"incomplete-driver", "{driver} is taken for the oldest driver it can mean; from {from} on the answer is better"},
    {"jetpack-of-driver",
     "a Jetson's driver comes with its JetPack: this one with JetPack {jetpack}, which has CUDA {has}; check the "
     "JetPack that a package wants",
     "jetson-driver"},
    {"jetpack-too-old", "the driver is of JetPack {jetpack}, which has CUDA {has}"},
    {"jetson-among-others", "{jetson} is a Jetson's, the others are not: machine code of it runs on aarch64-linux "
                            "alone, and on no GPU of the others"},
    {"jetson-driver", "a Jetson's driver comes with its JetPack and is numbered on its own; NVIDIA's driver tables are "
                      "about other GPUs"},
    {"jetson-driver-not-known", "this is no driver of a Jetson's that these tables know"},
    {"jetson-elsewhere", "{jetson} is a Jetson's, and no Jetson is {system}", {}, "leave it out"},
    {"known-of-earlier",
     "no source says which driver is as new as {cuda}; CUDA {earlier} before it needs {driver} or newer",
     "no-known-minimum"},
    {"label-differs", "release_label says {label}, the file's name {file}"},
    {"low-ptx", "PTX is of {highest} only: later GPUs do not get what was written for {wanted}", {}, "PTX of {wanted}"},
    {"lower-bound-inferred",
     "that {family} begins at {major} is inferred from CUDA {from}: nobody documents {cuda} yet"},
    {"malformed-date", "{text} is not a date like 2025-03-06"},
    {"malformed-hash", "not {digits} lower-case hexadecimal digits"},
    {"malformed-name", "{text} is not a package name"},
    {"malformed-size", "{text} is not a number of bytes"},
    {"malformed-version", "{text} is not a version"},
    {"minimum-of-same-compiler",
     "the minimum of {cuda} is not known; that of CUDA {earlier}, which has the same nvcc, is used instead"},
    {"missing-key", "'{key}' is missing"},
    {"model-not-named", "some GPU of {capability} goes with this driver, and another may want a newer one: --gpu NAME "
                        "says it for a model"},
    {"no-compat-package", "no package of {cuda} for {redist} is known"},
    {"no-known-minimum", "no source says which driver is as new as {cuda}"},
    {"no-minor-versions", "begins with CUDA 11; {cuda} needs its own driver"},
    {"no-packages", "no packages"},
    {"no-ptx", "there is no PTX: GPUs that come later have nothing to run", {}, "PTX of {wanted}"},
    {"no-release", "release_label, the file's name and nvcc's version do not say which release this is"},
    {"not-a-text", "not a string"},
    {"not-in-nixpkgs", "nvcc {release} takes {capability}; nixpkgs does not list it for this release"},
    {"not-true-or-false", "neither true nor false"},
    {"nvcc-differs", "nvcc is {manifest}; our table says {tables}", from_tables},
    {"older-compiler", "{compiler} is older than these tables; nothing is known of its libstdc++", "unknown-compiler"},
    {"other-platform", "{asked} was asked; this release and these capabilities go with {redist} (on Arm they decide "
                       "which of NVIDIA's two platforms it is)"},
    {"own-headers-inferred",
     "that {compiler} works with its libstdc++ headers under this nvcc in {standard} is inferred, not measured",
     "headers-inferred"},
    {"package-adds-ptx", "with the cuda_compat package PTX would load too"},
    {"package-gpu-not-known",
     "{package} is for data-center GPUs and selected NGC-ready boards, and no source says whether {gpu} is one"},
    {"package-not-known", "no source says whether there is a package of {cuda} for this driver"},
    {"perhaps-windows-driver", "{driver} is taken for a driver of Linux; under WSL2 nvidia-smi shows the driver of "
                               "Windows, which counts on its own: for that, ask with --system x86_64-windows"},
    {"preview", "{cuda} is a developer preview"},
    {"ptx-by-version",
     "up to {format}-{until} PTX of every target is embedded unless it is refused, from {format}-{next} on none unless "
     "it is wanted; judged as from {format}-{next} on (--compiler {format}-{until} judges otherwise)"},
    {"ptx-of-baseline", "PTX of {ptx} is added, not of {listed}: no later GPU can run that; use --no-forward-compat if "
                        "the code needs {listed}"},
    {"ptx-of-every", "PTX of every target makes programs larger; that of {enough} is enough", {}, "PTX of {enough}"},
    {"refused-pair", "nvcc makes no {real} from PTX of {from}", {}, "{real} from PTX of {baseline}"},
    {"rest-linked-statically", "what the code of {compiler} needs beyond the libstdc++ of gcc-{library} is linked "
                               "statically, from libstdc++_nonshared.a"},
    {"size-is-number", "a number; NVIDIA writes sizes as strings"},
    {"slot-made-twice",
     "machine code of {real} is made from family-specific PTX here and from PTX of {from} elsewhere, and nvcc makes it "
     "from one of both",
     "slot-conflict", "{real} from PTX of one"},
    {"standard-assumed", "{standard} is assumed (--std): the newest up to c++17 that nvcc with {compiler} takes"},
    {"standard-of-release", "{standard} is assumed (--std): the newest up to c++17 that the nvcc of {cuda} takes",
     "standard-assumed"},
    {"standard-unknown", "which C++ standards the nvcc of {cuda} takes is not known; {standard} is supposed"},
    {"string-order",
     "{format} sorts these numbers as strings and takes PTX of {highest}, not of {wanted}",
     {},
     "sm_ and compute_ instead of numbers with dots"},
    {"system-missing-here", "has {system}, which our table says NVIDIA did not ship in this release", from_tables},
    {"system-not-shipped", "lacks {system}, which our table says NVIDIA shipped in this release", from_tables},
    {"too-old-for-earlier", "{cuda} needs driver {driver} or newer, as CUDA {earlier} does", "driver-too-old"},
    {"uncovered", "nothing of the list runs on {devices}", {}, "PTX of {target} as well"},
    {"uncovered-without-ptx", "nothing of the list runs on {devices}", "uncovered", "{target} as well"},
    {"unknown-compiler", "{compiler} is newer than these tables; nothing is known of its libstdc++"},
    {"unknown-key", "unknown key {key}"},
    {"unknown-system", "unknown platform {system}"},
    {"unknown-variant", "{variant} is not a CUDA variant like cuda12"},
    {"unsafe-path", "{text} is not a path below the manifest's directory"},
    {"unsupported-system", "{system} is an unsupported system: the stdenv's compiler is used unchecked"},
    {"variants-differ", "cuda_variant lists {listed}, the systems have {found}"},
    {"wrong-branch", "{package} is for driver branches {branches} only"},
    {"wrong-gpu", "{package} is for data-center GPUs; with {gpu} the program ends with CUDA error 804"},
});

const DiagnosticRow& row_of(std::string_view id) {
    const auto found = std::ranges::lower_bound(rows, id, {}, &DiagnosticRow::id);
    if (found == rows.end() || found->id != id) throw std::logic_error(fmt::format("no diagnostic {}", id));
    return *found;
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

std::string_view code_of(const Diagnostic& diagnostic) {
    const DiagnosticRow& row = row_of(diagnostic.id);
    return row.code.empty() ? row.id : row.code;
}

Said said(const Diagnostic& diagnostic) { return {code_of(diagnostic), text_of(diagnostic), diagnostic.sources}; }

std::string text_of(const Diagnostic& diagnostic) { return filled(row_of(diagnostic.id).text, diagnostic); }

std::string instead_of(const Diagnostic& diagnostic) { return filled(row_of(diagnostic.id).instead, diagnostic); }

}  // namespace cudastdenv::words

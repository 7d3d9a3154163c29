// SPDX-License-Identifier: MIT
#include "cli/manifest_features.hpp"

#include "cli/chosen_tables.hpp"
#include "cli/command.hpp"
#include "cli/exit_status.hpp"
#include "core/quote.hpp"
#include "nix/features.hpp"
#include "os/archive_folder.hpp"
#include "os/machine_error.hpp"
#include "os/package_archive.hpp"
#include "os/regular_file.hpp"
#include "os/sha256.hpp"
#include "os/write_file.hpp"
#include "report/text.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_archive(const fs::path& file, const std::string& problem) {
    throw machine::MachineError(as_plain_text(file.string() + ": " + problem));
}

/// Throws MachineError: it is not the archive that the manifest names.
void check_archive(const fs::path& file, const nix::ManifestArchive& archive) {
    if (const auto size = machine::open_regular_file(file).size; archive.size && *archive.size != size)
        fail_archive(file, fmt::format("has {} bytes, the manifest says {}", size, *archive.size));
    if (const std::string sum = machine::sha256_of_file(file); sum != archive.sha256)
        fail_archive(file, fmt::format("its SHA-256 is {}, the manifest says {}", sum, archive.sha256));
}

nix::PackageOutputs read_outputs(const fs::path& file) {
    const std::optional<nix::PackageOutputs> outputs = nix::outputs_of(machine::entries_of_package(file));
    if (!outputs) fail_archive(file, "does not have one folder at its top, as archives of NVIDIA's do");
    return *outputs;
}

}  // namespace

int write_features(const ParsedOptions& options, const fs::path& file, std::string_view text) {
    const report::Style style = stdout_style(options);
    const ChosenTables tables(options);
    const nix::Manifest manifest = nix::read_manifest(tables.view(), file, text);
    if (manifest.kind == nix::Manifest::Kind::feature)
        throw DataError(file, "", "is a feature manifest already; --features makes one of NVIDIA's redistrib_*.json");
    const machine::ArchiveFolder folder(options.value("features"));
    nix::FoundFeatures found{{}, {}, manifest.unnamed_archives};
    for (const nix::ManifestArchive& archive : manifest.archives)
        if (const std::optional<fs::path> at_hand = folder.find(archive.path)) {
            check_archive(*at_hand, archive);
            found.packages.push_back({archive, read_outputs(*at_hand)});
        } else {
            found.missing.push_back(archive);
        }
    for (const std::string& note : report::features_missing(found)) print_aside(options.streams(), "note", note);
    if (found.packages.empty()) throw machine::MachineError("none of the archives that the manifest names is there");
    const auto extent = options.has("nixpkgs-exact") ? nix::FeatureExtent::nixpkgs : nix::FeatureExtent::all;
    const std::string features = nix::feature_manifest(found.packages, extent);
    if (options.has("output")) {
        machine::write_file(options.value("output"), features);
        print_answer(options.streams(), report::features_text(found, style));
    } else {
        print_answer(options.streams(), features);
    }
    return found.is_whole() ? exit_answered : exit_none;
}

}  // namespace cudastdenv::cli

// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "os/file_tree.hpp"
#include "os/write_file.hpp"
#include "report/text.hpp"

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_archive(const fs::path& file, const std::string& problem) {
    throw machine::MachineError(as_plain_text(file.string() + ": " + problem));
}

/// Throws MachineError: it is not the archive that the manifest names.
void check_archive(const fs::path& file, const manifest::ManifestArchive& archive) {
    if (const auto size = machine::open_regular_file(file).size; archive.size && *archive.size != size)
        fail_archive(file, fmt::format("has {} bytes, the manifest says {}", size, *archive.size));
    if (const std::string sum = machine::sha256_of_file(file); sum != archive.sha256)
        fail_archive(file, fmt::format("its SHA-256 is {}, the manifest says {}", sum, archive.sha256));
}

manifest::PackageOutputs read_outputs(const fs::path& file) {
    const std::optional<manifest::PackageOutputs> outputs = manifest::outputs_of(machine::entries_of_package(file));
    if (!outputs) fail_archive(file, "does not have one folder at its top, as archives of NVIDIA's do");
    return *outputs;
}

/// `--features FOLDER`: the feature manifest of one of NVIDIA's. `file` is only named in errors.
int write_features(const ParsedOptions& options, const fs::path& file, std::string_view text) {
    const report::Style style = form_of(options).style;
    const ChosenTables tables(options);
    const manifest::Manifest manifest = manifest::read_manifest(tables.view(), file, text);
    if (manifest.is_feature())
        throw DataError(file, "", "is a feature manifest already; --features makes one of NVIDIA's redistrib_*.json");
    const machine::ArchiveFolder folder(options.value("features"));
    manifest::FoundFeatures found{{}, {}, manifest.unnamed_archives};
    for (const manifest::ManifestArchive& archive : manifest.archives)
        if (const std::optional<fs::path> at_hand = folder.find(archive.path)) {
            check_archive(*at_hand, archive);
            found.packages.push_back({archive, read_outputs(*at_hand)});
        } else {
            found.missing.push_back(archive);
        }
    for (const std::string& note : report::features_missing(found)) print_aside(options.streams(), "note", note);
    if (found.packages.empty()) throw machine::MachineError("none of the archives that the manifest names is there");
    const std::string features = manifest::feature_manifest(found.packages, options.has("nixpkgs-exact"));
    if (options.has("output")) {
        machine::write_file(options.value("output"), features);
        print_answer(options.streams(), report::features_text(found, style));
    } else {
        print_answer(options.streams(), features);
    }
    return found.is_whole() ? exit_answered : exit_none;
}

int run_manifest(const ParsedOptions& options) {
    const std::string& path =
        options.needed_value("file", "which manifest? Give a file like redistrib_12.8.1.json, or - for standard input");
    if (options.has("output") && !options.has("features"))
        throw BadInput(InputError::missing, "-o writes the features that --features FOLDER finds: give that too");
    if (options.has("nixpkgs-exact") && !options.has("features"))
        throw BadInput(InputError::missing,
                       "--nixpkgs-exact is for the features that --features FOLDER finds: give that too");
    if (options.has("features") && options.has("json"))
        throw BadInput(InputError::contradiction, "what --features prints is JSON already: leave --json out");

    InputFile file(options.streams(), path);
    const std::string text = file.read_all(manifest::max_manifest_bytes);
    if (options.has("features")) return write_features(options, file.name(), text);
    return answer(options, options.with("file", file.name()).with("text", text), answer_manifest);
}

constexpr std::array manifest_options{
    OptionSpec{"features", "FOLDER", "the outputs that packages have, from the archives below FOLDER"},
    OptionSpec{"nixpkgs-exact", "", "of the features only those that older nixpkgs takes"},
    OptionSpec{"output", "FILE", "write the feature manifest to FILE, and print what it says", 'o'},
};

}  // namespace

const Command manifest_command{
    .name = "manifest",
    .group = CommandGroup::nixpkgs,
    .summary = "what NVIDIA's redistrib_*.json offers on which system, and what is wrong with it",
    .arguments = "[OPTIONS] FILE",
    .none = "the manifest has problems; with --features, some archives are not there",
    .examples = {"cudastdenv manifest redistrib_12.8.1.json", "curl -s URL | cudastdenv manifest --json -",
                 "cudastdenv manifest --features . -o feature_12.8.1.json redistrib_12.8.1.json"},
    .positional = {"file"},
    .options = manifest_options,
    .run = run_manifest,
};

}  // namespace cudastdenv::cli

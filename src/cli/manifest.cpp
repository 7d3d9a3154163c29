// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "machine/os/file_tree.hpp"
#include "machine/os/write_file.hpp"
#include "report/text.hpp"

namespace cudastdenv::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_archive(const fs::path& file, const std::string& problem) {
    throw machine::MachineError(as_plain_text(file.string() + ": " + problem));
}

/// Throws MachineError, also if it is not the archive in the manifest.
manifest::PackageOutputs read_outputs(const fs::path& file, const manifest::ManifestArchive& archive) {
    if (const auto size = machine::open_regular_file(file).size; archive.size && *archive.size != size)
        fail_archive(file, fmt::format("has {} bytes, but the manifest says {}", size, *archive.size));
    if (const std::string sum = machine::sha256_of_file(file); sum != archive.sha256)
        fail_archive(file, fmt::format("its SHA-256 is {}, but the manifest says {}", sum, archive.sha256));
    const std::optional<manifest::PackageOutputs> outputs = manifest::outputs_of(machine::entries_of_package(file));
    if (!outputs) fail_archive(file, "does not have one directory at its top, unlike NVIDIA's archives");
    return *outputs;
}

/// `--features FOLDER`: builds the feature manifest of one of NVIDIA's. `file` is only for errors.
int write_features(const Run& run, const fs::path& file, std::string_view text) {
    manifest::Manifest manifest = manifest::read_manifest(run.tables(), file, text);
    if (manifest.is_feature())
        throw DataError(file, "", "is already a feature manifest; pass one of NVIDIA's redistrib_*.json to --features");
    const machine::FindArchive find = machine::archives_in(run.value("features"));
    for (manifest::ManifestArchive& archive : manifest.archives)
        if (const auto at_hand = find(archive.path)) archive.outputs = read_outputs(*at_hand, archive);
    for (const std::string& note : report::features_missing(manifest)) run.remark("note", note);
    if (manifest.known_archives() == 0) throw machine::MachineError("no archive of the manifest was found");
    const bool is_whole = manifest.unknown_archives() == 0;
    const std::string features = manifest::feature_manifest(manifest, run.has("nixpkgs-exact"));
    if (!run.has("output")) return run.end(features, is_whole);
    machine::write_file(run.value("output"), features);
    return run.end(report::features_text(manifest, run.form.style), is_whole);
}

int run_manifest(const Run& run) {
    const std::string& path =
        run.needed_value("file", "missing manifest; pass a file like redistrib_12.8.1.json, or - for standard input");
    for (const auto& [option, name] : {std::pair("output", "-o"), std::pair("nixpkgs-exact", "--nixpkgs-exact")})
        if (run.has(option) && !run.has("features"))
            throw BadInput(InputError::missing, "{} requires --features FOLDER", name);
    if (run.has("features") && run.has("json"))
        throw BadInput(InputError::contradiction, "--features always prints JSON; omit --json");

    InputFile file(run.streams, path);
    const std::string text = file.read_all(manifest::max_manifest_bytes);
    if (run.has("features")) return write_features(run, file.name(), text);
    return run.end(answer_manifest(run.context(), run.with("file", file.name()).with("text", text), run.form));
}

constexpr std::array manifest_options{
    OptionSpec{"features", "FOLDER", "print the outputs of the packages, from the archives below FOLDER"},
    OptionSpec{"nixpkgs-exact", "", "print only the features that older nixpkgs accepts"},
    OptionSpec{"output", "FILE", "write the feature manifest to FILE and print a summary", 'o'},
};

}  // namespace

const Command manifest_command{
    .name = "manifest",
    .group = CommandGroup::nixpkgs,
    .summary = "check NVIDIA's redistrib_*.json, and list its packages by system",
    .arguments = "[OPTIONS] FILE",
    .none = "the manifest has problems, or archives are missing",
    .examples = {"cudastdenv manifest redistrib_12.8.1.json", "curl -s URL | cudastdenv manifest --json -",
                 "cudastdenv manifest --features . -o feature_12.8.1.json redistrib_12.8.1.json"},
    .positional = "file",
    .options = manifest_options,
    .run = run_manifest,
};

}  // namespace cudastdenv::cli

// SPDX-License-Identifier: MIT
#pragma once

/// CUDA toolkits: the files in each layout that show the release (NVIDIA's runfile and archives, pip, conda, Debian),
/// the answers of their programs, which only `ingest --run` runs, and a comparison of both with the tables.

#include "findings/ingest.hpp"
#include "machine/os/file_tree.hpp"
#include "machine/os/process.hpp"

namespace cudastdenv::machine {

/// The path has nothing of a toolkit, and nothing is damaged.
class NoToolkit : public MachineError {
public:
    using MachineError::MachineError;
};

/// Readers of files that name the toolkit, by a build like 13.0.88 or a release. Each adds a clue or a problem to
/// `toolkit`. Those of JSON throw DataError for a syntax error.
void read_version_json(const std::string& file, std::string_view text, Toolkit& toolkit);
void read_conda_json(const std::string& file, std::string_view text, Toolkit& toolkit);
void read_wheel_metadata(const std::string& file, std::string_view text, std::string_view platform, Toolkit& toolkit);
void read_meta_package(const std::string& file, std::string_view text, Toolkit& toolkit);
void read_debian_control(const std::string& file, std::string_view text, Toolkit& toolkit);
void read_debian_changelog(const std::string& file, std::string_view text, Toolkit& toolkit);
void read_runtime_header(const std::string& file, std::string_view text, Toolkit& toolkit);
void read_redist_name(std::string_view name, Toolkit& toolkit);

/// The commands that an nvcc prints for an empty file with `option`, `-E`; empty: no answer. NVCC_CCBIN is `ccbin`, or
/// unset if that is empty.
[[nodiscard]] std::string dry_run(const Surroundings& surroundings, const std::filesystem::path& nvcc,
                                  const std::string& option, const std::string& ccbin = {});

/// `13.0.88` from a line with `V13.0.88`.
[[nodiscard]] std::optional<Version> build_in_version(std::string_view output);

/// The quoted names after `Allowed values for this option:` in an option's help; may be empty.
[[nodiscard]] std::vector<std::string> allowed_values(std::string_view help, std::string_view option);

struct IngestOptions {
    bool run = false;
    std::optional<Version> release;                          ///< given by the user
    std::string today;                                       ///< the retrieval date of a new source
    std::function<void(std::uint64_t bytes)> progress = {};  ///< called while a wheel is read: read_code_files()
};

/// The toolkits, their packages and single headers directly in a directory and in its subdirectories; each once,
/// sorted. Throws MachineError if it is not a directory.
[[nodiscard]] std::vector<std::filesystem::path> find_toolkits(const std::filesystem::path& folder);

/// Reads a toolkit and compares it with the tables. Throws NoToolkit, and MachineError: not readable, or several
/// toolkits.
[[nodiscard]] Toolkit ingest(const Tables& tables, const std::filesystem::path& path, const IngestOptions& options,
                             const Surroundings& surroundings);

/// The same for all that find_toolkits() finds. Throws MachineError if it is not a directory.
[[nodiscard]] Ingested ingest_all(const Tables& tables, const std::filesystem::path& folder,
                                  const IngestOptions& options, const Surroundings& surroundings,
                                  const std::function<void(std::size_t done, std::size_t total)>& progress);

/// Whether the tables agree with the toolkit, and everything in it was understood.
[[nodiscard]] inline bool is_settled(const Toolkit& toolkit) {
    return toolkit.differences.empty() && toolkit.problems.empty() && toolkit.bounds.problems.empty();
}

/// The same for tables that were corrected since; that they lacked the release no longer matters.
[[nodiscard]] bool is_settled_by(const Tables& tables, Toolkit toolkit);

}  // namespace cudastdenv::machine

// SPDX-License-Identifier: MIT
#pragma once

/// CUDA toolkits: where their layouts keep what says which release it is (NVIDIA's runfile and archives, pip, conda,
/// Debian), what their programs say of themselves, which only `ingest --run` asks, and both compared with the tables.

#include "findings/ingest.hpp"
#include "os/file_tree.hpp"
#include "os/files.hpp"
#include "os/process.hpp"

#include <filesystem>

namespace cudastdenv::machine {

/// Nothing of a toolkit is there, and nothing is wrong with what is.
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

/// The commands that an nvcc would run for an empty file under `option`, `-E`, as it prints them; empty: it gave no
/// answer. NVCC_CCBIN is set to `ccbin`, or else not set.
[[nodiscard]] std::string dry_run(const Surroundings& surroundings, const std::filesystem::path& nvcc,
                                  const std::string& option, const std::string& ccbin = {});

/// `13.0.88` of a line with `V13.0.88`.
[[nodiscard]] std::optional<Version> build_in_version(std::string_view output);

/// The quoted names behind `Allowed values for this option:` of an option's help. Empty where there are none.
[[nodiscard]] std::vector<std::string> allowed_values(std::string_view help, std::string_view option);

struct IngestOptions {
    bool run = false;
    std::optional<Version> release;  ///< that the user names
    std::string today;               ///< the day on which a new source was read
};

/// The toolkits, packages of one and single headers directly in a folder and in the folders there; each once, sorted.
/// Throws MachineError where it is no folder.
[[nodiscard]] std::vector<std::filesystem::path> find_toolkits(const std::filesystem::path& folder);

/// Reads it, and compares it with the tables. Throws NoToolkit, and MachineError: not to be read, several toolkits in
/// it.
[[nodiscard]] Toolkit ingest(const Tables& tables, const std::filesystem::path& path, const IngestOptions& options,
                             const Surroundings& surroundings);

/// The same of all that find_toolkits() finds; `progress` hears how many of how many are read. Throws MachineError
/// where it is no folder.
[[nodiscard]] Ingested ingest_all(const Tables& tables, const std::filesystem::path& folder,
                                  const IngestOptions& options, const Surroundings& surroundings,
                                  const std::function<void(std::size_t done, std::size_t total)>& progress);

/// Whether the tables say all that the toolkit says, and all of that was understood.
[[nodiscard]] bool is_settled(const Toolkit& toolkit);

/// The same of tables that were corrected since; that they did not know the release is no matter then.
[[nodiscard]] bool is_settled_by(const Tables& tables, Toolkit toolkit);

}  // namespace cudastdenv::machine

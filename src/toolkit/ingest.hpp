#pragma once

/// Reads a toolkit and says where it departs from the tables.

#include "os/machine_error.hpp"
#include "os/surroundings.hpp"
#include "toolkit/files.hpp"
#include "toolkit/host_config.hpp"
#include "toolkit/programs.hpp"

#include <cudastdenv/tables.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::machine {

/// Two clues that cannot both be right.
struct CluesDisagree { Clue first; Clue second; };
/// Nothing in the toolkit says which release it is; `build` is one that the tables don't know.
struct ReleaseUnknown { std::optional<Version> build; };

using IngestProblem = std::variant<HeaderProblem, UnreadableClue, CluesDisagree, ReleaseUnknown, ToolTrouble>;

/// A toolkit, as far as its files say what it is.
struct Toolkit {
    std::filesystem::path path;
    std::string header;                  ///< name of crt/host_config.h in it; empty: there is none
    HostConfig bounds;                   ///< without `problems`
    std::vector<Clue> clues;
    std::optional<Version> build;        ///< nvcc's; of the tables where only they say it
    std::optional<Version> release;      ///< that a clue names; two numbers where it says no more
    std::optional<ToolAnswers> answers;  ///< where they were asked
    std::vector<IngestProblem> problems;
};

/// Nothing of a toolkit is there, and nothing is wrong with what is.
class NoToolkit : public MachineError {
public:
    using MachineError::MachineError;
};

struct IngestOptions {
    bool run = false;
    std::optional<Version> release;  ///< that the user names
};

/// The toolkits, packages of one and single headers directly in a folder and in the folders there; each once, sorted.
/// Throws MachineError where it is no folder.
[[nodiscard]] std::vector<std::filesystem::path> find_toolkits(const std::filesystem::path& folder,
                                                               const Surroundings& surroundings);

/// Throws NoToolkit, and MachineError: not to be read, several toolkits in it.
[[nodiscard]] Toolkit read_toolkit(const std::filesystem::path& path, const IngestOptions& options,
                                   const Surroundings& surroundings);

/// The tables have no row for it.
struct NewRelease { Version release; };
struct BuildDiffers { Version release; std::optional<Version> tables; Version toolkit; SourceIds sources; };
/// The enforced bounds of GCC or Clang, or the window of Grace.
struct BoundsDiffer {
    Version release;
    HostCheck check = HostCheck::gcc;
    std::optional<HeaderBounds> tables;
    std::optional<HeaderBounds> toolkit;
    SourceIds sources;
};
struct StandardDiffers {
    Version release;
    std::optional<CxxStandard> tables;
    CxxStandard toolkit;
    SourceIds sources;
};
/// nvcc takes it, the tables say it does not. `known`: there is a row.
struct CapabilityTaken { Version release; Capability capability; bool known = false; SourceIds sources; };
/// nvcc does not take it, the tables say it does.
struct CapabilityRefused { Version release; Capability capability; SourceIds sources; };

using Difference =
    std::variant<NewRelease, BuildDiffers, BoundsDiffer, StandardDiffers, CapabilityTaken, CapabilityRefused>;

/// What a toolkit means to the tables.
struct IngestVerdict {
    std::vector<Version> releases;        ///< that it was compared with, or whose row is new; none: not known
    bool exact = true;                    ///< else only the minor release is known, and these are those that it may be
    std::vector<Difference> differences;
    std::vector<Version> uncited;         ///< of `releases`, those whose rows agree without citing this header
    SourceRow source;                     ///< as it stands in the tables, or as it would
    bool is_new_source = false;
};

/// Owns the texts of `source`.
struct IngestResult {
    Toolkit toolkit;
    IngestVerdict verdict;
    std::vector<std::unique_ptr<const std::string>> texts;
};

/// `today` becomes the day on which a new source was read.
[[nodiscard]] IngestResult judge_toolkit(const Tables& tables, Toolkit toolkit, const std::string& today);

/// The differences between one release's rows and the toolkit, those of `--run` included.
[[nodiscard]] std::vector<Difference> differences_from(const Tables& tables, const Release& release,
                                                       const Toolkit& toolkit);

/// The table's view of a check; absent where no row has one.
[[nodiscard]] const std::optional<HostRange>* find_range(const Tables& tables, Version release,
                                                         HostCheck check) noexcept;

/// The bounds of a check.
[[nodiscard]] const std::optional<HeaderBounds>& bounds_of(const HostConfig& config, HostCheck check) noexcept;

/// Whether both are of one `12.8`.
[[nodiscard]] bool is_same_minor(Version left, Version right) noexcept;

}  // namespace cudastdenv::machine

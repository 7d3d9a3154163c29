// SPDX-License-Identifier: MIT
#pragma once

/// What the messages in a log mean, by the same rules that answer every other question.

#include "apply/apply.hpp"
#include "diagnose/knowledge.hpp"
#include "resolve/component.hpp"

#include <cudastdenv/resolve.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cudastdenv::diagnose {

/// nvcc does not take the host compiler.
struct RefusedCompiler {
    Compiler::Family family = Compiler::Family::gcc;
    std::optional<int> newest_taken;         ///< major version; absent: not known
    std::optional<Compiler> host;            ///< absent: not known
    std::optional<Version> host_version;     ///< likewise
    std::optional<HostCompiler> use;         ///< what to take instead; absent: none, or the release is not known
    const AdvisoryRow* broken_by = nullptr;  ///< what breaks it with that one too
    const Release* takes_host = nullptr;     ///< the next release that takes it; absent: none, or not known
};

/// A combination that passes nvcc's check and breaks.
struct Advised {
    std::vector<const AdvisoryRow*> advisories;  ///< that it can be; at least one
    const Release* mended_in = nullptr;          ///< the first public release of which they do not hold; absent: none
    std::optional<HostCompiler> use;             ///< another compiler that mends it; absent: none, or not known
    std::optional<Compiler> older;  ///< the newest compiler before those that it is about; absent: it is about any
};

/// How a capability stands to a release of nvcc.
enum class CapabilityPlace : std::uint8_t { not_known, too_new, too_old, taken };

/// There is no code for the GPU, or a tool cannot make it.
struct MissingCode {
    bool is_refused = false;  ///< a tool does not know the architecture

    std::optional<Capability> capability;  ///< that the message or the GPU names; absent: none is named
    const CapabilityRow* row = nullptr;    ///< absent: the tables have no such capability
    std::optional<Gpu> gpu;                ///< that the log or an option names
    CapabilityPlace place = CapabilityPlace::not_known;
    std::optional<Capability> specific;  ///< its architecture-specific form, which the instruction needs
    bool looks_like_release = false;     ///< it has the number of the release: perhaps one was typed for the other
};

/// The driver is older than what it is to run.
struct DriverInQuestion {
    MessageRow::Cause asked = MessageRow::Cause::driver;  ///< that it runs programs, compiles PTX, or is as new

    const Release* release = nullptr;     ///< what it is to run; absent: not known
    std::optional<DriverAnswer> verdict;  ///< of the driver; absent: one of the two is not known
    std::optional<DriverAnswer> needs;    ///< of the release; absent: it is not known
};

/// A libstdc++ that lacks a version, or a symbol of it, was loaded or linked.
struct OlderLibstdcxx {
    std::string version;                              ///< `GLIBCXX_3.4.30`
    std::string symbol;                               ///< that the message names; empty: none
    const LibstdcxxRow* row = nullptr;                ///< the first that has it; absent: newer than the tables
    std::vector<const EnvironmentRow*> environments;  ///< of each distribution the first that has it
};
struct OlderGlibc {
    Version needed;
    std::string symbol;                               ///< that an object lacks where it is linked; empty: none
    std::vector<const EnvironmentRow*> environments;  ///< likewise
};

/// A libnvJitLink that lacks a symbol was loaded.
struct OlderNvJitLink {
    const NvJitLinkRow* row = nullptr;  ///< the first that has it; absent: newer than the tables
};

/// A file of the toolkit, or of the driver, is not there.
struct MissingFile {
    ComponentFile file;
    std::optional<Version> release;  ///< whose packages have it; absent: no release of the tables, or not known
    bool is_newest = false;          ///< nothing says which release it is: of those that have it, that is the newest
};

/// The message's own row says why and what to do.
struct SaidByRow {};

using Cause = std::variant<RefusedCompiler, Advised, MissingCode, DriverInQuestion, OlderLibstdcxx, OlderGlibc,
                           OlderNvJitLink, MissingFile, SaidByRow>;

struct ExplainedMessage {
    const MessageRow* message = nullptr;
    const SeenMessage* seen = nullptr;
    Cause cause;
    ToApply remedy;  ///< for lines_to_type()
};

struct Diagnosis {
    LogReading reading;
    Knowledge knowledge;
    std::vector<ExplainedMessage> findings;  ///< in the order in which they stop the build; points into `reading`
    /// Where there are several: the release after this one, and the compiler, that mend all of them.
    const Release* release_for_all = nullptr;
    std::optional<HostCompiler> compiler_for_all;
};

/// No findings where the log holds no known message that stopped it.
[[nodiscard]] Diagnosis diagnose(const Tables& tables, LogReading reading, const Given& given);

/// What can be said of a message without a log: one finding, whatever the wording.
[[nodiscard]] Diagnosis diagnose_alone(const Tables& tables, const MessageTextRow& wording);

}  // namespace cudastdenv::diagnose

// SPDX-License-Identifier: MIT
#pragma once

/// Reads a log of any length, piece by piece. The text around a message in its line shows which tool prints it, and
/// whether it is printed or only quoted. The result is the messages that stopped a build, and the facts about its
/// machine.

#include "core/diagnostic.hpp"
#include "core/text.hpp"
#include "diagnose/header_place.hpp"
#include "diagnose/patterns.hpp"
#include "findings/build_environment.hpp"
#include "findings/gpu_code.hpp"
#include "resolve/api.hpp"
#include "resolve/drivers.hpp"

namespace cudastdenv::diagnose {

struct LogLine {
    std::size_t number = 0;  ///< from 1 on
    std::string text;        ///< as plain text, at most some 300 bytes of it
};

/// The part of a machine with containers that printed a line, by the prompts and headings above it.
enum class SystemPart : std::uint8_t { unknown, host, container };

/// A message in a log, as its tool prints it.
struct SeenMessage {
    const MessageTextRow* wording = nullptr;
    std::uint64_t offset = 0;  ///< in bytes; gives the order
    LogLine line;
    std::vector<Capture> fillings;
    std::string_view symbol_version = {};           ///< of the symbol that it names, from the tables; may be empty
    FindingStatus status = FindingStatus::failure;  ///< by its own line
    bool is_user_warning = false;                   ///< Python prints it as a warning and continues
    bool is_partial = false;                        ///< a person typed only a part of it
    std::string_view program = {};                  ///< that printed it; empty: one of several
    SystemPart part = SystemPart::unknown;          ///< that printed it
    std::optional<bool> is_configuring = {};        ///< CMake's status lines are before it; false: a build's progress
    std::optional<HeaderPlace> place = {};          ///< of an error in a header of the compiler or its libraries
    std::vector<std::string> code_paths = {};       ///< files around it that may have the code that it is about
};

struct SeenFact {
    Fact fact = Fact::none;
    std::string value;
    std::size_t line = 0;  ///< number, from 1 on
    FactRole role = FactRole::present;
    SystemPart part = SystemPart::unknown;
};

struct SeenGpu {
    std::string_view name;  ///< of a row; of several products, what their names have in common
    Capability capability;
    std::size_t line = 0;  ///< number, from 1
    FactRole role = FactRole::present;
};

/// A tool's report of success.
struct LogSuccess {
    const SuccessTextRow* wording = nullptr;
    std::vector<std::string> packages = {};  ///< that pip built or installed, without versions
    std::uint64_t offset = 0;                ///< in bytes
    std::size_t line = 0;                    ///< number, from 1
};

/// A library that was loaded, possibly from another place than the first one.
struct LoadedLibrary {
    std::string name;          ///< without its directory
    std::uint64_t offset = 0;  ///< in bytes
};

/// The contents of a log.
struct LogReading {
    std::vector<SeenMessage> messages;          ///< in the log's order; the first ones of each message
    std::vector<SeenFact> facts;                ///< in the same order; each value once
    std::vector<SeenGpu> gpus;                  ///< in the same order
    std::vector<std::string_view> tools;        ///< tools that printed it, by their `--for` names; each once
    std::optional<LogLine> first_error;         ///< the first error that is not a known message
    std::optional<SeenMessage> header_error;    ///< the first error in a header, of no known wording
    bool is_header_error_of_nvcc = false;       ///< the log shows that nvcc compiled there
    std::optional<std::uint64_t> last_failure;  ///< the last line that reports an earlier failure
    std::vector<LogSuccess> successes;          ///< the last ones
    std::shared_ptr<const ApiIndex> api;        ///< nullptr: no message names a part of the toolkit
    std::vector<LoadedLibrary> loaded;          ///< the last place of each; each name once
    bool is_reported_working = false;           ///< a person says so
    std::size_t line_count = 0;
    // The lines with messages and facts whose text or paths only that system has; the first ones.
    std::size_t windows_lines = 0, posix_lines = 0;
    std::size_t first_windows_line = 0;  ///< its number; 0: none
};

/// The systems whose absolute paths a line has: `C:\cuda\bin`, `/usr/bin`.
struct PathSystems {
    bool windows = false;
    bool posix = false;
};
[[nodiscard]] PathSystems path_systems_in(std::string_view line) noexcept;

/// Reads a log with any bytes: the pieces that `next` returns, until an empty one. Points to rows of `tables`.
[[nodiscard]] LogReading read_log(const Tables& tables, const std::function<std::string_view()>& next);

/// The place and the severity before a message: `/usr/include/math.h(79): error: `.
struct Preamble {
    enum class Severity : std::uint8_t {
        none,
        note,
        warning,
        user_warning,  ///< of Python: something failed, and the program continues without it
        error,
    };

    Severity severity = Severity::none;
    bool has_place = false;
    bool is_in_brackets = false;  ///< the place is `FILE(79)`, and not `FILE:79`
    std::string_view file;        ///< ends with the file's name, squeezed; the text before it is included
};

/// `before` is the text before a message, squeezed. `error_words` are the beginnings of failures in any tool's
/// language, squeezed and without the colon.
[[nodiscard]] Preamble read_preamble(std::string_view before, std::span<const std::string> error_words) noexcept;

/// Whether the preamble names one of these files, or no file. `is_begin(i)`: whether dropped bytes precede byte i of
/// Preamble::file in the log.
[[nodiscard]] bool is_of_files(const Preamble& preamble, std::span<const std::string_view> files,
                               const std::function<bool(std::size_t)>& is_begin);

/// Whether a compiler reports an error at a place of a file.
[[nodiscard]] bool is_compile_error(std::string_view line);

/// How a message is in a log, by the rest of its line and the lines above it. failure: its tool prints it. quoted: a
/// person quotes it or asks about it. recovered: a person reports that it is gone. mention: it is in source code, a
/// search result, a list of changes or a manual.
[[nodiscard]] FindingStatus status_in_line(std::string_view before, std::string_view behind,
                                           std::string_view above = {});

/// The line around a text of a log.
struct LineContext {
    std::string_view line;            ///< without its end
    std::string_view before, behind;  ///< the rest of the line, on either side of the text
    std::string_view above;           ///< the lines above, without the last line's beginning
};

/// The role of a fact, by its kind and by its line. Facts of other people and of other systems are judged elsewhere.
[[nodiscard]] FactRole role_in_line(Fact fact, const LineContext& context);

/// Whether the line's author quotes it: `> `.
[[nodiscard]] bool is_quoted_line(std::string_view line) noexcept;

/// Looks for the nearest prompt or heading: `root@3f2a9c1b7d5e:/work# `, `docker run`, `On the host:`.
[[nodiscard]] SystemPart part_of_system(const LineContext& context);

/// The program that printed a message: by its line, otherwise the only one that has the wording. Empty: unknown.
[[nodiscard]] std::string_view program_of(const MessageTextRow& wording, const LineContext& context);

/// A GPU as people name it: `my 4070ti super`, `| GPU | P40 |`.
struct SpokenGpu {
    std::string_view name;  ///< as SeenGpu::name
    Capability capability;
    std::size_t begin = 0, end = 0;  ///< in the text
    bool is_required = false;        ///< `requires an A100`
};

/// The GPUs that a text names without the vendor's words. A short name or a number counts only with a word beside it
/// that shows that it is a GPU.
[[nodiscard]] std::vector<SpokenGpu> spoken_gpus(const Tables& tables, std::string_view text);

/// Whether it is a version of the driver, or of a part of it.
[[nodiscard]] bool is_driver(Fact fact) noexcept;

/// Whether a value is possible for its kind: a driver's branch, a capability, a compiler of the tables' age.
[[nodiscard]] bool is_plausible(const Tables& tables, Fact fact, std::string_view value);

/// The file, library or program in a message; may be empty. `libcudart.so.{version:library}` names libcudart.so.12.
[[nodiscard]] std::string file_in(const MessageTextRow& wording, const std::vector<Capture>& fillings);

/// A message, and what it means for the log.
struct JudgedMessage {
    const SeenMessage* seen = nullptr;
    FindingStatus status = FindingStatus::failure;
    bool counts = false;                    ///< it is explained
    std::optional<Diagnostic> reason = {};  ///< why it is no failure
};

/// Every message of the log once: those that count first, in the log's order, the cause first; then the others, the
/// strongest first. Failures count, otherwise what a person quotes, otherwise warnings. If none counts, an error in a
/// header that nvcc compiles does. `is_of_cuda`: an option names a release. `is_possible`: false leaves a message out.
/// Points into the reading.
[[nodiscard]] std::vector<JudgedMessage> judge_messages(
    const LogReading& reading, bool is_of_cuda = false,
    const std::function<bool(const SeenMessage&)>& is_possible = [](const SeenMessage&) { return true; });

/// The options, and what this machine has. They override the log.
struct Given {
    const Release* release = nullptr;
    const EarlyRelease* early = nullptr;  ///< instead of `release`
    std::optional<Environment> environment = std::nullopt;
    std::optional<DriverVersion> driver = std::nullopt;
    std::vector<Gpu> gpus = {};
    std::optional<CxxStandard> standard = {};
    SetupOptions setup = {};                ///< the options for the command that sets up this machine
    std::optional<PlanTool> for_tool = {};  ///< the tool for the instructions; absent: the most suitable
    /// Of this machine; nullptr: unknown. Without `environment` it is assumed, if the log does not contradict it.
    const EnvironmentRow* here = nullptr;
    CodeFiles code = {};  ///< the GPU code in the files that the log names
};

struct Knowledge {
    DiagnoseAnswer::Facts facts;             ///< as in the answer
    std::vector<const EarlyRelease*> early;  ///< the possible early releases, ascending
    std::vector<const Release*> releases;    ///< the possible other releases, ascending; both empty: unknown
    std::optional<DriverVersion> driver;
    std::optional<DiagnoseAnswer::VersionFact> driver_cuda;  ///< the CUDA release of the driver's age
    std::string_view system;                                 ///< Nix's name; empty: unknown
    std::optional<CxxStandard> standard;                     ///< of the code; absent: unknown
    const EnvironmentRow* environment = nullptr;
    bool is_environment_assumed = false;                        ///< nothing but this machine says so
    std::vector<std::pair<SeenFact, SeenFact>> contradictions;  ///< of lines that cannot be about the same build
    std::vector<Diagnostic> oddities;                           ///< other facts that exclude each other
    std::vector<std::string_view> tools;                        ///< programs that the log is of, as in the tables
    Given given;
    std::shared_ptr<const ApiIndex> api;           ///< nullptr: no message names a part of the toolkit
    std::vector<const SeenMessage*> api_messages;  ///< about its names, in the log's order; each name once

    /// Whether the toolkit is older than the first of the releases: facts.cuda has it, and `releases` is empty.
    [[nodiscard]] bool is_before_tables() const noexcept { return releases.empty() && facts.cuda; }
    /// The newest version that the toolkit can have; absent: unknown.
    [[nodiscard]] std::optional<Version> newest_version() const {
        return facts.cuda ? std::optional(facts.cuda->last) : std::nullopt;
    }
    [[nodiscard]] std::optional<Compiler> host() const {
        return facts.host_compiler ? std::optional(facts.host_compiler->value) : std::nullopt;
    }
    [[nodiscard]] std::optional<Version> glibc() const {
        return facts.glibc ? std::optional(facts.glibc->value) : std::nullopt;
    }
    /// Whether somebody runs PyTorch, or builds an extension of it.
    [[nodiscard]] bool is_of_torch() const {
        return facts.torch || facts.torch_cuda || contains(tools, "torch") || contains(tools, "torch-runtime");
    }
    /// Those in the log or the options.
    [[nodiscard]] std::vector<Gpu> gpus() const {
        std::vector<Gpu> gpus;
        for (const DiagnoseAnswer::GpuFact& gpu : facts.gpus) gpus.push_back({gpu.name.value_or(""), gpu.capability});
        return gpus;
    }
};

/// The facts of the log and the options. Points to rows of `tables`.
[[nodiscard]] Knowledge knowledge_of(const Tables& tables, const LogReading& reading, const Given& given);

/// The value of the first capture of that fact; empty if absent.
[[nodiscard]] inline std::string_view value_of(const std::vector<Capture>& fillings, Fact fact) noexcept {
    const auto found = std::ranges::find(fillings, fact, &Capture::fact);
    return found == fillings.end() ? std::string_view() : std::string_view(found->text);
}

/// The newest compiler within a message's bound; absent: the fact is not a bound, or not a compiler's number.
[[nodiscard]] std::optional<Compiler> newest_taken(Fact fact, std::string_view value) noexcept;

/// The capability in `sm_120a`, `compute_86`, `12.0`, `120`, `sm120`; in ggml's `1200` too.
[[nodiscard]] std::optional<Capability> capability_in(std::string_view text) noexcept;

/// The release of CUDA that a log writes as `12.4`, `12.4.131`, `11040`, `124`.
[[nodiscard]] std::optional<Version> cuda_version_in(std::string_view text) noexcept;

}  // namespace cudastdenv::diagnose

// SPDX-License-Identifier: MIT
#pragma once

/// Queries: text in, values out. Questions have the texts that a person would type. Answers (answers.hpp) have the
/// values that the command prints.
///
/// Every function may be called from any thread.

#include <cudastdenv/answers.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cudastdenv {

/// Why a query failed. The answer "none" is not a problem.
struct Problem {
    enum class Kind : std::uint8_t {
        bad_input,  ///< unknown, malformed or contradictory input
        bad_data,   ///< unreadable manifest, table or JSON request
    };
    Kind kind = Kind::bad_input;
    std::string code = {};  ///< problem code: `unknown-name` (docs/json.md lists all)
    std::string text = {};  ///< one sentence without a full stop: the problem and the correction
};

/// An answer, or the problem that prevented it. Access to an absent answer throws the problem as a std::runtime_error.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T answer) : held_(std::move(answer)) {}
    Result(Problem problem) : held_(std::move(problem)) {}

    explicit operator bool() const noexcept { return std::holds_alternative<T>(held_); }
    [[nodiscard]] const T& operator*() const& { return answer(); }
    [[nodiscard]] T operator*() && {
        (void)answer();
        return std::get<T>(std::move(held_));
    }
    [[nodiscard]] const T* operator->() const& { return &answer(); }
    const T* operator->() && = delete;
    /// Throws std::logic_error if there is an answer.
    [[nodiscard]] const Problem& problem() const& {
        if (const auto* problem = std::get_if<Problem>(&held_)) return *problem;
        throw std::logic_error("there is an answer, and no problem");
    }

private:
    const T& answer() const {
        if (const auto* answer = std::get_if<T>(&held_)) return *answer;
        throw std::runtime_error(std::get<Problem>(held_).text);
    }

    std::variant<T, Problem> held_;
};

/// A switch that is on by default.
class SwitchedOn {
public:
    constexpr SwitchedOn(bool is_on = true) noexcept : is_on_(is_on) {}
    constexpr operator bool() const noexcept { return is_on_; }

private:
    bool is_on_;
};

// The questions. One line for each member: type, name, the command's option, meaning.
// clang-format off

struct Question {
    CUDASTDENV_RECORD("question", "A query about one CUDA release. Absent members get the command's defaults.",
        (std::optional<std::string>, cuda, "cuda", "Required: `12.8`, `12.8.1`, `latest`, `cudaPackages_12_8`."),
        (std::optional<std::string>, system, "system", "`x86_64-linux`, `linux-sbsa`."),
        (std::optional<std::string>, build_system, "build-system", "Build platform, for a cross build."),
        (std::optional<std::string>, stdenv, "stdenv", "A compiler, `gcc-15`, or an environment, `debian-13`."),
        (std::optional<std::string>, libstdcxx, "libstdcxx", "The GCC whose libstdc++ the environment uses, `gcc-14`; default: its own GCC."),
        (std::optional<std::string>, standard, "std", "`c++20`."),
        (std::optional<std::string>, glibc, "glibc", "`2.41`."),
        (std::optional<std::vector<std::string>>, available, "available", "Available compilers besides the environment's own. Empty: no others. Absent: the environment's, or all known compilers."),
        (std::vector<std::string>, capabilities, "capabilities", "`9.0a`, `Hopper`; default, without a GPU: the release's default list."),
        (std::vector<std::string>, gpus, "gpu", "Products whose capabilities are added to the list: `RTX 4090`."),
        (SwitchedOn, forward_compat, "no-forward-compat", "Whether to add PTX for later GPUs."),
        (std::optional<std::string>, policy, "policy", "`nixpkgs`, `documented`, `enforced`."),
        (bool, nixpkgs_exact, "nixpkgs-exact", "Whether to reproduce nixpkgs exactly, including its errors."),
        (std::optional<std::string>, consumer, "consumer", "For spell(): the program whose rules apply, `torch-2.7`; default: the newest."),
        (std::optional<std::string>, for_tool, "for", "The tool for the instructions: `cmake`, `none`; default: the most suitable."))
};

struct ListText {
    CUDASTDENV_RECORD("listText", "A list of capabilities in a build system's format, for a release.",
        (std::string, text, "text", "`8.0;9.0+PTX`."),
        (std::optional<std::string>, spelling, "format", "`torch`; default: the consumer's format, or, for lint(), a guess."),
        (std::string, cuda, "cuda", "`12.8`."),
        (std::optional<std::string>, consumer, "consumer", "The program whose rules apply, `torch-2.7`; default: the newest."))
};

struct Conditions {
    CUDASTDENV_RECORD("conditions", "Conditions that a release must satisfy, all at once. Absent members are no condition.",
        (std::optional<std::string>, stdenv, "stdenv", "As in Question."),
        (std::vector<std::string>, available, "available", "Compilers, of which one must be the host compiler."),
        (std::vector<std::string>, capabilities, "capabilities", "Capabilities that must all be supported."),
        (std::vector<std::string>, gpus, "gpu", "GPUs that machine code must run on."),
        (std::optional<std::string>, driver, "driver", "`550.54.15`."),
        (std::optional<std::string>, system, "system", "As in Question."),
        (std::optional<std::string>, standard, "std", "As in Question."),
        (std::optional<std::string>, glibc, "glibc", "As in Question."),
        (std::optional<std::string>, policy, "policy", "As in Question."))
};

struct CoversQuestion {
    CUDASTDENV_RECORD("coversQuestion", "Whether a list, of capabilities or as text in a format, runs on a GPU.",
        (std::optional<std::string>, cuda, "cuda", "Required."),
        (std::vector<std::string>, capabilities, "capabilities", "Default, without a text: the release's default list."),
        (SwitchedOn, forward_compat, "no-forward-compat", "Whether to add PTX for later GPUs."),
        (std::optional<std::string>, text, "text", "The list as text, in the format `spelling`."),
        (std::optional<std::string>, spelling, "format", "`torch`."),
        (std::optional<std::string>, gpu, "gpu", "Product name, `RTX 4090`."),
        (std::optional<std::string>, device, "device", "Or its capability, `8.9`; default, without a name: every known GPU."),
        (std::optional<std::string>, driver, "driver", "Default: as new as the release."),
        (std::optional<std::string>, system, "system", "As in Question."),
        (std::optional<std::string>, consumer, "consumer", "The program whose rules the text follows, `torch-2.7`; default: the newest."),
        (std::optional<std::string>, for_tool, "for", "As in Question."))
};

struct CodeQuestion {
    CUDASTDENV_RECORD("codeQuestion", "A GPU on which the GPU code of a file is to run. Without one, nothing is judged.",
        (std::optional<std::string>, gpu, "gpu", "Product name, `RTX 4090`."),
        (std::optional<std::string>, device, "device", "Or its capability, `8.9`."),
        (std::optional<std::string>, driver, "driver", "`550.54.15`; default: as new as needed."),
        (std::optional<std::string>, cuda, "cuda", "The release that built the file; default: by its PTX."),
        (std::optional<std::string>, system, "system", "As in Question."))
};

struct WheelConditions {
    CUDASTDENV_RECORD("wheelConditions", "Where a build of a Python package has to run. Absent members are no condition.",
        (std::vector<std::string>, gpus, "gpu", "`RTX 4090`, `8.9`; it must run on each."),
        (std::optional<std::string>, driver, "driver", "`550.54.15`; default: as new as needed."),
        (std::optional<std::string>, python, "python", "`3.12`."),
        (std::optional<std::string>, cuda, "cuda", "The release that it was built with, `12.8`."),
        (std::optional<std::string>, system, "system", "As in Question."),
        (std::optional<std::string>, for_tool, "for", "`pip` or `uv`; default: both."))
};

struct LogQuestion {
    CUDASTDENV_RECORD("logQuestion", "Known facts that the log need not contain; they override the log.",
        (std::optional<std::string>, cuda, "cuda", "As in Question."),
        (std::optional<std::string>, stdenv, "stdenv", "A compiler, `gcc-15`, or an environment, `debian-13`."),
        (std::optional<std::string>, driver, "driver", "`550.54.15`."),
        (std::vector<std::string>, gpus, "gpu", "`RTX 4090`, `8.9`."),
        (std::optional<std::string>, for_tool, "for", "As in Question; default: the tool that suits the environment or the log."))
};

struct SourceText {
    CUDASTDENV_RECORD("sourceText", "A file that is to be built with another release.",
        (std::string, file, "file", "Its name, which decides how it is read: `kernel.cu`, `CMakeLists.txt`."),
        (std::string, text, "text", "Its contents."),
        (std::string, cuda, "cuda", "The release to build it with, `13.0`."),
        (std::optional<std::string>, from, "from", "The release that it is for, `12.9`; default: any earlier one."))
};

// clang-format on

/// Host compiler and why, libstdc++, capabilities, flags.
[[nodiscard]] CUDASTDENV_API Result<ResolveAnswer> ask(const Question& question,
                                                       const Tables& tables = builtin_tables());

/// The answers to words in any order: `12.8 gcc-15 ubuntu-24.04 5090`, a message or its id. `words` is null-terminated.
[[nodiscard]] CUDASTDENV_API Result<AskAnswer> ask(const char* words, const Tables& tables = builtin_tables());

/// The newest GCC or Clang that nvcc of a release (`13.4`) accepts according to NVIDIA. ask() also checks that it can
/// share the libstdc++ of an environment.
[[nodiscard]] CUDASTDENV_API Result<Compiler> newest_host_compiler(const std::string& cuda,
                                                                   Compiler::Family family = Compiler::Family::gcc,
                                                                   const Tables& tables = builtin_tables());

/// Whether a compiler is the host compiler, and why.
[[nodiscard]] CUDASTDENV_API Result<ExplainAnswer> explain(const Question& question, const std::string& compiler,
                                                           const Tables& tables = builtin_tables());

/// The capabilities of a question in a format: `cmake`, `torch`, `gencode` (spellings() lists all).
[[nodiscard]] CUDASTDENV_API Result<SpelledAnswer> spell(const Question& question, const std::string& spelling,
                                                         const Tables& tables = builtin_tables());

/// A parsed list.
struct ReadList {
    std::vector<std::string> machine_code = {};  ///< capabilities
    std::vector<std::string> ptx = {};
};

/// Parses a list as its consumer would. Keywords such as `all` are expanded for the release.
[[nodiscard]] CUDASTDENV_API Result<ReadList> read_list(const ListText& list, const Tables& tables = builtin_tables());

/// A list in one build system's format.
struct SpelledList {
    std::string text = {};              ///< empty: the format cannot express it
    std::vector<Sentence> losses = {};  ///< what the format cannot express
};

/// Converts the list to another format, `cmake`. `consumer`: the program whose rules apply to it, `cmake-3.31`;
/// default: the newest.
[[nodiscard]] CUDASTDENV_API Result<SpelledList> respell(const ListText& list, const std::string& spelling,
                                                         const std::optional<std::string>& consumer = std::nullopt,
                                                         const Tables& tables = builtin_tables());

/// The releases that satisfy all conditions.
[[nodiscard]] CUDASTDENV_API Result<ReleasesAnswer> releases(const Conditions& conditions,
                                                             const Tables& tables = builtin_tables());

/// Whether a driver (`550.54.15`) runs what the release builds, on the requested GPUs.
[[nodiscard]] CUDASTDENV_API Result<CompatAnswer> compat(const Question& question, const std::string& driver,
                                                         const Tables& tables = builtin_tables());

/// The drivers that run what the release builds.
[[nodiscard]] CUDASTDENV_API Result<CompatAnswer> needed_driver(const Question& question,
                                                                const Tables& tables = builtin_tables());

/// Each GPU that a name (`RTX 4090`) or a capability (`8.9`) can mean.
[[nodiscard]] CUDASTDENV_API Result<GpuAnswer> gpu(const std::string& name, const Tables& tables = builtin_tables());

/// The component with a file of the toolkit (`libcublas.so.12`). Question::cuda may be empty: any release.
[[nodiscard]] CUDASTDENV_API Result<ProvidesAnswer> provides(const Question& question, const std::string& file,
                                                             const Tables& tables = builtin_tables());

/// Which releases have a name of the toolkit's headers (`cudaMemAdvise`, `cudaDeviceProp::clockRate`, `cub/cub.cuh`),
/// or a library, and what changed. Question::cuda may be empty: the newest release.
[[nodiscard]] CUDASTDENV_API Result<ApiAnswer> api(const Question& question, const std::string& name,
                                                   const Tables& tables = builtin_tables());

/// Whether the list runs on the GPUs.
[[nodiscard]] CUDASTDENV_API Result<CoversAnswer> covers(const CoversQuestion& question,
                                                         const Tables& tables = builtin_tables());

/// The GPU code in the bytes of a file (executable, library, object, archive of objects, fat binary, cubin), and
/// whether it runs on the GPU. `name` is its name in the answer. Code is not decompressed. A file without GPU code is
/// no problem; an invalid or truncated one is in the answer.
[[nodiscard]] CUDASTDENV_API Result<FilesAnswer> covers_file(const std::string& name, std::string_view bytes,
                                                             const CodeQuestion& question = {},
                                                             const Tables& tables = builtin_tables());

/// The newest build of a Python package that runs on the GPUs: `torch`, `torch==2.9`. Without GPUs, the builds of the
/// newest version. Without a name, the newest of each project.
[[nodiscard]] CUDASTDENV_API Result<WheelAnswer> wheel(const std::string& name, const WheelConditions& conditions,
                                                       const Tables& tables = builtin_tables());

/// Whether a build runs on the GPUs: `torch==2.9.0+cu128`, or the file name of a wheel. WheelConditions::python and
/// cuda are not conditions here.
[[nodiscard]] CUDASTDENV_API Result<WheelAnswer> covers_wheel(const std::string& wheel,
                                                              const WheelConditions& conditions,
                                                              const Tables& tables = builtin_tables());

/// The problems in a list for its release.
[[nodiscard]] CUDASTDENV_API Result<LintAnswer> lint(const ListText& list, const Tables& tables = builtin_tables());

/// What a source or build file uses that a release no longer has. Only what the file itself declares is known.
[[nodiscard]] CUDASTDENV_API Result<PortAnswer> port(const SourceText& source, const Tables& tables = builtin_tables());

/// The meaning of the messages in a log. Fails if the log is empty.
[[nodiscard]] CUDASTDENV_API Result<DiagnoseAnswer> diagnose_log(std::string_view log, const LogQuestion& question = {},
                                                                 const Tables& tables = builtin_tables());

/// Like diagnose_log(), in constant memory. Each call of `next` returns the following bytes, any number of them, or
/// none at the end. They must stay valid until the next call. Exceptions from `next` propagate.
[[nodiscard]] CUDASTDENV_API Result<DiagnoseAnswer> diagnose_log_pieces(const std::function<std::string_view()>& next,
                                                                        const LogQuestion& question = {},
                                                                        const Tables& tables = builtin_tables());

/// The exact output of a command.
struct Written {
    std::string text = {};  ///< standard output; ends with a newline, or is empty
    bool answered = true;   ///< false: the answer is "none" or "no", with exit code 1
    std::vector<Remark> notes = {};
};

/// Runs a command that needs no process and no file: `resolve`, `explain`, `capabilities`, `flags`, `compat`, `gpu`,
/// `wheel`, `releases`, `covers`, `lint`, `port`, `manifest`, `nix flags`, `nix nvcc`, `nix cuda`, `nix config`, `nix
/// variants`, `nix checks`. `options` maps names of options to their values; the value of a switch is empty. Arguments
/// are options too: `name` for the GPU of `gpu` and the package of `wheel`, `text` for the list of `covers` and `lint`,
/// `file` for the name of a manifest or a source and `text` for its contents. With `json` the output is that of
/// `--json`, otherwise text for people.
[[nodiscard]] CUDASTDENV_API Result<Written> run(std::string_view command,
                                                 const std::map<std::string, std::string>& options, bool json,
                                                 const Tables& tables = builtin_tables());

/// Like run(), for other languages. The request is `{"command": "resolve", "cuda": "12.8", "nixpkgsExact": true}`, with
/// the names of the options in camelCase. A value is a text, a list of texts where the option accepts several, or true
/// for a switch. `host` is the output of `cudastdenv detect --json` on the machine that the query calls host. The
/// answer is `{"status": 0, "answer": {...}, "notes": [{"kind": "note", "text": ...}], "error": null}`; `status` is the
/// command's exit code. Every input gets an answer: `error` has the problem with the request.
[[nodiscard]] CUDASTDENV_API std::string ask_json(std::string_view request, const Tables& tables = builtin_tables());

/// The JSON schema (draft 2020-12) of the requests that ask_json() accepts.
[[nodiscard]] CUDASTDENV_API std::string request_schema();

}  // namespace cudastdenv

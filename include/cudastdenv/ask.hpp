// SPDX-License-Identifier: MIT
#pragma once

/// Questions: texts in, values out. What is asked is written as a person would type it; what is answered (answers.hpp)
/// is what the command answers.
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

/// Why a question has no answer. "None" is no problem but an answer.
struct Problem {
    enum class Kind : std::uint8_t {
        bad_input,  ///< what was asked is unknown or malformed, or contradicts itself
        bad_data,   ///< a manifest, a table or a request in JSON that cannot be read
    };
    Kind kind = Kind::bad_input;
    std::string code = {};  ///< what is wrong, for programs: `unknown-name` (docs/json.md lists them)
    std::string text = {};  ///< one sentence without a full stop: what is wrong, and what would be right
};

/// An answer, or the problem that there is none. Whoever takes an answer that is not there gets the problem as a
/// std::runtime_error.
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
    /// Throws std::logic_error where there is none.
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

/// A switch that is on until it is turned off.
class SwitchedOn {
public:
    constexpr SwitchedOn(bool is_on = true) noexcept : is_on_(is_on) {}
    constexpr operator bool() const noexcept { return is_on_; }

private:
    bool is_on_;
};

// The questions. A line for each member: its type, its name, the option of the command that says the same, its meaning.
// clang-format off

struct Question {
    CUDASTDENV_RECORD("question", "A question about one CUDA release. What is absent is assumed as the command assumes it.",
        (std::optional<std::string>, cuda, "cuda", "Needed: `12.8`, `12.8.1`, `latest`, `cudaPackages_12_8`."),
        (std::optional<std::string>, system, "system", "`x86_64-linux`, `linux-sbsa`."),
        (std::optional<std::string>, build_system, "build-system", "That is built on, for a cross build."),
        (std::optional<std::string>, stdenv, "stdenv", "A compiler, `gcc-15`, or an environment, `debian-13`."),
        (std::optional<std::string>, libstdcxx, "libstdcxx", "Whose libstdc++ the stdenv has, `gcc-14`; absent: its GCC's."),
        (std::optional<std::string>, standard, "std", "`c++20`."),
        (std::optional<std::string>, glibc, "glibc", "`2.41`."),
        (std::optional<std::vector<std::string>>, available, "available", "Compilers at hand beside the stdenv's own. Empty: none. Absent: the environment's, or all that are known."),
        (std::vector<std::string>, capabilities, "capabilities", "`9.0a`, `Hopper`; none, and no GPU: the release's default list."),
        (std::vector<std::string>, gpus, "gpu", "Whose capabilities join the list: `RTX 4090`."),
        (SwitchedOn, forward_compat, "no-forward-compat", "With PTX for later GPUs."),
        (std::optional<std::string>, policy, "policy", "`nixpkgs`, `documented`, `enforced`."),
        (bool, nixpkgs_exact, "nixpkgs-exact", "Reproduce nixpkgs to the letter, where it is wrong too."),
        (std::optional<std::string>, consumer, "consumer", "Of spell(): whose rules count, `torch-2.7`; absent: the newest's."),
        (std::optional<std::string>, for_tool, "for", "Whose lines to type: `cmake`; `none`; absent: what fits."))
};

struct ListText {
    CUDASTDENV_RECORD("listText", "A list of capabilities as a build system's text, for a release.",
        (std::string, text, "text", "`8.0;9.0+PTX`."),
        (std::optional<std::string>, spelling, "format", "`torch`; absent: the consumer's, or, for lint(), guessed."),
        (std::string, cuda, "cuda", "`12.8`."),
        (std::optional<std::string>, consumer, "consumer", "Whose rules count, `torch-2.7`; absent: the newest's."))
};

struct Conditions {
    CUDASTDENV_RECORD("conditions", "What a release is to go with, all of it at once. What is absent is no condition.",
        (std::optional<std::string>, stdenv, "stdenv", "As Question has it."),
        (std::vector<std::string>, available, "available", "One of them is to be the host compiler."),
        (std::vector<std::string>, capabilities, "capabilities", "All of them are to be built."),
        (std::vector<std::string>, gpus, "gpu", "Machine code is to run on all of them."),
        (std::optional<std::string>, driver, "driver", "`550.54.15`."),
        (std::optional<std::string>, system, "system", "As Question has it."),
        (std::optional<std::string>, standard, "std", "As Question has it."),
        (std::optional<std::string>, glibc, "glibc", "As Question has it."),
        (std::optional<std::string>, policy, "policy", "As Question has it."))
};

struct CoversQuestion {
    CUDASTDENV_RECORD("coversQuestion", "Whether a list runs on a GPU: the capabilities, or a text in a spelling.",
        (std::optional<std::string>, cuda, "cuda", "Needed."),
        (std::vector<std::string>, capabilities, "capabilities", "Empty, and no text: the release's default list."),
        (SwitchedOn, forward_compat, "no-forward-compat", "With PTX for later GPUs."),
        (std::optional<std::string>, text, "text", "The list instead, in `spelling`."),
        (std::optional<std::string>, spelling, "format", "`torch`."),
        (std::optional<std::string>, gpu, "gpu", "Its name, `RTX 4090`."),
        (std::optional<std::string>, device, "device", "Or its capability, `8.9`; neither: every GPU that the tables know."),
        (std::optional<std::string>, driver, "driver", "Absent: as new as the release."),
        (std::optional<std::string>, system, "system", "As Question has it."),
        (std::optional<std::string>, consumer, "consumer", "Whose rules the text follows, `torch-2.7`; absent: the newest's."),
        (std::optional<std::string>, for_tool, "for", "As Question has it."))
};

struct LogQuestion {
    CUDASTDENV_RECORD("logQuestion", "What is known beside a log; it wins over what the log says.",
        (std::optional<std::string>, cuda, "cuda", "As Question has it."),
        (std::optional<std::string>, stdenv, "stdenv", "A compiler, `gcc-15`, or an environment, `debian-13`."),
        (std::optional<std::string>, driver, "driver", "`550.54.15`."),
        (std::vector<std::string>, gpus, "gpu", "`RTX 4090`, `8.9`."),
        (std::optional<std::string>, for_tool, "for", "As Question has it; absent: what fits the environment or the log."))
};

// clang-format on

/// Host compiler and why, libstdc++, capabilities, flags.
[[nodiscard]] CUDASTDENV_API Result<ResolveAnswer> ask(const Question& question,
                                                       const Tables& tables = builtin_tables());

/// The answers to words in any order: `12.8 gcc-15 ubuntu-24.04 5090`, a message, the id of one. Ends with a null.
[[nodiscard]] CUDASTDENV_API Result<AskAnswer> ask(const char* words, const Tables& tables = builtin_tables());

/// The newest GCC, or Clang, that nvcc of a release (`13.4`) takes, by NVIDIA's own word; whether it shares the
/// libstdc++ of an environment is ask()'s answer.
[[nodiscard]] CUDASTDENV_API Result<Compiler> newest_host_compiler(const std::string& cuda,
                                                                   Compiler::Family family = Compiler::Family::gcc,
                                                                   const Tables& tables = builtin_tables());

/// Why a compiler is, or is not, the one.
[[nodiscard]] CUDASTDENV_API Result<ExplainAnswer> explain(const Question& question, const std::string& compiler,
                                                           const Tables& tables = builtin_tables());

/// The capabilities of a question in a spelling: `cmake`, `torch`, `gencode` (spellings() has all).
[[nodiscard]] CUDASTDENV_API Result<SpelledAnswer> spell(const Question& question, const std::string& spelling,
                                                         const Tables& tables = builtin_tables());

/// The list that a text is.
struct ReadList {
    std::vector<std::string> machine_code = {};  ///< capabilities
    std::vector<std::string> ptx = {};
};

/// Reads a list as its consumer would: keywords such as `all` stand for what the release knows.
[[nodiscard]] CUDASTDENV_API Result<ReadList> read_list(const ListText& list, const Tables& tables = builtin_tables());

/// A list in one build system's spelling.
struct SpelledList {
    std::string text = {};          ///< empty: the spelling can say nothing of it
    std::vector<Said> losses = {};  ///< what the spelling cannot say
};

/// The same list in another spelling, `cmake`. `consumer`: whose rules count there, `cmake-3.31`; absent: the newest's.
[[nodiscard]] CUDASTDENV_API Result<SpelledList> respell(const ListText& list, const std::string& spelling,
                                                         const std::optional<std::string>& consumer = std::nullopt,
                                                         const Tables& tables = builtin_tables());

/// The releases with which every condition holds.
[[nodiscard]] CUDASTDENV_API Result<ReleasesAnswer> releases(const Conditions& conditions,
                                                             const Tables& tables = builtin_tables());

/// Whether a driver (`550.54.15`) runs what the release builds, on the GPUs that are named.
[[nodiscard]] CUDASTDENV_API Result<CompatAnswer> compat(const Question& question, const std::string& driver,
                                                         const Tables& tables = builtin_tables());

/// Which drivers run what the release builds.
[[nodiscard]] CUDASTDENV_API Result<CompatAnswer> needed_driver(const Question& question,
                                                                const Tables& tables = builtin_tables());

/// Each GPU that a name (`RTX 4090`) or a capability (`8.9`) can mean.
[[nodiscard]] CUDASTDENV_API Result<GpuAnswer> gpu(const std::string& name, const Tables& tables = builtin_tables());

/// Whether the list runs on the GPUs.
[[nodiscard]] CUDASTDENV_API Result<CoversAnswer> covers(const CoversQuestion& question,
                                                         const Tables& tables = builtin_tables());

/// What is wrong with a list for its release.
[[nodiscard]] CUDASTDENV_API Result<LintAnswer> lint(const ListText& list, const Tables& tables = builtin_tables());

/// What the messages in a log mean. An empty log is a problem.
[[nodiscard]] CUDASTDENV_API Result<DiagnoseAnswer> diagnose_log(std::string_view log, const LogQuestion& question = {},
                                                                 const Tables& tables = builtin_tables());

/// The same of a log of any length, which is read in the same memory: `next` gives the bytes that follow, of any
/// number, and at the end none. They are needed until it is called again. What it throws passes through.
[[nodiscard]] CUDASTDENV_API Result<DiagnoseAnswer> diagnose_log_pieces(const std::function<std::string_view()>& next,
                                                                        const LogQuestion& question = {},
                                                                        const Tables& tables = builtin_tables());

/// What the command writes for one of its commands, to the letter.
struct Written {
    std::string text = {};  ///< what goes to standard output; ends with a newline, or is empty
    bool answered = true;   ///< else the answer is "none" or "no", and the command's exit code 1
    std::vector<Aside> notes = {};
};

/// Runs a command that needs no process and no file: `resolve`, `explain`, `capabilities`, `flags`, `compat`,
/// `gpu`, `releases`, `covers`, `lint`, `manifest`, `nix flags`, `nix nvcc`, `nix cuda`, `nix config`, `nix variants`,
/// `nix checks`. `options` are its options by their names; a switch has an empty text. The GPU of `gpu` is
/// `name`, the list of `covers` and `lint` `text`; a manifest's name is `file`, and what stands in it `text`. With
/// `json` as `--json` answers, else as for a person.
[[nodiscard]] CUDASTDENV_API Result<Written> run(std::string_view command,
                                                 const std::map<std::string, std::string>& options, bool json,
                                                 const Tables& tables = builtin_tables());

/// The same for other languages: a request `{"command": "resolve", "cuda": "12.8", "nixpkgsExact": true}` with the
/// options' names in camelCase: a text, a list of texts where the option takes several, true for a switch. `host` is
/// what `cudastdenv detect --json` printed on the machine that a question calls so. The answer is
/// `{"status": 0, "answer": {...}, "notes": [{"kind": "note", "text": ...}], "error": null}`; `status` is what the
/// command's exit code would be. Total: what is wrong with the request stands in `error`.
[[nodiscard]] CUDASTDENV_API std::string ask_json(std::string_view request, const Tables& tables = builtin_tables());

/// The JSON schema (draft 2020-12) of what ask_json() takes.
[[nodiscard]] CUDASTDENV_API std::string request_schema();

}  // namespace cudastdenv

// SPDX-License-Identifier: MIT
#pragma once

/// Level of texts, the one that most tools need: texts in, values out. What is asked is written as a person would type
/// it; what is answered owns all that it holds, and is what the command answers. Below it lies the level of values:
/// resolve.hpp and the tables that it reads.
///
/// Every function may be called from any thread.

#include <cudastdenv/tables.hpp>

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

/// A reason, a note, an advisory.
struct Said {
    std::string code = {};                  ///< which one it is, for programs: `too-new`. Codes do not change
    std::string text = {};                  ///< one sentence without a full stop, for people
    std::vector<std::string> sources = {};  ///< ids of the sources of the number that it rests on
};

/// A question about one CUDA release. What is absent is assumed as the command assumes it.
struct Question {
    std::optional<std::string> cuda = {};          ///< needed: `12.8`, `12.8.1`, `latest`, `cudaPackages_12_8`
    std::optional<std::string> system = {};        ///< `x86_64-linux`, `linux-sbsa`
    std::optional<std::string> build_system = {};  ///< that is built on, for a cross build
    std::optional<std::string> stdenv = {};        ///< a compiler, `gcc-15`, or an environment, `debian-13`
    std::optional<std::string> libstdcxx = {};     ///< whose libstdc++ the stdenv has, `gcc-14`; absent: its GCC's
    std::optional<std::string> standard = {};      ///< `c++20`
    std::optional<std::string> glibc = {};         ///< `2.41`
    /// Compilers at hand beside the stdenv's own. Empty: none. Absent: the environment's, or all that are known.
    std::optional<std::vector<std::string>> available = {};
    std::vector<std::string> capabilities = {};  ///< `9.0a`, `Hopper`; none, and no GPU: the release's default list
    std::vector<std::string> gpus = {};          ///< whose capabilities join the list: `RTX 4090`
    bool forward_compat = true;                  ///< with PTX for later GPUs
    std::optional<std::string> policy = {};      ///< `nixpkgs`, `documented`, `enforced`
    bool nixpkgs_exact = false;                  ///< reproduce nixpkgs to the letter, where it is wrong too
    std::optional<std::string> consumer = {};    ///< of spell(): whose rules count, `torch-2.7`; absent: the newest's
    std::optional<std::string> for_tool = {};    ///< whose lines to type: `cmake`; `none`; absent: what fits
};

/// The host compiler that was chosen.
struct ChosenCompiler {
    std::string name = {};                    ///< `gcc-14`
    std::optional<std::string> version = {};  ///< `14.3`; absent: the question gives its major version only
    std::string family = {};                  ///< `gcc`, `clang`
    int major = 0;
    bool uses_stdenv = false;                   ///< the stdenv's own compiler, as it is
    std::optional<int> oldest = {};             ///< major of the range, included; absent: no lower bound is known
    int newest = 0;                             ///< major of the range, included
    std::optional<int> libstdcxx_headers = {};  ///< GCC major of the headers that host code has; absent: none
    bool headers_inferred = false;              ///< that it works with these under this nvcc was not measured
};

/// A compiler that was not chosen.
struct RejectedCompiler {
    std::string name = {};
    std::optional<std::string> version = {};  ///< `14.3`; absent: the question gives its major version only
    Said reason = {};
    std::vector<Said> hides = {};  ///< advisories for whoever takes it all the same, the worst first
};

/// What to type for one tool.
struct LinesFor {
    std::string tool = {};                ///< `nvcc`, `cmake`, `apt`
    std::vector<std::string> lines = {};  ///< empty: nothing is known to work
};

/// What `resolve` answers.
struct Answer {
    bool works = false;                                ///< a host compiler works, as it stands or by a way out
    std::string cuda = {};                             ///< `12.8.1`
    std::optional<std::string> nvcc = {};              ///< its version; absent: not known
    std::string system = {};                           ///< Nix system
    std::string redist = {};                           ///< NVIDIA's name for it, or `unsupported`
    std::string stdenv = {};                           ///< its compiler
    int libstdcxx = 0;                                 ///< GCC major of the libstdc++ that is linked with
    std::optional<std::string> glibc = {};             ///< absent: not known
    std::string standard = {};                         ///< of host code: what was asked for, else what is assumed
    std::optional<std::string> toolkit_headers = {};   ///< where they lie: `prefix`, `system`; absent: not known
    std::optional<ChosenCompiler> host_compiler = {};  ///< absent: none works; each one's reason is in `rejected`
    std::vector<RejectedCompiler> rejected = {};
    std::vector<std::string> supported = {};     ///< capabilities that the release knows
    std::vector<std::string> capabilities = {};  ///< that are built for
    std::vector<std::string> gencode = {};       ///< nvcc's flags for them
    std::optional<Said> broken = {};             ///< the advisory that breaks the answer as it stands
    std::vector<Said> advisories = {};           ///< the worst first
    std::vector<Said> notes = {};
    std::vector<LinesFor> apply = {};  ///< for the tool that the question names, or that fits
};

/// Host compiler and why, libstdc++, capabilities, flags.
[[nodiscard]] CUDASTDENV_API Result<Answer> ask(const Question& question, const Tables& tables = builtin_tables());

/// What `explain` answers of one compiler.
struct Explanation {
    std::string compiler = {};
    bool chosen = false;
    bool available = true;                          ///< else it is supposed to be at hand
    std::optional<RejectedCompiler> rejected = {};  ///< absent: it was chosen
    Answer answer = {};
};

/// Why a compiler is, or is not, the one.
[[nodiscard]] CUDASTDENV_API Result<Explanation> explain(const Question& question, const std::string& compiler,
                                                         const Tables& tables = builtin_tables());

/// A list in one build system's spelling.
struct SpelledList {
    std::string text = {};          ///< empty: the spelling can say nothing of it
    std::vector<Said> losses = {};  ///< what the spelling cannot say
};

/// The capabilities of a question in a spelling: `cmake`, `torch`, `gencode` (spellings() has all).
[[nodiscard]] CUDASTDENV_API Result<SpelledList> spell(const Question& question, const std::string& spelling,
                                                       const Tables& tables = builtin_tables());

/// The list that a text is.
struct ReadList {
    std::vector<std::string> machine_code = {};  ///< capabilities
    std::vector<std::string> ptx = {};
};

/// Reads a list as the consumer of that spelling would, for a release: keywords such as `all` stand for what it knows.
/// `consumer` is a version of it, `torch-2.7`; absent: the newest.
[[nodiscard]] CUDASTDENV_API Result<ReadList> read_list(const std::string& text, const std::string& spelling,
                                                        const std::string& cuda,
                                                        const Tables& tables = builtin_tables(),
                                                        const std::optional<std::string>& consumer = std::nullopt);

/// The versions of two consumers, `torch-2.7`: of who reads a list, and of who reads it in its other spelling. Absent:
/// the newest.
struct RespellConsumers {
    std::optional<std::string> from = {};
    std::optional<std::string> to = {};
};

/// A list in one spelling, for a release, in another spelling.
[[nodiscard]] CUDASTDENV_API Result<SpelledList> respell(const std::string& text, const std::string& from,
                                                         const std::string& to, const std::string& cuda,
                                                         const Tables& tables = builtin_tables(),
                                                         const RespellConsumers& consumers = {});

/// What a release is to go with; all of it at once. What is absent is no condition.
struct Conditions {
    std::optional<std::string> stdenv = {};   ///< as Question has it
    std::vector<std::string> available = {};  ///< one of them is to be the host compiler
    std::vector<std::string> capabilities = {};
    std::vector<std::string> gpus = {};
    std::optional<std::string> driver = {};
    std::optional<std::string> system = {};
    std::optional<std::string> standard = {};
    std::optional<std::string> glibc = {};
    std::optional<std::string> policy = {};
};

/// What `releases` answers.
struct FoundReleases {
    struct Fitting {
        std::string cuda = {};
        std::string host_compiler = {};
    };
    struct LeftOut {
        std::string cuda = {};
        Said why = {};
    };
    std::vector<Fitting> releases = {};  ///< newest first; empty: the conditions cannot hold together
    std::vector<LeftOut> left_out = {};  ///< every other one, newest first
    std::vector<Said> notes = {};
};

/// The releases with which every condition holds.
[[nodiscard]] CUDASTDENV_API Result<FoundReleases> releases(const Conditions& conditions,
                                                            const Tables& tables = builtin_tables());

/// What `compat` answers.
struct DriverVerdict {
    std::optional<bool> runs = {};     ///< absent: not known
    std::string support = {};          ///< `native`, `minor-version`, `cuda-compat`, `none`, `not-known`
    std::optional<bool> ptx = {};      ///< whether the driver compiles the release's PTX; absent: not known
    std::vector<Said> obstacles = {};  ///< each way that does not work, or is not known to
};

/// Whether a driver (`550.54.15`) runs what the release builds, on the GPUs that are named.
[[nodiscard]] CUDASTDENV_API Result<DriverVerdict> compat(const Question& question, const std::string& driver,
                                                          const Tables& tables = builtin_tables());

/// The drivers that a release asks for. What is absent is not known, or there is none.
struct NeededDriver {
    std::optional<std::string> native = {};         ///< included: the oldest that is as new as the release
    std::optional<std::string> minor_version = {};  ///< included: the oldest for minor-version compatibility
    std::optional<std::string> bundled = {};        ///< that comes with the release
    std::optional<int> ptx_branch = {};             ///< the first branch that compiles the release's PTX
    std::optional<std::string> jetson = {};         ///< included: the oldest of a Jetson, where the question is of one
    std::vector<Said> gpus = {};                    ///< which drivers know each GPU of the question
    std::vector<Said> obstacles = {};               ///< why no driver runs it
};

/// Which drivers run what the release builds.
[[nodiscard]] CUDASTDENV_API Result<NeededDriver> needed_driver(const Question& question,
                                                                const Tables& tables = builtin_tables());

/// Which releases and drivers go with a GPU.
struct GpuFacts {
    std::string name = {};  ///< empty: a capability was asked for
    std::string capability = {};
    std::string architecture = {};
    std::string first_release = {};                ///< `8.0`: the first whose nvcc compiles for it
    std::optional<std::string> last_release = {};  ///< included; absent: the newest still does
    std::optional<int> first_branch = {};          ///< of drivers; absent: not known
    std::optional<int> last_branch = {};           ///< included; absent: the newest is one, or not known
    /// The newest releases that run with the newest driver that knows it, without PTX and with it; absent: not known.
    std::optional<std::string> newest_without_ptx = {};
    std::optional<std::string> newest_with_ptx = {};
};

/// Each GPU that a name (`RTX 4090`) or a capability (`8.9`) can mean.
[[nodiscard]] CUDASTDENV_API Result<std::vector<GpuFacts>> gpu(const std::string& name,
                                                               const Tables& tables = builtin_tables());

/// Whether a list runs on a GPU: the question's list, or a text in a spelling.
struct CoversQuestion {
    std::optional<std::string> cuda = {};        ///< needed
    std::vector<std::string> capabilities = {};  ///< empty, and no text: the release's default list
    bool forward_compat = true;
    std::optional<std::string> text = {};  ///< the list instead, in `spelling`
    std::optional<std::string> spelling = {};
    std::optional<std::string> gpu = {};     ///< its name, `RTX 4090`
    std::optional<std::string> device = {};  ///< or its capability, `8.9`; neither: every GPU that the tables know
    std::optional<std::string> driver = {};  ///< absent: as new as the release
    std::optional<std::string> system = {};
    std::optional<std::string> consumer = {};  ///< whose rules the text follows, `torch-2.7`; absent: the newest's
    std::optional<std::string> for_tool = {};  ///< as in Question
};

/// What `covers` answers of one GPU.
struct DeviceVerdict {
    std::string capability = {};
    std::optional<bool> runs = {};       ///< absent: not known
    Said how = {};                       ///< by what, or why not
    std::vector<std::string> path = {};  ///< from the list to the GPU; empty where it does not run
};

/// What `covers` answers.
struct ListCoverage {
    std::vector<DeviceVerdict> devices = {};  ///< one for each GPU that is asked about
    std::vector<LinesFor> apply = {};         ///< what to type so that it runs; none where it does, or nothing helps
};

/// Whether the list runs on the GPUs.
[[nodiscard]] CUDASTDENV_API Result<ListCoverage> covers(const CoversQuestion& question,
                                                         const Tables& tables = builtin_tables());

/// What `lint` answers.
struct LintVerdict {
    struct Finding {
        std::string severity = {};  ///< `error`, `warning`, `note`
        Said what = {};
        std::string instead = {};  ///< what to write; empty: that is for the writer to decide
    };
    bool clean = true;          ///< nothing but notes
    std::string spelling = {};  ///< that the text was read in
    std::vector<Finding> findings = {};
    std::string fixed = {};  ///< the corrected list; empty: nothing is left
};

/// What is wrong with a list for a release. `spelling` absent: it is that of the consumer, `torch-2.7`, or guessed.
[[nodiscard]] CUDASTDENV_API Result<LintVerdict> lint(const std::string& text, const std::string& cuda,
                                                      const std::optional<std::string>& spelling = std::nullopt,
                                                      const Tables& tables = builtin_tables(),
                                                      const std::optional<std::string>& consumer = std::nullopt);

/// What is known beside a log; it wins over what the log says.
struct LogQuestion {
    std::optional<std::string> cuda = {};      ///< as in Question
    std::optional<std::string> stdenv = {};    ///< a compiler, `gcc-15`, or an environment, `debian-13`
    std::optional<std::string> driver = {};    ///< `550.54.15`
    std::vector<std::string> gpus = {};        ///< `RTX 4090`, `8.9`
    std::optional<std::string> for_tool = {};  ///< as in Question; absent: what fits the environment or the log
};

/// What `diagnose` answers.
struct Diagnosis {
    /// A message that stopped the log.
    struct Finding {
        std::string message = {};               ///< its id, `gcc-too-new`
        std::string title = {};                 ///< what happened
        std::size_t line = 0;                   ///< of the log, from 1 on
        std::string text = {};                  ///< that line as plain text, cut where it is long
        std::vector<Said> why = {};             ///< the reason
        std::vector<Said> remedies = {};        ///< what can be done, the best first
        std::vector<LinesFor> apply = {};       ///< the same as lines to type
        std::vector<std::string> sources = {};  ///< ids of those of the message itself
    };
    /// What the log or the question says.
    struct Fact {
        std::string value = {};
        std::optional<std::size_t> line = {};  ///< of the log; absent: the question says it, or it follows from it
    };
    std::vector<Finding> findings = {};           ///< in the order in which they stop it, the first the cause; none: no
                                                  ///< message that is known stopped it
    std::vector<Said> for_all = {};               ///< what mends all of several findings
    std::vector<Said> oddities = {};              ///< lines that contradict each other, facts that cannot be
    std::optional<Fact> oldest_release = {};      ///< of CUDA that it can be: `12.4.0`; absent: not known
    std::optional<Fact> newest_release = {};      ///< included
    std::optional<Fact> host_compiler = {};       ///< `gcc-13`
    std::optional<Fact> glibc = {};               ///< `2.41`
    std::optional<Fact> driver = {};              ///< `550.54.15`, as it is written there
    std::optional<Fact> torch = {};               ///< PyTorch's version
    std::optional<Fact> torch_cuda = {};          ///< the CUDA that PyTorch was compiled with
    std::optional<Fact> system = {};              ///< Nix's name of it
    std::vector<Fact> gpus = {};                  ///< `GeForce RTX 4090 (8.9)`, or the capability alone
    std::vector<Fact> architectures = {};         ///< that the log names, `8.6`
    std::optional<std::string> environment = {};  ///< its id, `debian-13`
    std::optional<std::string> first_error = {};  ///< the first line with an error that is no known message
    std::vector<std::string> unknown = {};        ///< facts that would make the answer better, as JSON calls them
};

/// What the messages in a log mean. An empty log is a problem.
[[nodiscard]] CUDASTDENV_API Result<Diagnosis> diagnose_log(std::string_view log, const LogQuestion& question = {},
                                                            const Tables& tables = builtin_tables());

/// The same of a log of any length, which is read in the same memory: `next` gives the bytes that follow, of any
/// number, and at the end none. They are needed until it is called again. What it throws passes through.
[[nodiscard]] CUDASTDENV_API Result<Diagnosis> diagnose_log_pieces(const std::function<std::string_view()>& next,
                                                                   const LogQuestion& question = {},
                                                                   const Tables& tables = builtin_tables());

/// What the command writes for one of its commands, to the letter.
struct Written {
    /// What goes beside the answer.
    struct Note {
        std::string kind = {};  ///< `note`, `warning`, `error`
        std::string text = {};
    };
    std::string text = {};  ///< what goes to standard output
    bool answered = true;   ///< else the answer is "none" or "no", and the command's exit code 1
    std::vector<Note> notes = {};
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

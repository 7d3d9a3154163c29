// SPDX-License-Identifier: MIT
/// Lines to type, for every message, environment, release and tool: they exist, they work, and they are for what the
/// person has. The answers are those of the public library, the lines are read as a person reads them.

#include "block_laws.hpp"
#include "builtin.hpp"
#include "core/quote.hpp"
#include "message_lines.hpp"
#include "sample.hpp"

#include <cudastdenv/ask.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace cudastdenv::laws {

namespace plan {

namespace {

/// The laws, and how often each is broken when every case is tried. The numbers may only become smaller.
struct AllowedCount {
    std::string_view law;
    std::uint64_t broken;
};
constexpr std::array allowed_counts{
    AllowedCount{"diagnose compiler", 0},    AllowedCount{"diagnose in-use", 0},
    AllowedCount{"diagnose tool", 0},        AllowedCount{"diagnose release", 0},
    AllowedCount{"diagnose positive", 0},    AllowedCount{"diagnose stub", 0},
    AllowedCount{"diagnose for-all", 0},     AllowedCount{"diagnose option", 0},
    AllowedCount{"diagnose package", 0},     AllowedCount{"diagnose shell", 0},
    AllowedCount{"diagnose placeholder", 0}, AllowedCount{"diagnose stop", 0},
    AllowedCount{"diagnose works", 0},       AllowedCount{"resolve compiler", 0},
    AllowedCount{"resolve option", 0},       AllowedCount{"resolve package", 0},
    AllowedCount{"resolve shell", 0},        AllowedCount{"resolve placeholder", 0},
    AllowedCount{"resolve stop", 0},         AllowedCount{"resolve works", 0},
    AllowedCount{"windows system", 0},       AllowedCount{"windows machine", 0},
    AllowedCount{"windows prompt", 0},
};

/// One question about one log.
struct Asked {
    const MessageTextRow* wording = nullptr;
    std::string log;
    LogQuestion question;
    const EnvironmentRow* environment = nullptr;
    FactValues values;
};

std::string typed(const Asked& asked) {
    std::string line = "cudastdenv diagnose " + shell_quoted(asked.log.substr(0, asked.log.find_last_not_of('\n') + 1));
    const auto add = [&](std::string_view option, const std::optional<std::string>& value) {
        if (value) line += " --" + std::string(option) + " " + shell_word(*value);
    };
    add("cuda", asked.question.cuda);
    add("stdenv", asked.question.stdenv);
    add("driver", asked.question.driver);
    for (const std::string& gpu : asked.question.gpus) add("gpu", gpu);
    add("for", asked.question.for_tool);
    return line;
}

/// Whether the text has the word, not as a part of another.
bool has_word(std::string_view text, std::string_view word) {
    const auto is_part = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
        if ((at == 0 || !is_part(text[at - 1])) &&
            (at + word.size() == text.size() || !is_part(text[at + word.size()])))
            return true;
    return false;
}

const MessageRow& message_of(const MessageTextRow& wording) {
    return *std::ranges::find(tables.messages, wording.message, &MessageRow::id);
}

const HostRange* enforced_range(Version release, Compiler::Family family) {
    for (const HostCompilerRow& row : tables.host_compilers)
        if (row.family == family && VersionRange{row.first, row.last}.contains(release))
            return row.enforced ? &*row.enforced : nullptr;
    return nullptr;
}

class DiagnoseLaws {
public:
    void check(const Asked& asked) {
        const Result<DiagnoseAnswer> answer = diagnose_log(asked.log, asked.question);
        if (!answer) return;
        for (const DiagnoseAnswer::Finding& finding : answer->findings) {
            check_text(asked, finding);
            for (const Plan& fix : finding.fix)
                if (!fix.lines.empty()) check_block(asked, *answer, finding, fix);
        }
    }

    void check_pair(const std::array<Asked, 2>& pair);

    /// Whether `explain` says that this compiler, or this release with the compiler in use, works without the message.
    [[nodiscard]] bool works_with(const Asked& asked, const Sentence& all);

    void check_scripts() { blocks_.check_scripts(); }

private:
    void check_text(const Asked& asked, const DiagnoseAnswer::Finding& finding) {
        bool is_positive = false;
        for (const Sentence& why : finding.why)
            is_positive = is_positive || why.text.find("runs natively") != why.text.npos ||
                          why.text.ends_with(" works") || why.text.find("works in ") != why.text.npos;
        positive_.expect(!is_positive, std::string(finding.message),
                         [&] { return typed(asked) + "\n" + finding.cause; });
    }

    void check_block(const Asked& asked, const DiagnoseAnswer& answer, const DiagnoseAnswer::Finding& finding,
                     const Plan& fix) {
        const Block block = blocks_.read(to_string(fix.tool), fix.lines, asked.environment);
        const auto example = [&] { return typed(asked) + "\n" + block.text; };
        const std::string kind = std::string(finding.message) + " for " + std::string(to_string(fix.tool));
        const auto& cuda = answer.facts.cuda;
        const auto& host = answer.facts.host_compiler;
        const KnownFacts facts{cuda && cuda->first == cuda->last ? std::optional(cuda->first) : std::nullopt,
                               asked.question.stdenv, asked.environment,
                               host ? std::optional(host->value) : std::nullopt};
        const MessageRow& message = message_of(*asked.wording);
        blocks_.check(facts, finding.message == message.id ? &message : nullptr, block, kind, typed(asked), example);
        // A log may name another compiler than the environment's.
        if (!host || !host->line) check_compiler(asked, answer, facts, block, kind, example);
        check_in_use(asked, answer, block, kind, example);
        check_tool(asked, finding, block, kind, example);
        check_releases(asked, answer, finding, block, kind, example);
        check_stub(asked, block, kind, example);
    }

    /// Whether the message is about this compiler, so that it is no remedy.
    static bool is_ruled_out(const Asked& asked, Compiler compiler, std::optional<int> headers) {
        const bool is_gcc = compiler.family == Compiler::Family::gcc;
        if (asked.wording->message == "gcc-too-new" && is_gcc) {
            const auto bound = asked.values.find(Fact::gcc_bound);
            return bound != asked.values.end() && std::stoi(bound->second) < compiler.major;
        }
        if (asked.wording->message == "clang-too-new" && !is_gcc) {
            const auto bound = asked.values.find(Fact::clang_bound);
            return bound != asked.values.end() && std::stoi(bound->second) <= compiler.major;
        }
        return std::ranges::any_of(message_of(*asked.wording).advisories, [&](std::string_view id) {
            const AdvisoryCondition& when = std::ranges::find(tables.advisories, id, &AdvisoryRow::id)->when;
            if (!when.compiler && !when.libstdcxx_headers) return false;
            return (!when.family || *when.family == compiler.family) &&
                   (!when.compiler || when.compiler->contains(compiler.major)) &&
                   (!when.libstdcxx_headers || !headers || when.libstdcxx_headers->contains(*headers));
        });
    }

    /// Whether the message is about another compiler than this, so that the build uses that one.
    static bool is_about_others(const Asked& asked, Compiler compiler) {
        const MessageRow& message = message_of(*asked.wording);
        if (message.cause == MessageCause::host_compiler) {
            const bool is_of_gcc = message.id == "gcc-too-new", is_of_clang = message.id == "clang-too-new";
            const bool is_gcc = compiler.family == Compiler::Family::gcc;
            // Others are about the compiler that a variable names.
            if ((!is_of_gcc && !is_of_clang) || is_of_gcc != is_gcc) return true;
            return asked.values.contains(is_gcc ? Fact::gcc_bound : Fact::clang_bound) &&
                   !is_ruled_out(asked, compiler, std::nullopt);
        }
        return message.cause == MessageCause::advisory &&
               std::ranges::all_of(message.advisories, [&](std::string_view id) {
                   const AdvisoryCondition& when = std::ranges::find(tables.advisories, id, &AdvisoryRow::id)->when;
                   return (when.family && *when.family != compiler.family) ||
                          (when.compiler && !when.compiler->contains(compiler.major));
               });
    }

    void check_compiler(const Asked& asked, const DiagnoseAnswer& answer, const KnownFacts& facts, const Block& block,
                        const std::string& kind, const Example& example) {
        if (block.compilers.empty() || !facts.release || !facts.place) return;
        // For conda too, it is the one for the environment that is named.
        Question question = question_for(facts, *facts.release, "");
        if (answer.facts.standard) question.standard = answer.facts.standard->value;
        const ResolveAnswer* resolved = blocks_.resolver.resolve(question);
        if (!resolved || !resolved->host_compiler) return;
        const Compiler chosen = resolved->host_compiler->compiler;
        if (is_ruled_out(asked, chosen, resolved->host_compiler->libstdcxx_headers)) return;
        compiler_.expect(block.compilers.contains(chosen), kind,
                         [&] { return example() + "resolve: " + to_string(chosen); });
    }

    void check_in_use(const Asked& asked, const DiagnoseAnswer& answer, const Block& block, const std::string& kind,
                      const Example& example) {
        const auto& host = answer.facts.host_compiler;
        // The same release of a compiler is another one in conda, with another C library.
        const bool is_in_conda = block.tool == "conda" && asked.environment != environment_for("conda", nullptr);
        if (!host || block.compilers.empty() || is_in_conda) return;
        if (!host->line && is_about_others(asked, host->value)) return;
        const bool is_same = std::ranges::all_of(block.compilers,
                                                 [&](Compiler compiler) { return compiler == host->value; });
        in_use_.expect(!is_same || block.read.has_other_effect || block.installs_other, kind, example);
    }

    /// Whether the log, the environment or the question shows that the person has the tool.
    bool has_trace(const Asked& asked, std::string_view tool) {
        if (asked.question.for_tool == tool) return true;
        const auto& printers = asked.wording->tools;
        if (std::ranges::find(printers, tool) != printers.end()) return true;
        // Some programs come as Python wheels, and llama.cpp is built with CMake.
        const auto is_printer = [&](const WheelProjectRow& row) { return row.id == printers.front(); };
        if (tool == "pip" && printers.size() == 1 && std::ranges::any_of(tables.wheel_projects, is_printer))
            return true;
        if (tool == "cmake" && printers.size() == 1 && printers.front() == "ggml") return true;
        const auto traces = [&]() -> std::vector<std::string_view> {
            if (tool == "nix" || tool == "nixpkgs") return {"nix", "nixpkgs", "/nix/store"};
            if (tool == "pip") return {"pip", "site-packages", "wheel", "PyTorch", "torch"};
            if (tool == "torch") return {"torch", "PyTorch", "triton", "TORCH_CUDA_ARCH_LIST"};
            if (tool == "cmake") return {"cmake", "CMake", "CMakeLists"};
            return {tool};
        }();
        return std::ranges::any_of(traces, [&](std::string_view trace) { return has_word(asked.log, trace); });
    }

    void check_tool(const Asked& asked, const DiagnoseAnswer::Finding& finding, const Block& block,
                    const std::string& kind, const Example& example) {
        const bool says_if_torch = std::ranges::any_of(finding.remedies, [](const Sentence& remedy) {
            return remedy.text.starts_with("if the program is PyTorch");
        });
        const EnvironmentRow* environment = asked.environment;
        const std::string_view manager = blocks_.names_in(environment).manager();
        const auto fits = [&](std::string_view tool) {
            const bool is_nix = tool == "nix" || tool == "nixpkgs" || tool == "nix-shell";
            if (is_nix && environment && environment->id.starts_with("nixos")) return true;
            if (asked.question.for_tool == "nix" && is_nix) return true;
            if (asked.question.for_tool == "torch" && tool == "pip") return true;
            if (tool == "pip" && says_if_torch) return true;
            if (tool == "nvcc" || tool == manager) return true;
            constexpr std::array<std::string_view, 6> of_systems{"apt", "dnf", "yum", "pacman", "zypper", "emerge"};
            if (std::ranges::find(of_systems, tool) != of_systems.end()) return manager.empty();
            return has_trace(asked, tool);
        };
        tool_.expect(fits(block.tool), kind, example);
        for (const InstalledPackage& package : block.read.packages)
            if (package.manager != block.tool)
                tool_.expect(fits(package.manager), kind + " with " + package.manager, example);
    }

    void check_releases(const Asked& asked, const DiagnoseAnswer& answer, const DiagnoseAnswer::Finding& finding,
                        const Block& block, const std::string& kind, const Example& example) {
        for (const Version named : block.read.releases) {
            const bool is_major = minor_text(named) == minor_text(Version{named.major}) &&
                                  block.text.find(minor_text(named)) == block.text.npos;
            const auto fits = [&](Version release) {
                return is_major ? release.major == named.major : is_in_minor(release, named);
            };
            const auto& cuda = answer.facts.cuda;
            bool is_implied =
                cuda && std::ranges::any_of(tables.releases, [&](const Release& release) {
                    return VersionRange{cuda->first, cuda->last}.contains(release.version) && fits(release.version);
                });
            if (const auto& torch = answer.facts.torch_cuda) is_implied = is_implied || fits(torch->value);
            if (asked.environment)
                for (const OwnCuda& own : asked.environment->own_cuda) is_implied = is_implied || fits(own.release);
            const std::string text = is_major ? std::to_string(named.major) : minor_text(named);
            is_implied = is_implied || has_word(asked.log, text);
            // The number of a library is that of the release, or of its major version.
            is_implied = is_implied || asked.log.find(".so." + std::to_string(named.major)) != asked.log.npos;
            // The fix names the release, or a build of a wheel for it.
            const std::string variant = fmt::format("of cu{}{}", named.major, named.minor);
            for (const Sentence& remedy : finding.remedies)
                is_implied = is_implied || (remedy.code == "use-release" && has_word(remedy.text, text)) ||
                             has_word(remedy.text, variant);
            release_.expect(is_implied, kind, [&] { return example() + "CUDA " + text; });
        }
    }

    /// A stub cannot be loaded.
    void check_stub(const Asked& asked, const Block& block, const std::string& kind, const Example& example) {
        constexpr std::array<std::string_view, 4> loaders{"ld.so", "ldd", "auto-patchelf", "python"};
        const bool is_loaders = std::ranges::any_of(asked.wording->tools, [&](std::string_view tool) {
            return std::ranges::find(loaders, tool) != loaders.end();
        });
        if (!is_loaders) return;
        bool is_stub = block.text.find("/stubs") != block.text.npos;
        for (const InstalledPackage& package : block.read.packages)
            is_stub = is_stub || package.name.starts_with("cuda-driver-dev") ||
                      package.name.starts_with("cuda-nvml-dev");
        stub_.expect(!is_stub, kind, example);
    }

    BlockLaws blocks_{"diagnose"};
    CountedLaw compiler_{"diagnose compiler",
                         "the compiler to type is that of resolve, unless the message rules it out"};
    CountedLaw in_use_{"diagnose in-use", "lines name more than what is already in use"};
    CountedLaw tool_{"diagnose tool", "lines are for a tool that the person has"};
    CountedLaw for_all_{"diagnose for-all", "what fixes all findings fixes each alone"};
    CountedLaw release_{"diagnose release", "a release in a line was named or is implied"};
    CountedLaw positive_{"diagnose positive", "no cause of a failure says that it works"};
    CountedLaw stub_{"diagnose stub", "no stub is the answer to a loader's message"};
};

/// The lines of `resolve`, for the same places, releases and tools.
class ResolveLaws {
public:
    void check(const Question& question, const EnvironmentRow* environment) {
        const Result<ResolveAnswer> answer = ask(question);
        if (!answer) return;
        std::string command = "cudastdenv resolve --cuda " + *question.cuda + " --stdenv " + *question.stdenv;
        if (question.standard) command += " --std " + *question.standard;
        if (question.for_tool) command += " --for " + *question.for_tool;
        for (const Plan& lines : answer->apply) {
            if (lines.lines.empty()) continue;
            const Block block = blocks_.read(to_string(lines.tool), lines.lines, environment);
            const std::string kind = "for " + std::string(to_string(lines.tool));
            const auto example = [&] { return command + "\n" + block.text; };
            const auto& host = answer->host_compiler;
            const KnownFacts facts{answer->cuda.release, question.stdenv, environment,
                                   host ? std::optional(host->compiler) : std::nullopt};
            blocks_.check(facts, nullptr, block, kind, command, example);
            if (block.compilers.empty() || block.tool == "conda") continue;
            compiler_.expect(host && block.compilers.contains(host->compiler), kind, example);
        }
    }

    void check_scripts() { blocks_.check_scripts(); }

private:
    BlockLaws blocks_{"resolve"};
    CountedLaw compiler_{"resolve compiler", "the compiler to type is that of the answer"};
};

/// `gcc-13`
std::optional<Compiler> compiler_named(std::string_view name) {
    const std::size_t dash = name.find('-');
    const auto family = enumerator_named<Compiler::Family>(name.substr(0, dash));
    const std::optional<Version> version = dash == name.npos ? std::nullopt
                                                             : parse_version(std::string(name.substr(dash + 1)) + ".0");
    if (!family) return std::nullopt;
    return version ? std::optional(Compiler{*family, version->major}) : std::nullopt;
}

/// The environment's default compiler, or the compiler that is the place.
std::optional<Compiler> compiler_in_use(const Asked& asked) {
    if (asked.environment) return asked.environment->compiler;
    return compiler_named(*asked.question.stdenv);
}

/// Whether a remedy of a finding is this release or compiler.
bool is_remedy(const Sentence& remedy, const Sentence& for_all) {
    if (remedy.code != for_all.code) return false;
    const auto number = [](std::string_view text, std::string_view start) -> std::optional<Version> {
        const std::size_t at = text.find(start);
        if (at == text.npos) return std::nullopt;
        const std::string_view rest = text.substr(at + start.size());
        const std::string number(rest.substr(0, rest.find_first_not_of("0123456789.")));
        return parse_version(number.find('.') == number.npos ? number + ".0" : number);
    };
    for (const std::string_view start : {"CUDA ", "gcc-", "clang-"}) {
        const auto all = number(for_all.text, start);
        const auto one = number(remedy.text, start);
        if (!all || !one) continue;
        if (remedy.text.find(" or later") != remedy.text.npos) return *all >= *one;
        if (remedy.text.find(" or older") != remedy.text.npos) return *all <= *one;
        return *all == *one;
    }
    return false;
}

bool DiagnoseLaws::works_with(const Asked& asked, const Sentence& all) {
    const MessageRow& message = message_of(*asked.wording);
    const bool is_of_host = message.cause == MessageCause::host_compiler || message.cause == MessageCause::advisory;
    if (!is_of_host || !asked.question.stdenv) return false;
    Question question;
    question.cuda = asked.question.cuda;
    question.stdenv = asked.question.stdenv;
    std::optional<Compiler> compiler = compiler_in_use(asked);
    constexpr std::string_view release = "CUDA ";
    const std::string first_word = all.text.substr(0, all.text.find(' '));
    if (all.text.starts_with(release))
        question.cuda = all.text.substr(release.size(), all.text.find(' ', release.size()) - release.size());
    else compiler = compiler_named(first_word);
    if (!question.cuda || !compiler) return false;
    const ExplainAnswer* explained = blocks_.resolver.explain_compiler(question, *compiler);
    return explained && explained->works == true && !has_advisory_of(*explained, message) &&
           std::ranges::none_of(explained->advisories,
                                [](const Advisory& advisory) { return advisory.severity == AdvisorySeverity::broken; });
}

void DiagnoseLaws::check_pair(const std::array<Asked, 2>& pair) {
    Asked both = pair[0];
    both.log += pair[1].log;
    const Result<DiagnoseAnswer> result = diagnose_log(both.log, both.question);
    if (!result || result->findings.size() < 2) return;
    if (result->for_all.empty()) return;
    for (const Asked& one : pair) {
        const Result<DiagnoseAnswer> alone = diagnose_log(one.log, one.question);
        for (const Sentence& all : result->for_all) {
            Asked with_release = one;
            if (const auto& cuda = result->facts.cuda; !one.question.cuda && cuda)
                with_release.question.cuda = to_string(cuda->last);
            const bool is_fixed = works_with(with_release, all) ||
                                  (alone && std::ranges::all_of(alone->findings, [&](const auto& finding) {
                                       return std::ranges::any_of(finding.remedies, [&](const Sentence& remedy) {
                                           return is_remedy(remedy, all);
                                       });
                                   }));
            for_all_.expect(is_fixed, std::string(all.code) + " of " + std::string(one.wording->message),
                            [&] { return typed(both) + "\n" + all.text; });
        }
    }
}

/// Values of facts that agree with the release and the compiler.
FactValues values_for(const MessageTextRow& wording, const Release* release, std::optional<Compiler> compiler) {
    FactValues values;
    if (release) {
        values[Fact::library] = "libcublas.so." + std::to_string(release->version.major);
        // A message about an architecture is about one that the release does not have, or about its newest.
        const bool is_refused = wording.message == "unsupported-gpu-architecture";
        for (const CapabilityRow& row : tables.capabilities)
            if (row.capability == Capability{row.capability.major, row.capability.minor} && !row.jetson &&
                row.nvcc.takes_in(release->version) != is_refused)
                values[Fact::capability] = to_string(row.capability);
        values[Fact::cuda] = minor_text(release->version);
        if (const HostRange* range = enforced_range(release->version, Compiler::Family::gcc))
            values[Fact::gcc_bound] = std::to_string(range->max);
        if (const HostRange* range = enforced_range(release->version, Compiler::Family::clang))
            values[Fact::clang_bound] = std::to_string(range->max + 1);
    }
    if (compiler) {
        const bool is_gcc = compiler->family == Compiler::Family::gcc;
        values[is_gcc ? Fact::gcc : Fact::clang] = std::to_string(compiler->major) + ".2.0";
    }
    return values;
}

/// An environment, a compiler, or neither.
struct Place {
    const EnvironmentRow* environment = nullptr;
    std::optional<Compiler> compiler;

    [[nodiscard]] std::optional<std::string> name() const {
        if (environment) return std::string(environment->id);
        return compiler ? std::optional(to_string(*compiler)) : std::nullopt;
    }
};

std::vector<Place> all_places() {
    std::vector<Place> places{{}};
    for (const EnvironmentRow& row : tables.environments) places.push_back({&row, row.compiler});
    using enum Compiler::Family;
    for (const Compiler compiler : {Compiler{gcc, 9}, Compiler{gcc, 13}, Compiler{gcc, 15}, Compiler{gcc, 16},
                                    Compiler{clang, 15}, Compiler{clang, 20}})
        places.push_back({nullptr, compiler});
    return places;
}

/// The newest of each minor release, and none.
std::vector<const Release*> some_releases() {
    std::vector<const Release*> releases{nullptr};
    for (const Release& release : tables.releases) {
        if (release.preview) continue;
        if (releases.back() && is_in_minor(releases.back()->version, release.version)) releases.back() = &release;
        else releases.push_back(&release);
    }
    return releases;
}

/// The wordings of each message.
std::vector<std::vector<const MessageTextRow*>> wordings() {
    std::vector<std::vector<const MessageTextRow*>> all;
    for (const MessageTextRow& row : tables.message_texts) {
        if (all.empty() || all.back().front()->message != row.message) all.emplace_back();
        all.back().push_back(&row);
    }
    return all;
}

Asked question_about(const MessageTextRow& wording, const Release* release, const Place& place) {
    Asked asked;
    asked.wording = &wording;
    asked.values = values_for(wording, release, place.compiler);
    asked.log = message_line(wording, asked.values);
    if (release) asked.question.cuda = to_string(release->version);
    asked.question.stdenv = place.name();
    asked.environment = place.environment;
    return asked;
}

using Visit = std::function<void(const Asked&)>;

/// Every message in every place, with a third of the releases.
void visit_messages(const Visit& visit) {
    const std::vector<std::vector<const MessageTextRow*>> all = wordings();
    const std::vector<const Release*> releases = some_releases();
    Sample sample(17, 4999);
    std::size_t turn = 0;
    std::size_t shift = 0;
    for (const Place& place : all_places()) {
        ++shift;
        for (std::size_t i = 0; i < releases.size(); ++i)
            for (std::size_t j = 0; j < all.size(); ++j) {
                // The row of a message with its own cause says the same of most releases.
                const bool is_of_row = message_of(*all[j].front()).cause == MessageCause::itself;
                if ((shift + i + j) % (is_of_row ? 10 : 3) != 0) continue;
                ++turn;
                if (sample.takes_next()) visit(question_about(*all[j][turn % all[j].size()], releases[i], place));
            }
    }
}

/// Every message in every place, for a third of the tools.
void visit_tools(const Visit& visit) {
    const std::vector<const Release*> releases = some_releases();
    Sample sample(23, 4999);
    std::size_t turn = 0;
    for (const Place& place : all_places())
        for (const auto& rows : wordings())
            for (const PlanTool tool : enumerators<PlanTool>) {
                if (++turn % 3 != 0 || !sample.takes_next()) continue;
                const Release* release = releases[turn / 3 % releases.size()];
                Asked asked = question_about(*rows[turn % rows.size()], release, place);
                asked.question.for_tool = std::string(to_string(tool));
                visit(asked);
            }
}

/// Messages about compilers, in logs that name a compiler of the environment.
void visit_compilers(const Visit& visit) {
    const std::vector<const Release*> releases = some_releases();
    Sample sample(23, 4999);
    std::size_t turn = 0;
    for (const EnvironmentRow& environment : tables.environments) {
        std::vector<Compiler> compilers;
        for (const int major : environment.gccs) compilers.push_back({Compiler::Family::gcc, major});
        for (const int major : environment.clangs) compilers.push_back({Compiler::Family::clang, major});
        for (const Compiler compiler : compilers)
            for (const auto& rows : wordings()) {
                const MessageCause cause = message_of(*rows.front()).cause;
                if (cause != MessageCause::host_compiler && cause != MessageCause::advisory) continue;
                const Release* release = releases[++turn / 2 % releases.size()];
                if (!release || turn % 2 != 0 || !sample.takes_next()) continue;
                Asked asked = question_about(*rows[turn % rows.size()], release, {&environment, compiler});
                const bool is_gcc = compiler.family == Compiler::Family::gcc;
                asked.log = "nvcc -ccbin " + std::string(is_gcc ? "g++-" : "clang++-") +
                            std::to_string(compiler.major) + " -c a.cu\n" + asked.log;
                visit(asked);
            }
    }
}

/// Messages about libraries, for those that are only in a driver.
void visit_libraries_of_driver(const Visit& visit) {
    const std::vector<const Release*> releases = some_releases();
    Sample sample(13, 499);
    std::size_t turn = 0;
    for (const MessageTextRow& row : tables.message_texts) {
        if (row.text.find("{path:library}") == row.text.npos && row.text.find("{name:library}") == row.text.npos)
            continue;
        for (const char* library : {"libcuda.so", "libcuda.so.1", "libnvidia-ml.so.1", "libnvidia-ml.so"})
            for (const char* environment : {"", "ubuntu-24.04", "conda-forge"}) {
                const Release* release = releases[++turn % releases.size()];
                if (!sample.takes_next()) continue;
                const auto at = std::ranges::find(tables.environments, environment, &EnvironmentRow::id);
                Asked asked = question_about(row, release,
                                             {at == tables.environments.end() ? nullptr : &*at, std::nullopt});
                asked.values[Fact::library] = library;
                asked.log = message_line(row, asked.values);
                visit(asked);
            }
    }
}

/// Messages in logs of a release before those of the tables.
void visit_old_release(const Visit& visit) {
    Sample sample(13, 499);
    for (const MessageTextRow& row : tables.message_texts)
        if (sample.takes_next()) {
            Asked asked = question_about(row, nullptr, {});
            asked.log = "/usr/local/cuda-9.0/bin/nvcc -c a.cu\n" + asked.log;
            visit(asked);
        }
}

/// Messages about drivers and GPUs.
void visit_drivers(const Visit& visit) {
    using enum MessageCause;
    Sample sample(13, 499);
    std::size_t turn = 0;
    for (const auto& rows : wordings()) {
        const MessageCause cause = message_of(*rows.front()).cause;
        if (cause != driver && cause != native_driver && cause != ptx && cause != coverage && cause != architecture)
            continue;
        for (const char* driver : {"470.223.02", "535.129.03", "550.54.15", "580.126.09"})
            for (const char* gpu : {"GTX 1080", "RTX 4090", "RTX 5090"})
                for (const Release* release : some_releases())
                    if (sample.takes_next()) {
                        Asked asked = question_about(*rows[++turn % rows.size()], release, {});
                        asked.question.driver = driver;
                        asked.question.gpus = {gpu};
                        visit(asked);
                    }
    }
}

template <class VisitPair>
void for_each_pair(const VisitPair& visit) {
    const std::vector<std::vector<const MessageTextRow*>> all = wordings();
    const std::vector<const Release*> releases = some_releases();
    Sample sample(37, 997);
    std::size_t turn = 0;
    for (const Place& place : all_places())
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Release* release = releases[++turn % releases.size()];
            if (!sample.takes_next()) continue;
            const auto& other = all[(i + turn % 29 + 1) % all.size()];
            visit(std::array{question_about(*all[i][turn % all[i].size()], release, place),
                             question_about(*other[turn % other.size()], release, place)});
        }
}

}  // namespace

}  // namespace plan

std::uint64_t allowed_breaks(std::string_view law) {
    return std::ranges::find(plan::allowed_counts, law, &plan::AllowedCount::law)->broken;
}

TEST_CASE("lines of diagnose exist, work, and are for what the person has") {
    plan::DiagnoseLaws laws;
    for (const auto visit_all : {plan::visit_messages, plan::visit_tools, plan::visit_compilers,
                                 plan::visit_libraries_of_driver, plan::visit_old_release, plan::visit_drivers})
        visit_all([&](const plan::Asked& asked) { laws.check(asked); });
    plan::for_each_pair([&](const std::array<plan::Asked, 2>& pair) { laws.check_pair(pair); });
    laws.check_scripts();
}

TEST_CASE("lines of resolve exist and work") {
    plan::ResolveLaws laws;
    Sample sample(13, 499);
    for (const plan::Place& place : plan::all_places())
        for (const Release& release : tables.releases)
            for (const PlanTool tool : enumerators<PlanTool>)
                for (const std::optional<std::string>& standard : {std::optional<std::string>(), {"c++20"}})
                    if (place.name() && sample.takes_next()) {
                        Question question;
                        question.cuda = to_string(release.version);
                        question.stdenv = place.name();
                        question.standard = standard;
                        question.for_tool = std::string(to_string(tool));
                        laws.check(question, place.environment);
                    }
    laws.check_scripts();
}

}  // namespace cudastdenv::laws

// SPDX-License-Identifier: MIT
#pragma once

/// The laws of a block of lines to type, whichever command prints it.

#include "sample.hpp"
#include "script_checks.hpp"
#include "typed_block.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::laws {

/// How often a law is broken when every case is tried.
[[nodiscard]] std::uint64_t allowed_breaks(std::string_view law);

/// Counts the checks of a law. Prints the largest kinds of breaks, each with a command.
class CountedLaw {
public:
    CountedLaw(const std::string& id, std::string_view text)
        : text_(id + ": " + std::string(text)), allowed_(allowed_breaks(id)) {}
    CountedLaw(const CountedLaw&) = delete;
    CountedLaw& operator=(const CountedLaw&) = delete;

    ~CountedLaw() {
        std::uint64_t broken = 0;
        std::vector<const std::pair<const std::string, Kind>*> kinds;
        for (const auto& kind : kinds_) {
            broken += kind.second.count;
            kinds.push_back(&kind);
        }
        std::ranges::sort(kinds, std::greater(), [](const auto* kind) { return kind->second.count; });
        MESSAGE(text_, ": ", checks_, " checks, ", broken, " broken");
        const std::size_t shown = std::min<std::size_t>(kinds.size(), most_shown);
        for (std::size_t i = 0; i < shown; ++i)
            MESSAGE("  ", kinds[i]->second.count, " ", kinds[i]->first, ": ", kinds[i]->second.example);
        if (!is_sanitized) CHECK_MESSAGE(checks_ > 0, text_, " was never checked");
        CHECK_MESSAGE(broken <= allowed_, text_, " is broken ", broken, " times, not ", allowed_);
        if (tries_every_case())
            CHECK_MESSAGE(broken >= allowed_, text_, " is broken only ", broken,
                          " times: lower its number in the table");
    }

    void expect(bool holds, const std::string& kind, const std::function<std::string()>& example) {
        ++checks_;
        if (holds) return;
        Kind& broken = kinds_[kind];
        if (++broken.count == 1) broken.example = example();
    }

private:
    struct Kind {
        std::uint64_t count = 0;
        std::string example;
    };
    static constexpr std::size_t most_shown = 5;
    std::string text_;
    std::uint64_t allowed_;
    std::uint64_t checks_ = 0;
    std::map<std::string, Kind> kinds_;
};

/// `12.8`
[[nodiscard]] std::string minor_text(Version version);
/// Whether the release is of that minor release.
[[nodiscard]] bool is_in_minor(Version release, Version minor);

/// Answers of the library about one release in one place. Most questions come again.
class Resolver {
public:
    /// nullptr: a problem.
    const ResolveAnswer* resolve(const Question& question) {
        return cached(resolved_, key(question), [&] { return ask(question); });
    }
    const ExplainAnswer* explain_compiler(const Question& question, Compiler compiler) {
        return cached(explained_, key(question) + " " + to_string(compiler),
                      [&] { return explain(question, to_string(compiler)); });
    }

private:
    static std::string key(const Question& question) {
        return question.cuda.value_or("") + " " + question.stdenv.value_or("") + " " + question.standard.value_or("");
    }
    template <class Answer, class Ask>
    static const Answer* cached(std::map<std::string, std::unique_ptr<Answer>>& known, const std::string& key,
                                Ask ask) {
        const auto [at, is_new] = known.try_emplace(key);
        if (is_new)
            if (Result<Answer> answer = ask()) at->second = std::make_unique<Answer>(*std::move(answer));
        return at->second.get();
    }

    std::map<std::string, std::unique_ptr<ResolveAnswer>> resolved_;
    std::map<std::string, std::unique_ptr<ExplainAnswer>> explained_;
};

/// A block of an answer.
struct Block {
    std::string_view tool;
    const TypedBlock& read;
    const CompilerNames& names;    ///< of the environment that the block is for
    std::set<Compiler> compilers;  ///< host compilers that it chooses or installs
    std::string text;              ///< its lines
    bool installs_other = false;   ///< packages that are no compilers
};

/// Whether one of the message's advisories applies to the compiler.
[[nodiscard]] bool has_advisory_of(const ExplainAnswer& explained, const MessageRow& message);

using Example = std::function<std::string()>;

/// The facts that an answer is about.
struct KnownFacts {
    std::optional<Version> release = {};    ///< of CUDA, if it is exactly one
    std::optional<std::string> place = {};  ///< as in --stdenv
    const EnvironmentRow* environment = nullptr;
    std::optional<Compiler> host = {};  ///< in use
};

/// The environment that a block for the tool is for.
[[nodiscard]] const EnvironmentRow* environment_for(std::string_view tool, const EnvironmentRow* environment);

/// The question of `resolve` about these facts, for lines of that tool.
[[nodiscard]] Question question_for(const KnownFacts& facts, Version release, std::string_view tool);

/// The laws of the blocks of any answer.
class BlockLaws {
public:
    explicit BlockLaws(const std::string& command);

    /// `environment`: of the question.
    Block read(std::string_view tool, const std::vector<std::string>& lines, const EnvironmentRow* environment);

    /// `command` prints it. nullptr: there is no message.
    void check(const KnownFacts& facts, const MessageRow* message, const Block& block, const std::string& kind,
               const std::string& command, const Example& example);

    /// The scripts of all blocks are checked at the end, each once.
    void check_scripts();

    const CompilerNames& names_in(const EnvironmentRow* environment);

    Resolver resolver;

private:
    struct KnownBlock {
        TypedBlock read;
        std::string text;
    };

    const KnownBlock& known_block(std::string_view tool, const std::vector<std::string>& lines);
    void check_options(const KnownFacts& facts, const Block& block, const std::string& kind, const Example& example);
    void check_standard(int standard, Version release, const Block& block, const std::string& kind,
                        const Example& example);
    void check_packages(const Block& block, const std::string& kind, const Example& example);
    bool is_component_package(const InstalledPackage& package);
    void check_works(const KnownFacts& facts, const MessageRow* message, const Block& block, const std::string& kind,
                     const Example& example);

    std::map<std::string, KnownBlock> blocks_;
    std::map<const EnvironmentRow*, CompilerNames> names_;
    std::map<std::string, std::string> scripts_;  ///< tool and lines, and a command that prints them
    std::set<std::string> component_packages_;
    CountedLaw option_;
    CountedLaw package_;
    CountedLaw shell_;
    CountedLaw placeholder_;
    CountedLaw stop_;
    CountedLaw works_;
};

}  // namespace cudastdenv::laws

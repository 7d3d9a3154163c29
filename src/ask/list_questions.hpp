// SPDX-License-Identifier: MIT
#pragma once

#include "ask/applied.hpp"
#include "ask/context.hpp"
#include "ask/owned_request.hpp"
#include "ask/spelling_name.hpp"
#include "ask/texts.hpp"
#include "resolve/coverage.hpp"
#include "spelling/spell.hpp"
#include "words/coverage.hpp"
#include "words/lists.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// The GPU that is asked about.
struct GpuAsked {
    std::string_view name;                 ///< the tables'; empty: it was asked for by its capability
    std::vector<Capability> capabilities;  ///< one; several where products of one name differ
};

/// Absent: every one. Throws BadInput, also where the texts do not say which.
[[nodiscard]] std::optional<GpuAsked> read_gpu_asked(const Tables& tables, const Texts& texts);

/// A list, by capabilities or in a spelling, and a driver. Owns what its report points to, so it stays where it is.
class CoveredList {
public:
    /// `gpu` decides the platform; without one, every GPU is asked about. `context` is used as long as this lives.
    /// Throws BadInput and what looking at the machine throws.
    CoveredList(const Context& context, const Texts& texts, const std::optional<GpuAsked>& gpu = std::nullopt);
    CoveredList(const CoveredList&) = delete;
    CoveredList& operator=(const CoveredList&) = delete;

    [[nodiscard]] const Tables& tables() const noexcept { return question_.tables(); }

    [[nodiscard]] words::CoverageReport report() const;

    /// The list that runs on the GPU that was named, where this one does not: this one with the GPU's capability, or
    /// that alone. Absent: this one runs, or is not known not to; or no list of the release does, or none was named.
    [[nodiscard]] std::optional<BuildList> mended_list() const;

    /// What is to be typed so that it runs: for the tool that was named, or that reads such a list.
    [[nodiscard]] std::vector<LinesToType> lines(const ToolAsked& asked) const;

private:
    void ask_for(const GpuAsked& gpu);
    void ask_for_all();
    void read_text(const Texts& texts);
    void check_text(const Spelling& spelling, const Listing& listing) const;
    void read_driver_option(const Texts& texts);
    [[nodiscard]] std::optional<words::OlderConsumer> older_consumer() const;
    [[nodiscard]] std::optional<BuildList> list_that_runs(std::vector<Capability> capabilities) const;
    /// Judges the driver, if one is asked for, for that GPU or for none.
    [[nodiscard]] std::optional<DriverAnswer> judge_driver_for(std::span<const Gpu> gpus) const;
    /// What that driver loads there; everything, if none is asked for.
    [[nodiscard]] DriverLoads loads_on(const Gpu& gpu) const;

    OwnedRequest question_;
    bool system_given_;
    Resolution resolution_;
    words::ResolutionReport answer_;
    std::string_view format_;
    std::optional<NamedConsumer> named_consumer_;
    std::optional<ConsumerVersion> consumer_;  ///< whose rules the text was read by
    std::optional<BuildList> of_older_;        ///< what an older version of the consumer builds, where none was named
    int older_until_ = 0;                      ///< the last such version
    std::vector<Capability> named_;            ///< capabilities that the text names, as a request has them
    BuildList list_;
    std::string driver_requested_;
    std::optional<DriverVersion> driver_version_;
    std::optional<DriverAnswer> driver_;
    std::optional<Capability> device_requested_;
    std::string_view gpu_;
    std::vector<DeviceCoverage> devices_;
};

/// What --format says where the text says it: the default.
inline constexpr std::string_view guessed_spelling = "auto";

/// The release that lists are held against. Throws BadInput.
[[nodiscard]] const Release& read_linted_release(const Context& context, const Texts& texts);

/// A list that was read and judged.
class LintedList {
public:
    /// `context` is used as long as this lives. Throws BadInput.
    LintedList(const Context& context, const Texts& texts);
    LintedList(const LintedList&) = delete;
    LintedList& operator=(const LintedList&) = delete;

    /// Whether no spelling was named, and the likeliest is taken.
    [[nodiscard]] bool is_guessed() const noexcept { return is_guessed_; }
    /// What to say of the consumer that was named; empty: nothing.
    [[nodiscard]] std::string consumer_note() const { return newer_consumer_message(consumer_); }
    [[nodiscard]] const Listing& listing() const noexcept { return listing_; }
    [[nodiscard]] LintAnswer answer() const;

private:
    [[nodiscard]] SpellingContext spelling_context() const;

    const Context& context_;
    const Release& release_;
    std::string cuda_requested_;
    std::string text_;
    bool is_guessed_;
    std::optional<NamedConsumer> consumer_;
    std::vector<const Spelling*> fitting_;  ///< the first one counts
    Listing listing_;
    std::string_view system_;
    std::vector<Finding> findings_;
    Spelled fixed_;
};

/// What is wrong with the lists that a file of a build sets, a line each: `NAME:LINE: error: ...`. The options are
/// those of `lint`; --format and --compiler leave out lists in other spellings, --consumer is for its own. Of a list
/// that other options nearby may add to only errors are said: what it lacks may stand there. `name`: as it may be
/// printed.
[[nodiscard]] Outcome lint_file(const Context& context, const Texts& texts, std::string_view name,
                                std::string_view file);

}  // namespace cudastdenv::asking

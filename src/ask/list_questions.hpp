// SPDX-License-Identifier: MIT
#pragma once

#include "ask/applied.hpp"
#include "ask/context.hpp"
#include "ask/owned_request.hpp"
#include "resolve/coverage.hpp"
#include "spelling/spell.hpp"
#include "words/coverage.hpp"
#include "words/lists.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// The GPU that is asked about; several where products of one name differ; none: every one. One that is asked for by
/// its capability has no name. Throws BadInput, also where the texts do not say which.
[[nodiscard]] std::vector<Gpu> read_gpus_asked(const Tables& tables, const Texts& texts);

/// A list, by capabilities or in a spelling, and a driver. Owns what its report points to, so it stays where it is.
class CoveredList {
public:
    /// `gpus` decide the platform; without one, every GPU is asked about. `context` is used as long as this lives.
    /// Throws BadInput and what looking at the machine throws.
    CoveredList(const Context& context, const Texts& texts, std::span<const Gpu> gpus = {});
    CoveredList(const CoveredList&) = delete;
    CoveredList& operator=(const CoveredList&) = delete;

    [[nodiscard]] const words::CoverageReport& report() const noexcept { return report_; }

    /// What is to be typed so that it runs: for the tool that was named, or that reads such a list.
    [[nodiscard]] std::vector<LinesToType> lines(const ToolAsked& asked) const;

private:
    [[nodiscard]] const Tables& tables() const noexcept { return question_.tables(); }
    void ask_for(std::span<const Gpu> gpus);
    void read_text(const Texts& texts);
    void check_text(const Spelling& spelling, const Listing& listing) const;
    void judge_by_older_consumer();
    [[nodiscard]] std::optional<BuildList> list_that_runs(std::vector<Capability> capabilities) const;
    /// The list that runs on the GPU that was named, where this one does not: this one with the GPU's capability, or
    /// that alone. Absent: no list of the release does, or none was named.
    [[nodiscard]] std::optional<BuildList> mended_list() const;
    /// Judges the driver, if one is asked for, for that GPU or for none.
    [[nodiscard]] std::optional<DriverAnswer> judge_driver_for(std::span<const Gpu> gpus) const;
    /// What that driver loads there; everything, if none is asked for.
    [[nodiscard]] DriverLoads loads_on(const Gpu& gpu) const;

    OwnedRequest question_;
    Resolution resolution_;
    words::ResolutionReport answer_;
    words::CoverageReport report_;
    std::optional<BuildList> of_older_;  ///< what an older version of the consumer builds, where none was named
    std::vector<Capability> named_;      ///< capabilities that the text names, as a request has them
    std::optional<DriverVersion> driver_version_;
};

/// What --format says where the text says it: the default.
inline constexpr std::string_view guessed_spelling = "auto";

/// The release that lists are held against. Throws BadInput.
[[nodiscard]] const Release& read_linted_release(const Context& context, const Texts& texts);

/// A list that was read and judged.
struct LintedList {
    LintAnswer answer;
    Listing listing;            ///< points into the question
    bool is_guessed = false;    ///< no spelling was named, and the likeliest is taken
    std::string consumer_note;  ///< what to say of the consumer that was named; empty: nothing
};

/// Throws BadInput.
[[nodiscard]] LintedList lint_list(const Context& context, const Texts& texts);

/// What is wrong with the lists that a file of a build sets, a line each: `NAME:LINE: error: ...`. The options are
/// those of `lint`; --format and --compiler leave out lists in other spellings, --consumer is for its own. Of a list
/// that other options nearby may add to only errors are said: what it lacks may stand there. `name`: as it may be
/// printed.
[[nodiscard]] Written lint_file(const Context& context, const Texts& texts, std::string_view name,
                                std::string_view file);

}  // namespace cudastdenv::asking

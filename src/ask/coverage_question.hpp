#pragma once

#include "ask/question.hpp"
#include "report/coverage.hpp"

#include <cudastdenv/coverage.hpp>
#include <cudastdenv/spell.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// A list, by capabilities or in a spelling, and a driver. Owns what its report points to, so it stays where it is.
class CoverageQuestion {
public:
    /// `gpu`: the one that is asked about, where it is one; it decides the platform. Throws BadInput and DataError.
    CoverageQuestion(const Context& context, const Texts& texts, std::optional<Capability> gpu = std::nullopt);
    CoverageQuestion(const CoverageQuestion&) = delete;
    CoverageQuestion& operator=(const CoverageQuestion&) = delete;

    [[nodiscard]] const Tables& tables() const noexcept { return question_.tables(); }

    /// Judges one GPU, by the number that is asked for; `gpu` is its name, or empty. The last of these two counts.
    void ask_for(Capability device, std::string_view gpu);
    void ask_for_all();
    [[nodiscard]] report::CoverageReport report() const;

private:
    void read_text(const Texts& texts);
    void check_text(const Spelling& spelling, std::string_view text, const Listing& listing) const;
    void read_driver_option(const Texts& texts);
    [[nodiscard]] std::optional<report::OlderConsumer> older_consumer() const;
    /// Judges the driver, if one is asked for, for that GPU or for none.
    [[nodiscard]] std::optional<DriverAnswer> judge_driver_for(std::span<const Gpu> gpus) const;
    /// What that driver loads there; everything, if none is asked for.
    [[nodiscard]] DriverLoads loads_on(const Gpu& gpu) const;

    Question question_;
    bool system_given_;
    Resolution resolution_;
    report::Answer answer_;
    std::string format_;
    std::optional<BuildList> of_older_;  ///< what an older version of the consumer builds, where none was named
    int older_until_ = 0;                ///< the last such version
    std::vector<Capability> named_;  ///< capabilities that the text names, as a request has them
    BuildList list_;
    std::string driver_requested_;
    std::optional<DriverVersion> driver_version_;
    std::optional<DriverAnswer> driver_;
    std::optional<Capability> device_requested_;
    std::string gpu_;
    std::vector<DeviceCoverage> devices_;
};

}  // namespace cudastdenv::asking

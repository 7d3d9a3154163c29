// SPDX-License-Identifier: MIT
#include "verify/verify.hpp"

#include "os/asking.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

namespace cudastdenv::verify {

namespace {

namespace fs = std::filesystem;

/// Workers that take one trial after the other.
class TrialRunner {
public:
    TrialRunner(const Plan& plan, const machine::Surroundings& surroundings, const Limits& limits,
                const Progress& progress)
        : plan_(plan),
          surroundings_(surroundings),
          limits_(limits),
          progress_(progress),
          outcomes_(plan.trials.size()) {}

    std::vector<BuildOutcome> work(std::size_t count) {
        std::vector<std::future<void>> workers;
        for (std::size_t i = 0; i < std::min(count, plan_.trials.size()); ++i)
            workers.push_back(std::async(machine::side_by_side, [this] { take_trials(); }));
        for (std::future<void>& worker : workers) worker.get();
        if (failure_) std::rethrow_exception(failure_);
        return std::move(outcomes_);
    }

private:
    void take_trials() {
        while (const std::optional<std::size_t> index = next()) {
            try {
                // Each trial has an outcome of its own, so nobody else touches it.
                outcomes_[*index] = outcome_of(plan_.trials[*index]);
                finished();
            } catch (...) {
                const std::lock_guard lock(mutex_);
                if (!failure_) failure_ = std::current_exception();
            }
        }
    }

    std::optional<std::size_t> next() {
        const std::lock_guard lock(mutex_);
        if (next_ == plan_.trials.size() || failure_) return std::nullopt;
        return next_++;
    }

    void finished() {
        const std::lock_guard lock(mutex_);
        ++done_;
        if (progress_) progress_(done_, plan_.trials.size());
    }

    [[nodiscard]] BuildOutcome outcome_of(const Trial& trial) const {
        if (const auto* build = std::get_if<BuildTrial>(&trial)) return try_build(*build, surroundings_, limits_);
        return {.build = try_capability(std::get<CapabilityTrial>(trial), surroundings_, limits_),
                .needs = std::nullopt,
                .on_gpu = std::nullopt};
    }

    const Plan& plan_;
    const machine::Surroundings& surroundings_;
    const Limits& limits_;
    const Progress& progress_;
    std::vector<BuildOutcome> outcomes_;
    std::mutex mutex_;
    std::size_t next_ = 0;
    std::size_t done_ = 0;
    std::exception_ptr failure_;
};

/// A program needs what its compiler's own libstdc++ has; where the loader would not find that by itself, its folder.
fs::path own_library_folder(const FoundCompiler& compiler) {
    if (compiler.libstdcxx.empty()) return {};
    const fs::path folder = compiler.libstdcxx.parent_path();
    std::error_code error;
    return fs::exists(folder / "libstdc++.so.6", error) ? folder : fs::path();
}

const Seen& part_of(const BuildOutcome& outcome, PlannedRow::Part part) {
    switch (part) {
        case PlannedRow::Part::build: return outcome.build;
        case PlannedRow::Part::needs: return outcome.needs ? *outcome.needs : outcome.build;
        case PlannedRow::Part::on_gpu: return outcome.on_gpu ? *outcome.on_gpu : outcome.build;
    }
    return outcome.build;
}

}  // namespace

std::vector<fs::path> own_library_folders(const Host& host) {
    std::vector<fs::path> found;
    for (const FoundCompiler& compiler : host.compilers) found.push_back(own_library_folder(compiler));
    return found;
}

std::vector<Row> carry_out(const Plan& plan, const machine::Surroundings& surroundings, const Limits& limits,
                           std::size_t jobs, const Progress& progress) {
    const std::vector<BuildOutcome> outcomes =
        TrialRunner(plan, surroundings, limits, progress).work(std::max<std::size_t>(jobs, 1));
    std::vector<Row> rows;
    for (const PlannedRow& planned : plan.rows) {
        rows.push_back(planned.row);
        if (planned.trial) rows.back().seen = part_of(outcomes[*planned.trial], planned.part);
    }
    return rows;
}

}  // namespace cudastdenv::verify

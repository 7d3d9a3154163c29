// SPDX-License-Identifier: MIT
// Whether the parts that a log names work together, by the rules of `compat`, `gpu` and `explain`: the output of
// nvidia-smi, of PyTorch's collect_env, of `nvcc --version` and a compiler's.
#include "core/lists.hpp"
#include "messages/coverage.hpp"
#include "messages/diagnosis.hpp"
#include "messages/diagnostics.hpp"
#include "messages/drivers.hpp"
#include "messages/phrases.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv::messages {

namespace {

using diagnose::Knowledge;
using Verdict = HealthVerdict;

/// Compares the parts in pairs.
class HealthCheck {
public:
    HealthCheck(const Tables& tables, const Knowledge& known)
        : tables_(tables), known_(known), system_(plain_request(newest_release(tables)->version, known.system).system) {
        if (known.facts.torch_cuda)
            torch_ = find_release(tables,
                                  {known.facts.torch_cuda->value.major, known.facts.torch_cuda->value.minor, -1});
        if (!known.releases.empty()) toolkit_ = known.releases.back();
    }

    [[nodiscard]] std::optional<DiagnoseAnswer::Health> result() {
        if (torch_) check_release(*torch_);
        if (toolkit_ && toolkit_ != torch_) check_release(*toolkit_);
        for (const Gpu& gpu : known_.gpus()) check_gpu(gpu);
        if (toolkit_) check_compiler();
        if (checks_.empty()) return std::nullopt;
        // The worst one decides; they are in the order of the verdicts.
        const auto verdict_of = [](const Check& check) { return check.verdict; };
        std::ranges::stable_sort(checks_, {}, verdict_of);
        DiagnoseAnswer::Health health{.verdict = checks_.front().verdict};
        for (Check& check : checks_) health.checks.push_back(std::move(check.sentence));
        health.headline = headline(health);
        if (torch_ && !known_.facts.gpus.empty())
            health.checks.push_back(sentence({"wheel-list-unknown", {{"gpu", format_gpu(known_.gpus().front())}}}));
        return health;
    }

private:
    struct Check {
        Verdict verdict;
        Sentence sentence;
    };

    void check_release(const Release& release) {
        if (!known_.driver) return;
        const DriverAnswer answer = judge_driver(tables_, plain_request(release.version, known_.system),
                                                 *known_.driver);
        const std::optional<bool> does_run = runs(answer);
        Verdict verdict = !does_run ? Verdict::unknown : *does_run ? Verdict::yes : Verdict::no;
        // A wheel's machine code does not need the compilation of PTX.
        const bool needs_ptx = &release != torch_ && answer.ptx && answer.ptx_loads == false;
        if (verdict == Verdict::yes && needs_ptx) verdict = Verdict::partly;
        checks_.push_back({verdict, sentence({"driver-verdict",
                                              {{"driver", known_.facts.driver->value},
                                               {"release", release.version},
                                               {"verdict", format_driver(answer)}}})});
    }

    void check_gpu(const Gpu& gpu) {
        if (known_.driver) {
            const GpuKnowledge knowledge = judge_gpu(tables_, system_, *known_.driver, gpu);
            const Verdict verdict = !knowledge.known ? Verdict::unknown : *knowledge.known ? Verdict::yes : Verdict::no;
            checks_.push_back({verdict, messages::describe(knowledge)});
        }
        const CapabilityRow* row = find_capability(tables_, gpu.capability);
        for (const Release* release : {torch_, toolkit_ == torch_ ? nullptr : toolkit_}) {
            if (!row || !release) continue;
            const bool is_built = row->nvcc.takes_in(release->version);
            const bool is_later = is_before(release->version, row->nvcc.first);
            // PTX of an older GPU runs on a newer one.
            const Verdict verdict = is_built ? Verdict::yes : is_later ? Verdict::partly : Verdict::no;
            const std::string_view id = is_built   ? "capability-built"
                                        : is_later ? "capability-releases-later"
                                                   : "capability-releases-ended";
            checks_.push_back({verdict, sentence({id,
                                                  {{"gpu", format_gpu(gpu)},
                                                   {"in", format_releases(*row)},
                                                   {"cuda", format_release(release->version)}},
                                                  row->nvcc.sources})});
        }
    }

    void check_compiler() {
        const std::optional<Compiler> host = known_.host();
        if (!host) return;
        const HostCompilerRange range = host_compiler_range(tables_, toolkit_->version, host->family, Policy::enforced,
                                                            false);
        const bool is_refused = nvcc_refuses(tables_, toolkit_->version, *host);
        checks_.push_back(
            {is_refused ? Verdict::no : Verdict::yes, sentence({is_refused ? "compiler-misfit" : "compiler-accepted",
                                                                {{"compiler", *host},
                                                                 {"cuda", format_release(toolkit_->version)},
                                                                 {"range", format_range(host->family, range)}},
                                                                range.max.sources})});
    }

    [[nodiscard]] std::string headline(const DiagnoseAnswer::Health& health) const {
        if (health.verdict != Verdict::yes) return health.checks.front().text;
        std::vector<std::string> parts;
        if (torch_) parts.push_back(fmt::format("PyTorch with {}", format_release(minor_of(torch_->version))));
        if (toolkit_ && toolkit_ != torch_) parts.push_back(format_release(toolkit_->version));
        if (const std::optional<Compiler> host = known_.host(); host && toolkit_) parts.push_back(to_string(*host));
        if (known_.driver) parts.push_back("driver " + known_.facts.driver->value);
        for (const Gpu& gpu : known_.gpus()) parts.push_back(format_gpu(gpu));
        const std::string last = parts.back();
        parts.pop_back();
        return parts.empty() ? last : fmt::format("{} and {} work together", joined(parts), last);
    }

    const Tables& tables_;
    const Knowledge& known_;
    std::string_view system_;
    const Release* torch_ = nullptr;    // of PyTorch's CUDA
    const Release* toolkit_ = nullptr;  // the newest possible
    std::vector<Check> checks_;
};

}  // namespace

std::optional<DiagnoseAnswer::Health> health_of(const Tables& tables, const Knowledge& known) {
    return HealthCheck(tables, known).result();
}

}  // namespace cudastdenv::messages

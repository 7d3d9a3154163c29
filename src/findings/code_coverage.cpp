// SPDX-License-Identifier: MIT
#include "findings/code_coverage.hpp"

#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

void add_to(BuildList& list, std::optional<Version>& newest, const GpuCodeKind& code) {
    if (code.form == GpuCodeForm::machine_code) list.real.push_back(code.capability);
    if (code.form != GpuCodeForm::ptx) return;
    list.ptx.push_back(code.capability);
    newest = std::max(newest, code.ptx_version);
}

/// The first release that writes PTX of that ISA version.
std::optional<Version> release_of_ptx(const Tables& tables, Version ptx) {
    const PtxVersionRow* row = find_in(tables.ptx_versions, true,
                                       [&](const PtxVersionRow& each) { return each.ptx >= ptx; });
    return row && find_release(tables, row->release) ? std::optional(row->release) : std::nullopt;
}

/// nvcc links device code into one fat binary of a program, without PTX.
void mark_linked(std::vector<FatbinCoverage>& fatbins) {
    for (FatbinCoverage& fatbin : fatbins)
        fatbin.is_linked = fatbin.count == 1 && fatbin.list.ptx.empty() &&
                           std::ranges::any_of(fatbins, [&](const FatbinCoverage& other) {
                               return !other.list.ptx.empty() && other.list.real == fatbin.list.real;
                           });
}

class CodeJudge {
public:
    CodeJudge(const Tables& tables, const CoverageQuestion& question, const CodeCoverage& code)
        : tables_(tables), question_(question), release_(question.release ? question.release : code.release) {
        system_ = question.system.value_or(host_system(tables, question.gpus));
        if (system_.empty()) system_ = Request{}.system;
        for (const Gpu& gpu : question.gpus) {
            AskedGpu asked{gpu, number_in(tables, gpu.capability, release_, code.list), {}};
            if (question.driver && release_)
                asked.driver = judge_driver(tables, *release_, system_, *question.driver, gpu);
            gpus_.push_back(std::move(asked));
        }
    }

    void judge(FatbinCoverage& fatbin) const {
        for (const AskedGpu& asked : gpus_)
            fatbin.devices.push_back(cover_device(tables_, fatbin.list, asked.number, loads(asked, fatbin)));
    }

private:
    struct AskedGpu {
        Gpu gpu;
        Capability number;                   ///< its number in the release
        std::optional<DriverAnswer> driver;  ///< absent: no driver, or an unknown release
    };

    DriverLoads loads(const AskedGpu& asked, const FatbinCoverage& fatbin) const {
        if (!question_.driver) return {.jetpack = !release_ || !jetpack_obstacle(tables_, {}, asked.gpu, *release_)};
        DriverLoads loads;
        if (asked.driver) loads = loads_of(*asked.driver);
        else loads.gpu = judge_gpu(tables_, system_, *question_.driver, asked.gpu).known;
        // A compatibility package and a JetPack bring the compiler of their release.
        const bool is_drivers_own = !asked.driver || asked.driver->support == DriverSupport::native ||
                                    asked.driver->support == DriverSupport::minor_version;
        if (fatbin.ptx_version && is_drivers_own && !is_jetson(tables_, asked.gpu.capability))
            loads.ptx = compiles_ptx(tables_, *question_.driver, *fatbin.ptx_version);
        return loads;
    }

    const Tables& tables_;
    const CoverageQuestion& question_;
    std::optional<Version> release_;
    std::string_view system_;
    std::vector<AskedGpu> gpus_;
};

}  // namespace

std::optional<bool> FatbinCoverage::runs() const { return runs_on_all(devices); }

const DeviceCoverage* FatbinCoverage::deciding() const { return cudastdenv::deciding(devices); }

bool FatbinCoverage::is_specific() const {
    const auto is_baseline = [](Capability code) { return code.kind == Capability::Kind::baseline; };
    return std::ranges::none_of(list.real, is_baseline) && std::ranges::none_of(list.ptx, is_baseline);
}

bool CodeCoverage::counts(const FatbinCoverage& fatbin) const {
    return !fatbin.is_linked && !(has_general && fatbin.is_specific());
}

HealthVerdict CodeCoverage::verdict() const {
    if (fatbins.empty()) return HealthVerdict::yes;
    bool one_runs = false, one_fails = false, one_is_unknown = false;
    for (const FatbinCoverage& fatbin : fatbins) {
        const std::optional<bool> runs = fatbin.runs();
        one_runs = one_runs || runs == true;
        one_fails = one_fails || (counts(fatbin) && runs == false);
        one_is_unknown = one_is_unknown || (counts(fatbin) && !runs);
    }
    if (one_runs && one_fails) return HealthVerdict::partly;
    if (one_is_unknown) return HealthVerdict::unknown;
    return one_runs ? HealthVerdict::yes : HealthVerdict::no;
}

const FatbinCoverage* CodeCoverage::first_that(std::optional<bool> runs) const {
    const FatbinCoverage* other = nullptr;
    for (const FatbinCoverage& fatbin : fatbins) {
        if (fatbin.runs() != runs) continue;
        if (counts(fatbin)) return &fatbin;
        if (!other) other = &fatbin;
    }
    return other;
}

CodeCoverage cover_code(const Tables& tables, const GpuCode& code, const CoverageQuestion& question) {
    CodeCoverage coverage;
    for (const auto& [kinds, count] : code.fatbins) {
        FatbinCoverage fatbin{.list = {}, .count = count};
        for (const GpuCodeKind& kind : kinds) {
            add_to(fatbin.list, fatbin.ptx_version, kind);
            add_to(coverage.list, coverage.ptx_version, kind);
        }
        for (BuildList* list : {&fatbin.list, &coverage.list}) {
            sort_unique(list->real);
            sort_unique(list->ptx);
        }
        coverage.fatbins.push_back(std::move(fatbin));
    }
    mark_linked(coverage.fatbins);
    coverage.has_general = !std::ranges::all_of(coverage.fatbins, &FatbinCoverage::is_specific);
    std::ranges::stable_sort(coverage.fatbins, std::ranges::greater(), &FatbinCoverage::count);
    if (coverage.ptx_version) coverage.release = release_of_ptx(tables, *coverage.ptx_version);
    const CodeJudge judge(tables, question, coverage);
    for (FatbinCoverage& fatbin : coverage.fatbins) judge.judge(fatbin);
    return coverage;
}

}  // namespace cudastdenv

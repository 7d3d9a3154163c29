// SPDX-License-Identifier: MIT
#include "findings/verify_outcome.hpp"

#include "findings/elf.hpp"

namespace cudastdenv::verify {

namespace {

template <class T>
bool is(const Seen& seen) {
    return std::holds_alternative<T>(seen);
}

/// Whether `needed` is not newer than `limit`; both begin with `prefix`, or are empty.
bool reaches(const std::string& needed, const std::string& limit, const std::string& prefix) {
    return needed.empty() || limit.empty() || newest_version({needed, limit}, prefix) == limit;
}

/// Whether nvcc names the bound that the tables have.
bool names_bound(const Refused& refused, int newest) { return !refused.newest || *refused.newest == newest; }

struct Agrees {
    const Seen& seen;

    bool operator()(const Works&) const { return is<Works>(seen); }
    bool operator()(const TooOld&) const { return is<Refused>(seen); }
    bool operator()(const TooNew& reason) const {
        return is<Refused>(seen) && names_bound(std::get<Refused>(seen), reason.max.major);
    }
    bool operator()(const KnownBroken&) const { return fails_to_build(); }
    bool operator()(const HeadersTooNew&) const { return fails_to_build(); }
    bool operator()(const NoHeaders&) const { return fails_to_build(); }
    bool operator()(const Taken&) const { return is<Taken>(seen); }
    bool operator()(const NotTaken&) const { return is<NotTaken>(seen); }
    bool operator()(const NeedsAtMost& limit) const {
        return is<Needs>(seen) && fits(std::get<Needs>(seen).versions, limit.versions);
    }
    bool operator()(const RunsBy&) const { return is<Works>(seen); }
    bool operator()(const NoCodeRuns&) const { return is<Failed>(seen) && std::get<Failed>(seen).step == Step::run; }
    bool operator()(const ToolkitIncomplete&) const { return fails_to_build(); }
    bool operator()(const NotPredicted&) const { return true; }

private:
    /// An end by the time limit is no answer of the compiler's.
    [[nodiscard]] bool fails_to_build() const { return is<Failed>(seen) && std::get<Failed>(seen).step != Step::run; }
};

}  // namespace

bool fits(const SymbolVersions& needed, const SymbolVersions& limit) {
    return reaches(needed.glibcxx, limit.glibcxx, "GLIBCXX_") && reaches(needed.cxxabi, limit.cxxabi, "CXXABI_") &&
           reaches(needed.glibc, limit.glibc, "GLIBC_");
}

Verdict compare(const Prediction& prediction, const Seen& seen) {
    if (is<NotRun>(seen)) return Verdict::not_run;
    return std::visit(Agrees{seen}, prediction) ? Verdict::as_predicted : Verdict::different;
}

std::string_view to_string(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::as_predicted: return "as-predicted";
        case Verdict::different: return "different";
        case Verdict::not_run: return "not-run";
    }
    return "";
}

}  // namespace cudastdenv::verify

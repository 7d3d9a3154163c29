// SPDX-License-Identifier: MIT
#include "builtin.hpp"
#include "messages/resolution.hpp"
#include "slow_rule.hpp"
#include "sweep.hpp"

#include <functional>
#include <set>

namespace cudastdenv::laws {

namespace {

using Family = Compiler::Family;

std::set<Compiler> candidates_of(const Request& request) {
    std::set<Compiler> candidates(request.available.begin(), request.available.end());
    candidates.insert(request.stdenv.compiler);
    return candidates;
}

Fate fate_of(const Diagnostic& reason) {
    static const std::map<std::string_view, Fate> fates{{"known-broken", Fate::known_broken},
                                                        {"nothing-shipped", Fate::system_not_shipped},
                                                        {"platform-not-yet", Fate::system_not_shipped},
                                                        {"platform-ended", Fate::system_not_shipped},
                                                        {"platform-without", Fate::system_not_shipped},
                                                        {"too-old", Fate::too_old},
                                                        {"too-old-as-before", Fate::too_old},
                                                        {"too-new", Fate::too_new},
                                                        {"newer-libstdcxx", Fate::newer_libstdcxx},
                                                        {"headers-too-new", Fate::headers_too_new},
                                                        {"headers-none", Fate::headers_too_new},
                                                        {"other-family", Fate::other_family},
                                                        {"superseded", Fate::superseded},
                                                        {"system-not-covered", Fate::system_not_covered},
                                                        {"standard-not-taken", Fate::standard_not_taken},
                                                        {"compiler-lacks-standard", Fate::standard_not_taken}};
    return fates.at(reason.id);
}

/// The preferred compiler; empty: it is rejected for another reason.
std::string superseder(const Diagnostic& reason) { return reason.id == "superseded" ? argument_of(reason, "by") : ""; }

/// The advisory that breaks it; nullptr: it is rejected for another reason.
const AdvisoryRow* breaker(const Diagnostic& reason) {
    return reason.id == "known-broken" ? find_by_id(tables.advisories, argument_of(reason, "advisory")) : nullptr;
}

bool same_reason(const Diagnostic& left, const Diagnostic& right) {
    return fate_of(left) == fate_of(right) && breaker(left) == breaker(right) && superseder(left) == superseder(right);
}

bool same_rejections(std::span<const Rejection> left, std::span<const Rejection> right) {
    return std::ranges::equal(left, right, [](const Rejection& a, const Rejection& b) {
        return a.compiler == b.compiler && same_reason(a.reason, b.reason);
    });
}

bool same_host(const Resolution& left, const Resolution& right) {
    if (!left.host || !right.host) return left.host.has_value() == right.host.has_value();
    return left.host->compiler == right.host->compiler && left.host->uses_stdenv == right.host->uses_stdenv &&
           left.host->headers == right.host->headers && left.host->headers_inferred == right.host->headers_inferred;
}

/// The laws for single requests.
class EachRequest {
public:
    void check(const Tables& tables, const Request& request, const std::map<Compiler, Judged>& judged) {
        const Resolution resolution = resolve(tables, request);
        check_slow_rule(request, resolution, judged);
        check_exactly_once(request, resolution);
        check_advisories(tables, request, resolution);
        same_pick_.expect(pick_host_compiler(tables, request) == chosen(resolution), request);
        if (!resolution.host) return;
        check_inferred(tables, request, resolution);
        const HostCompiler& host = *resolution.host;
        own_.expect(host.uses_stdenv == (host.compiler == request.stdenv.compiler), request);
        if (request.nixpkgs_exact || resolution.redist == unsupported_redist) return;
        const HostCompilerRow* row = find_host_compilers(tables, host.compiler.family, request.cuda);
        if (row->enforced)
            enforced_.expect(MajorRange{row->enforced->min, row->enforced->max}.contains(host.compiler.major), request);
        not_newer_.expect(host.headers && (request.stdenv.nonshared || *host.headers <= request.stdenv.libstdcxx),
                          request);
        if (host.compiler.family == Family::gcc) not_newer_.expect(host.headers == host.compiler.major, request);
    }

private:
    void check_inferred(const Tables& tables, const Request& request, const Resolution& resolution) {
        const HostCompiler& host = *resolution.host;
        bool was_tried = false;
        for (const PairHeadersRow& row : tables.pair_headers)
            if (resolution.release->nvcc == to_string(row.nvcc) && row.compiler == host.compiler &&
                row.standard == resolution.standard)
                for (const int headers : row.works) was_tried = was_tried || headers == host.headers;
        inferred_.expect(host.headers_inferred == (host.headers && !was_tried), request);
    }

    void check_slow_rule(const Request& request, const Resolution& resolution,
                         const std::map<Compiler, Judged>& judged) {
        const std::optional<Compiler> expected = choose(judged, request.stdenv.compiler, request.available);
        slow_choice_.expect(chosen(resolution) == expected, request,
                            expected ? "should be " + to_string(*expected) : "should be none");
        if (resolution.host)
            slow_headers_.expect(resolution.host->headers == judged.at(resolution.host->compiler).headers, request);
        for (const Rejection& rejection : resolution.rejected) {
            const Fate fate = judged.at(rejection.compiler).fate;
            const Fate reason = fate_of(rejection.reason);
            slow_reasons_.expect(reason == (fate == Fate::usable ? Fate::superseded : fate), request,
                                 to_string(rejection.compiler));
        }
    }

    void check_advisories(const Tables& tables, const Request& request, const Resolution& resolution) {
        const auto headers = resolution.host ? resolution.host->headers : std::nullopt;
        std::set<std::string_view> expected;
        std::string_view breaking;
        if (!is_unchecked(tables, request) && fate_on_system(tables, request) == Fate::usable)
            for (const AdvisoryRow& row : tables.advisories) {
                const bool holds = applies(tables, row, request, chosen(resolution), headers);
                if (holds || concerns_stdenv(tables, row, request)) expected.insert(row.id);
                if (holds && row.severity == AdvisoryRow::Severity::broken && breaking.empty()) breaking = row.id;
            }
        broken_by_.expect(resolution.broken_by ? resolution.broken_by->id == breaking : breaking.empty(), request);
        std::set<std::string_view> found;
        for (const AdvisoryRow* row : resolution.advisories) {
            found.insert(row->id);
            const bool breaks = row->severity == AdvisoryRow::Severity::broken && !request.nixpkgs_exact &&
                                !concerns_stdenv(tables, *row, request);
            const bool of_a_compiler = row->when.compiler || row->when.libstdcxx_headers;
            has_a_way_out_.expect(!breaks || (!of_a_compiler && row->workaround), request, row->id);
        }
        advisories_.expect(found == expected && found.size() == resolution.advisories.size(), request);
        worst_first_.expect(std::ranges::is_sorted(resolution.advisories, {}, &AdvisoryRow::severity), request);
    }

    void check_exactly_once(const Request& request, const Resolution& resolution) {
        std::multiset<Compiler> answered;
        if (resolution.host) answered.insert(resolution.host->compiler);
        for (const Rejection& rejection : resolution.rejected) answered.insert(rejection.compiler);
        once_.expect(std::ranges::equal(answered, candidates_of(request)), request);
        for (const Rejection& rejection : resolution.rejected) {
            const std::string by = superseder(rejection.reason);
            if (by.empty()) continue;
            by_the_chosen_.expect(resolution.host && by == to_string(resolution.host->compiler), request);
            stdenv_first_.expect(rejection.compiler != request.stdenv.compiler, request);
        }
    }

    Law slow_choice_{"the choice equals the slow rule's"};
    Law slow_headers_{"the headers equal the slow rule's"};
    Law inferred_{"headers are measured exactly if a row says so"};
    Law slow_reasons_{"each reason equals the slow rule's"};
    Law once_{"each candidate is chosen or rejected exactly once"};
    Law by_the_chosen_{"only the chosen compiler supersedes others"};
    Law stdenv_first_{"a usable stdenv compiler is always chosen"};
    Law same_pick_{"picking and resolving choose the same compiler"};
    Law advisories_{"the answer has each applicable advisory once"};
    Law broken_by_{"the first breaking advisory breaks the answer"};
    Law worst_first_{"the worst advisory comes first"};
    Law has_a_way_out_{"a chosen compiler is never known to be broken"};
    Law own_{"usesStdenv is set exactly for the stdenv's compiler"};
    Law enforced_{"no policy exceeds the enforced range"};
    Law not_newer_{"compiled code never needs a newer libstdc++ than the stdenv's"};
};

/// Each combination of inputs of the slow rule, judged once; then each stdenv and set of available compilers.
struct Sweep {
    std::vector<std::string_view> systems{"x86_64-linux"};
    std::vector<std::optional<Version>> glibcs{std::nullopt};
    std::vector<std::vector<int>> headers{{}};
    std::vector<Policy> policies{laws::policies.begin(), laws::policies.end()};
    std::vector<bool> exact{false, true};
    std::vector<int> libraries{laws::libraries.begin(), laws::libraries.end()};
    std::vector<bool> nonshared{false};

    /// A request for each combination except stdenv and available compilers.
    std::vector<Request> judgements(const Tables& tables) const {
        std::vector<Request> requests(1);
        const auto vary = [&](const auto& values, const auto& set) {
            std::vector<Request> varied;
            for (const Request& request : requests)
                for (const auto& value : values) set(varied.emplace_back(request), value);
            requests = std::move(varied);
        };
        constexpr std::array families{Family::gcc, Family::clang};
        vary(tables.releases, [](Request& request, const Release& release) { request.cuda = release.version; });
        vary(systems, [&](Request& request, std::string_view system) {
            request.system = system;
            request.any_system = !knows_system(tables, system);
        });
        vary(glibcs, [](Request& request, const std::optional<Version>& glibc) { request.stdenv.glibc = glibc; });
        vary(headers, [](Request& request, const std::vector<int>& offered) { request.libstdcxx_headers = offered; });
        vary(policies, [](Request& request, Policy policy) { request.policy = policy; });
        vary(exact, [](Request& request, bool is_exact) { request.nixpkgs_exact = is_exact; });
        vary(libraries, [](Request& request, int library) { request.stdenv.libstdcxx = library; });
        vary(nonshared, [](Request& request, bool is_static) { request.stdenv.nonshared = is_static; });
        vary(standards, [](Request& request, std::optional<CxxStandard> standard) { request.standard = standard; });
        vary(families, [](Request& request, Family family) { request.stdenv.compiler = {family, 1}; });
        return requests;
    }
};

void check_each_request(const Sweep& sweep) {
    EachRequest laws;
    for (const Request& combination : sampled<499, 23>(sweep.judgements(tables))) {
        const auto judged = judge_all(tables, combination);
        Request request = combination;
        for (const Compiler stdenv : stdenvs()) {
            if (stdenv.family != combination.stdenv.compiler.family) continue;
            request.stdenv.compiler = stdenv;
            for (const auto& available : available_sets()) {
                request.available = available;
                laws.check(tables, request, judged);
            }
        }
    }
}

/// Visits a smaller number of requests, with every kind among them.
void for_each_sample(const Tables& tables, const std::function<void(const Request&)>& visit) {
    Sweep sweep;
    sweep.libraries = {11, 13, 14, 16};
    sweep.policies = {Policy::nixpkgs, Policy::enforced};
    for (const Request& combination : sampled<1009, 17>(sweep.judgements(tables))) {
        const Release* newest = find_release(tables, {combination.cuda.major, combination.cuda.minor});
        if (newest->version != combination.cuda) continue;
        Request request = combination;
        for (const Compiler stdenv : stdenvs()) {
            if (stdenv.family != combination.stdenv.compiler.family || stdenv.major % 3 != 0) continue;
            request.stdenv.compiler = stdenv;
            for (const auto& available : available_sets()) {
                request.available = available;
                visit(request);
            }
        }
    }
}

}  // namespace

TEST_CASE("each request on x86_64-linux with each libstdc++") { check_each_request({}); }

TEST_CASE("each request on other systems") {
    Sweep sweep;
    sweep.systems = {"aarch64-linux", "aarch64-darwin", "powerpc64le-linux", "x86_64-windows", "plan9"};
    sweep.policies = {Policy::nixpkgs, Policy::enforced};
    sweep.exact = {false};
    sweep.libraries = {14};
    check_each_request(sweep);
}

TEST_CASE("each request with a known glibc") {
    Sweep sweep;
    sweep.systems = {"x86_64-linux", "aarch64-linux"};
    sweep.glibcs = {"2.31"_version, "2.36"_version, "2.42"_version};
    sweep.policies = {Policy::enforced};
    sweep.exact = {false};
    sweep.libraries = {11, 15};
    check_each_request(sweep);
}

TEST_CASE("each request with an old, statically completed libstdc++") {
    Sweep sweep;
    sweep.nonshared = {true};
    sweep.policies = {Policy::nixpkgs};
    sweep.libraries = {4, 8, 11};
    check_each_request(sweep);
}

TEST_CASE("each request with few headers for a Clang") {
    Sweep sweep;
    sweep.headers = {{10}, {15, 12, 15}, {16}, {17, 20}};
    sweep.policies = {Policy::nixpkgs};
    sweep.exact = {false};
    sweep.libraries = {11, 16};
    check_each_request(sweep);
}

TEST_CASE("a compiler that lacks a standard lacks each newer one") {
    Law rising("a newer standard is not accepted where an older one is not");
    constexpr std::array standards{CxxStandard::cxx11, CxxStandard::cxx14, CxxStandard::cxx17, CxxStandard::cxx20,
                                   CxxStandard::cxx23};
    for (const Release& release : tables.releases)
        for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
            for (int major = 3; major < 24; ++major) {
                Request request;
                request.cuda = release.version;
                request.stdenv.compiler = {family, major};
                bool is_lacking = false;
                for (const CxxStandard standard : standards) {
                    const bool lacks =
                        standard_obstacle(tables, release.version, {family, major}, standard).has_value();
                    rising.expect(lacks || !is_lacking, request);
                    is_lacking = lacks;
                }
                const int oldest = family == Compiler::Family::gcc ? 11 : 17;
                rising.expect(is_lacking || major >= oldest, request);
            }
}

TEST_CASE("a newer libstdc++ never makes the choice older") {
    // One exception exists, which no row needs today. If a `broken` advisory begins to apply with a library in between
    // (`when.libstdcxxLibrary.min`), it rejects the former choice.
    Law monotone("the choice never gets older with a newer libstdc++");
    Law headers("a Clang's headers never get older with a newer libstdc++");
    std::uint64_t exceptions = 0;
    Sweep sweep;
    sweep.libraries = {10};
    sweep.exact = {false};
    sweep.policies = {Policy::nixpkgs, Policy::enforced};
    sweep.headers = {{}, {13, 15}};
    for (const Request& combination : sampled<1009, 17>(sweep.judgements(tables))) {
        Request request = combination;
        for (const Compiler stdenv : stdenvs()) {
            if (stdenv.family != combination.stdenv.compiler.family) continue;
            request.stdenv.compiler = stdenv;
            for (const auto& available : available_sets()) {
                request.available = available;
                request.stdenv.libstdcxx = 10;
                Resolution former = resolve(tables, request);
                for (int library = 11; library <= 16; ++library) {
                    request.stdenv.libstdcxx = library;
                    Resolution found = resolve(tables, request);
                    const auto before = chosen(former);
                    const auto after = chosen(found);
                    if (before && before != after && reason_for("known-broken", found, *before)) {
                        const auto& when = breaker(*reason_for("known-broken", found, *before))->when.libstdcxx_library;
                        monotone.expect(when && when->min == library, request, "an advisory without a reason");
                        ++exceptions;
                    } else {
                        monotone.expect(!before || (after && after->major >= before->major), request);
                    }
                    if (before && before == after) headers.expect(found.host->headers >= former.host->headers, request);
                    former = std::move(found);
                }
            }
        }
    }
    MESSAGE("explained by an advisory: ", exceptions);
}

TEST_CASE("resolving twice gives the same answer") {
    Law twice("the answer depends only on the request");
    for_each_sample(tables, [&](const Request& request) {
        const Resolution first = resolve(tables, request);
        const Resolution second = resolve(tables, request);
        twice.expect(same_host(first, second) && same_rejections(first.rejected, second.rejected) &&
                         first.release == second.release && first.redist == second.redist &&
                         first.supported == second.supported && first.defaults == second.defaults &&
                         first.resolved == second.resolved && first.ptx == second.ptx &&
                         first.jetson == second.jetson && first.advisories == second.advisories &&
                         std::ranges::equal(first.notes, second.notes,
                                            [](const Diagnostic& a, const Diagnostic& b) { return a.id == b.id; }),
                     request);
    });
}

namespace {

/// One of the versions that advisories name, for each compiler.
std::vector<CompilerVersion> versions_that_matter(const Tables& tables) {
    std::vector<CompilerVersion> versions;
    for (const AdvisoryRow& row : tables.advisories)
        for (const VersionRange& range : row.when.compiler_versions)
            versions.push_back({{row.when.family.value_or(Family::gcc), range.min->major}, *range.min});
    return versions;
}

}  // namespace

TEST_CASE("each advisory is shown somewhere without --nixpkgs-exact") {
    std::set<std::string_view> shown;
    Sweep sweep;
    sweep.systems = {"x86_64-linux", "aarch64-linux"};
    sweep.glibcs = {std::nullopt, "2.17"_version, "2.40"_version, "2.44"_version};
    sweep.policies = {Policy::nixpkgs};
    sweep.exact = {false};
    sweep.libraries = {13, 16};
    std::vector<Compiler> known = known_compilers(tables);
    const std::vector<CompilerVersion> versions = versions_that_matter(tables);
    for (Request request : sampled<1009>(sweep.judgements(tables))) {
        request.available = known;
        request.compiler_versions = versions;
        for (const CxxStandard standard : {CxxStandard::cxx17, CxxStandard::cxx20, CxxStandard::cxx23}) {
            request.standard = standard;
            for (const Compiler stdenv : stdenvs()) {
                if (stdenv.family != request.stdenv.compiler.family) continue;
                request.stdenv.compiler = stdenv;
                const Resolution resolution = resolve(tables, request);
                for (const AdvisoryRow* row : resolution.advisories) shown.insert(row->id);
                for (const Rejection& rejection : resolution.rejected) {
                    if (const AdvisoryRow* row = breaker(rejection.reason)) shown.insert(row->id);
                    for (const AdvisoryRow* row : rejection.hidden) shown.insert(row->id);
                }
            }
        }
    }
    if (!tries_every_case()) return;
    for (const AdvisoryRow& row : tables.advisories) CHECK_MESSAGE(shown.contains(row.id), std::string(row.id));
}

TEST_CASE("a rejection hides exactly its compiler's other advisories") {
    Law hidden("a hidden advisory applies but is not the reason");
    Law all_hidden("each advisory that breaks a GCC is reported");
    for_each_sample(tables, [&](const Request& request) {
        const Resolution resolution = resolve(tables, request);
        for (const Rejection& rejection : resolution.rejected) {
            for (const AdvisoryRow* row : rejection.hidden) {
                hidden.expect(breaker(rejection.reason) != row, request, row->id);
                hidden.expect(!row->when.compiler || row->when.compiler->contains(rejection.compiler.major), request,
                              row->id);
            }
            const Fate fate = fate_of(rejection.reason);
            const bool judged = fate == Fate::too_new || fate == Fate::too_old || fate == Fate::newer_libstdcxx;
            if (!judged || rejection.compiler.family != Family::gcc) continue;
            for (const AdvisoryRow& row : tables.advisories) {
                if (row.severity != AdvisoryRow::Severity::broken || !row.when.compiler) continue;
                if (!applies(tables, row, request, rejection.compiler, rejection.compiler.major)) continue;
                all_hidden.expect(std::ranges::find(rejection.hidden, &row) != rejection.hidden.end(), request, row.id);
            }
        }
    });
}

TEST_CASE("nvcc's check is disabled only if it rejects the compiler") {
    Law refuses("the check rejects only compilers outside the enforced range");
    Law hidden_notes("an accepted compiler hides advisories without disabling the check");
    for (const Release& release : sampled<7>(tables.releases))
        for (const Policy policy : laws::policies)
            for (const Compiler stdenv : {Compiler{Family::gcc, 15}, Compiler{Family::clang, 20}}) {
                Request request;
                request.cuda = release.version;
                request.policy = policy;
                request.stdenv = {.compiler = stdenv, .libstdcxx = 16, .glibc = {}, .fixed_advisories = {}};
                request.available = available_sets()[1];
                const Resolution resolution = resolve(tables, request);
                for (const Rejection& rejection : resolution.rejected) {
                    const HostCompilerRow* row = find_host_compilers(tables, rejection.compiler.family,
                                                                     release.version);
                    const bool lets_pass =
                        !row || !row->enforced ||
                        MajorRange{row->enforced->min, row->enforced->max}.contains(rejection.compiler.major);
                    const std::string name = to_string(rejection.compiler);
                    refuses.expect(rejection.check_refuses != lets_pass, request, name);
                    for (const std::string& hidden : messages::format_hidden(rejection))
                        hidden_notes.expect(!lets_pass || !hidden.starts_with("with nvcc's check switched off"),
                                            request, name);
                }
                for (const auto run : messages::rejection_runs(resolution.rejected))
                    for (const Rejection& rejection : run)
                        hidden_notes.expect(run.front().hidden.empty() ||
                                                rejection.check_refuses == run.front().check_refuses,
                                            request, to_string(rejection.compiler));
            }
}

}  // namespace cudastdenv::laws

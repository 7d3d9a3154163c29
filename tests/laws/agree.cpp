// SPDX-License-Identifier: MIT
/// A query has the same answer in every part of the library. resolve() agrees with explain about a compiler, with the
/// reverse query about the release, with the output of `nix checks`, and with the predictions of `verify`.

#include "builtin.hpp"
#include "sweep.hpp"

#include "core/versions.hpp"
#include "findings/verify.hpp"
#include "messages/diagnosis.hpp"
#include "messages/diagnostics.hpp"
#include "nix/writers.hpp"
#include "resolve/drivers.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/jetpacks.hpp"
#include "resolve/releases.hpp"
#include "spelling/lint.hpp"

#include <map>
#include <string>
#include <utility>

namespace cudastdenv::laws {

namespace {

using Family = Compiler::Family;
using namespace verify;

/// A stdenv named by an environment, by a compiler, or not at all (assumed).
struct Named {
    const EnvironmentRow* environment = nullptr;
    std::optional<Compiler> compiler;
};

std::vector<Named> all_stdenvs() {
    std::vector<Named> named{{}};
    for (const EnvironmentRow& row : tables.environments) named.push_back({&row, std::nullopt});
    for (int major = 3; major <= 17; ++major) named.push_back({nullptr, Compiler{Family::gcc, major}});
    for (int major = 3; major <= 23; major += 2) named.push_back({nullptr, Compiler{Family::clang, major}});
    return named;
}

/// A smaller number with every kind among them.
std::vector<Named> some_stdenvs() {
    std::vector<Named> named{{}};
    for (const std::string_view id : {"debian-12", "nixos-26.05", "ubuntu-24.04"})
        named.push_back({find_environment(tables, id), std::nullopt});
    for (const Compiler compiler : compilers("gcc-9 gcc-14 clang-15 clang-20")) named.push_back({nullptr, compiler});
    return named;
}

/// A value of `--system`: the Nix system, and NVIDIA's name if that was used.
struct System {
    std::string_view nix;
    std::string_view redist;
};

std::vector<System> all_systems() {
    std::vector<System> systems{{"plan9", {}}};
    for (const RedistSystemRow& row : tables.redist_systems) {
        systems.push_back({row.nix, {}});
        if (row.redist != unsupported_redist) systems.push_back({row.nix, row.redist});
    }
    return systems;
}

const std::vector<std::optional<Version>> glibcs{std::nullopt, "2.31"_version, "2.41"_version, "2.42"_version};

/// One query, for `resolve` and for `releases`.
class Asked {
public:
    Asked(const System& system, Policy policy, const Named& stdenv, const std::optional<Version>& glibc)
        : stdenv_(stdenv) {
        request_.system = system.nix;
        request_.any_system = !knows_system(tables, system.nix);
        request_.redist_asked = system.redist;
        request_.policy = policy;
        question_.policy = policy;
        question_.conditions.emplace_back(SystemCondition{system.nix, system.redist, request_.any_system});
        take_stdenv();
        if (!glibc) return;
        request_.stdenv.glibc = glibc;
        question_.conditions.emplace_back(GlibcCondition{*glibc});
    }
    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

    [[nodiscard]] const ReleasesQuestion& question() const { return question_; }
    [[nodiscard]] Request request(const Release& release) const {
        Request request = request_;
        request.cuda = release.version;
        if (stdenv_.environment)
            for (const OwnCuda& own : stdenv_.environment->own_cuda)
                if (own.release == release.version) request.toolkit_headers = own.toolkit_headers;
        return request;
    }

private:
    void take_stdenv() {
        const EnvironmentRow& assumed = *find_environment(tables, tables.assumed_environment);
        Stdenv& stdenv = request_.stdenv;
        if (const EnvironmentRow* row = stdenv_.environment) {
            stdenv = stdenv_in(tables, *row);
            for (const int major : row->gccs) available_.push_back({Family::gcc, major});
            for (const int major : row->clangs) available_.push_back({Family::clang, major});
            headers_.assign(row->gccs.begin(), row->gccs.end());
            headers_.push_back(row->libstdcxx);
            question_.conditions.emplace_back(environment_of(tables, *row));
        } else if (stdenv_.compiler) {
            stdenv.compiler = *stdenv_.compiler;
            stdenv.libstdcxx = stdenv.compiler.family == Family::gcc ? stdenv.compiler.major : assumed.libstdcxx;
            question_.conditions.emplace_back(CompilerCondition{{stdenv.compiler}});
        } else {
            stdenv.compiler = assumed.compiler;
            stdenv.libstdcxx = assumed.libstdcxx;
            available_ = known_compilers(tables);
        }
        request_.available = available_;
        request_.libstdcxx_headers = headers_;
    }

    Named stdenv_;
    std::vector<Compiler> available_;
    std::vector<int> headers_;
    Request request_;
    ReleasesQuestion question_;
};

template <class Visit>
void for_each_question(const std::vector<Named>& stdenvs, const std::vector<std::optional<Version>>& glibc_choices,
                       Visit visit) {
    Sample sample(5, 499);
    for (const System& system : all_systems())
        for (const Policy policy : policies)
            for (const Named& stdenv : stdenvs)
                for (const auto& glibc : glibc_choices)
                    if (sample.takes_next()) visit(Asked(system, policy, stdenv, glibc));
}

/// Why the answer rejects the compiler; nullptr: it does not.
const Diagnostic* reason_of(const Resolution& resolution, Compiler compiler) {
    const auto found = std::ranges::find(resolution.rejected, compiler, &Rejection::compiler);
    return found == resolution.rejected.end() ? nullptr : &found->reason;
}

bool same_kind(const Diagnostic* left, const Diagnostic* right) {
    return left && right ? messages::code_of(*left) == messages::code_of(*right) : left == right;
}

bool reports(std::string_view id, const ReleaseObstacle& obstacle) {
    const auto* why = std::get_if<Diagnostic>(&obstacle);
    return why && why->id == id;
}

/// Whether check_capabilities() reports it.
bool is_of_capability(const Diagnostic& problem) {
    return problem.id.starts_with("capability-") || problem.id == "unknown-capability" ||
           problem.id == "excepted-gpu" || problem.id == "jetpack-lacks-release" || problem.id == "jetson-needs-arm";
}

/// Whether the reverse query leaves out the release for the reason that resolve() has.
bool same_reason(const Resolution& resolution, const ReleaseObstacle& obstacle) {
    const auto* why = std::get_if<Diagnostic>(&obstacle);
    if (why && why->id == "known-broken")
        return resolution.host && resolution.broken_by && resolution.broken_by->id == argument_of(*why, "advisory");
    if (resolution.host) return false;
    const Rejection& first = resolution.rejected.front();
    if (why && why->code == "system-not-shipped") return messages::code_of(first.reason) == why->code;
    const auto* none = std::get_if<NoHostCompiler>(&obstacle);
    if (!none || none->rejected.empty()) return false;
    return std::ranges::all_of(none->rejected, [&](const Rejection& rejection) {
        return same_kind(reason_of(resolution, rejection.compiler), &rejection.reason);
    });
}

}  // namespace

TEST_CASE("resolve and releases agree on every release") {
    Law agree("resolve and releases agree on yes and no");
    Law host("they choose the same compiler");
    Law reason("they say no for the same reason");
    for_each_question(all_stdenvs(), glibcs, [&](const Asked& asked) {
        const FoundReleases answer = find_releases(tables, asked.question());
        std::map<Version, const FittingRelease*> fitting;
        std::map<Version, const LeftOutRelease*> left_out;
        for (const FittingRelease& release : answer.releases) fitting[release.release] = &release;
        for (const LeftOutRelease& release : answer.left_out) left_out[release.release->version] = &release;
        for (const Release& release : tables.releases) {
            const Request request = asked.request(release);
            const Resolution resolution = resolve(tables, request);
            const bool yes = resolution.host && works(resolution, resolution.host->compiler);
            const auto found = left_out.find(release.version);
            const bool only_preview = found != left_out.end() && reports("preview-too", found->second->obstacle);
            agree.expect(yes == (fitting.contains(release.version) || only_preview), request);
            if (fitting.contains(release.version))
                host.expect(chosen(resolution) == fitting[release.version]->host_compiler, request);
            else if (!only_preview) reason.expect(same_reason(resolution, found->second->obstacle), request);
        }
    });
}

TEST_CASE("all commands agree on a release, a capability and a system") {
    Law reverse("releases omits a release exactly where the list is rejected");
    Law drivers("compat and resolve agree on what NVIDIA ships");
    Law linted("lint finds the entry if and only if the list is refused");
    Law variants("nix variants names the sets that support it");
    const std::vector<nix::Variant> written = nix::variants(tables, Policy::enforced, "nixos-unstable", std::nullopt);
    for (const CapabilityRow& row : tables.capabilities)
        for (const std::string_view system : {std::string_view("x86_64-linux"), jetson_system}) {
            const std::array list{row.capability};
            ReleasesQuestion question;
            question.conditions.emplace_back(CapabilitiesCondition{row.capability});
            question.conditions.emplace_back(SystemCondition{system, {}, false});
            const FoundReleases answer = find_releases(tables, question);
            for (const Release& release : tables.releases) {
                Request request;
                request.cuda = release.version;
                request.system = system;
                request.capabilities = list;
                const std::vector<Diagnostic> problems = check_capabilities(tables, request);
                const bool is_shipped = !is_ruled_out_by_system(tables, request);
                const auto left_out = std::ranges::find(answer.left_out, &release,
                                                        [](const LeftOutRelease& left) { return left.release; });
                const bool is_left_out = left_out != answer.left_out.end();
                const auto* why = is_left_out ? std::get_if<Diagnostic>(&left_out->obstacle) : nullptr;
                const bool unfit = why && (is_of_capability(*why) || why->code == "system-not-shipped");
                reverse.expect(unfit == (!problems.empty() || !is_shipped), request);

                // compat names it whether nvcc builds for the Jetson or not.
                const bool no_platform =
                    !is_shipped || jetpack_obstacle(tables, {}, {"", row.capability}, release.version).has_value();
                const auto is_of_platform = [](const BlockedMode& obstacle) { return obstacle.way == platform_way; };
                const DriverAnswer needs = drivers_for(tables, request);
                drivers.expect(std::ranges::any_of(needs.obstacles, is_of_platform) == no_platform, request);

                if (row.jetson != (system == jetson_system)) continue;
                Listing listing;
                listing.entries.emplace_back().real = row.capability;
                const std::vector<Finding> findings = lint({tables, *find_spelling("cmake"), release.version, system},
                                                           listing);
                const bool is_found = std::ranges::any_of(findings,
                                                          [](const Finding& f) { return is_of_capability(f.what); });
                linted.expect(is_found == !problems.empty(), request);
                const auto variant = std::ranges::find(written, row.capability, &nix::Variant::capability);
                if (variant == written.end()) continue;
                const bool is_written = std::ranges::find(variant->releases, minor_of(release.version)) !=
                                        variant->releases.end();
                // nixpkgs asks for no JetPack.
                const auto asks_jetpack = [](const Diagnostic& problem) {
                    return problem.id == "jetpack-lacks-release";
                };
                variants.expect(is_written == std::ranges::all_of(problems, asks_jetpack), request);
            }
        }
}

TEST_CASE("diagnose prints the compiler that resolve chooses") {
    Law typed("the printed compiler is that of resolve");
    for (const EnvironmentRow& environment : sampled<3>(tables.environments)) {
        const Asked asked({"x86_64-linux", {}}, Request{}.policy, {&environment, std::nullopt}, std::nullopt);
        for (const Release& release : tables.releases) {
            const Request request = asked.request(release);
            const Resolution resolution = resolve(tables, request);
            if (!resolution.host) continue;
            std::string_view last;
            for (const MessageTextRow& wording : sampled<29>(tables.message_texts)) {
                if (std::exchange(last, wording.message) == wording.message) continue;
                diagnose::LogReading reading;
                reading.messages.push_back({.wording = &wording, .offset = 0, .line = {}, .fillings = {}});
                const messages::Diagnosis diagnosis = messages::explain(
                    tables, reading, {.release = &release, .environment = environment_of(tables, environment)});
                for (const messages::ExplainedMessage& explained : diagnosis.messages) {
                    const std::optional<Compiler> compiler = explained.remedy.compiler;
                    const auto is_about_next = [&](std::string_view id) {
                        const auto& when = find_by_id(tables.advisories, id)->when;
                        const auto& majors = when.libstdcxx_headers ? when.libstdcxx_headers : when.compiler;
                        return majors && majors->min && *majors->min == compiler->major + 1;
                    };
                    if (!compiler || std::ranges::any_of(explained.message->advisories, is_about_next)) continue;
                    typed.expect(compiler == resolution.host->compiler, request,
                                 std::string(wording.message) + " " + std::string(environment.id));
                }
            }
        }
    }
}

TEST_CASE("nix checks writes exactly the compilers that work") {
    Law written("a compiler is written if and only if it works");
    for_each_question(some_stdenvs(), {std::nullopt, "2.42"_version}, [&](const Asked& asked) {
        for (const Release& release : tables.releases) {
            if (release.version.patch == 1) continue;
            const Request request = asked.request(release);
            const nix::CheckedRelease checked = nix::checked_release(tables, request);
            const Resolution resolution = resolve(tables, request);
            const Family family = request.stdenv.compiler.family;
            const auto is_written = [&](Compiler compiler) {
                return std::ranges::find(checked.compilers, compiler) != checked.compilers.end();
            };
            // The stdenv differs for each Clang.
            if (family == Family::clang) {
                const Compiler own = request.stdenv.compiler;
                written.expect(is_written(own) == works(resolution, own), request);
                continue;
            }
            written.expect(is_written(request.stdenv.compiler) == works(resolution, request.stdenv.compiler), request);
            for (const Compiler compiler : request.available)
                if (compiler.family == family)
                    written.expect(is_written(compiler) == works(resolution, compiler), request, to_string(compiler));
        }
    });
}

TEST_CASE("verify predicts the answer of resolve with the enforced policy") {
    Law agree("verify and resolve agree on what works");
    Law reason("verify and resolve have the same reason");
    Sample sample(3, 499);
    for (const System& system : all_systems())
        for (const Release& release : tables.releases)
            for (const auto& glibc : glibcs)
                for (const CxxStandard standard : {CxxStandard::cxx17, CxxStandard::cxx20})
                    for (const Compiler compiler : known_compilers(tables)) {
                        if (!sample.takes_next()) continue;
                        const std::array headers{compiler.family == Family::gcc ? compiler.major : 14};
                        const Standing standing{compiler, headers.front(), glibc, system.nix};
                        const Outcome prediction = predict(tables, release, standing, standard);
                        Request request;
                        request.cuda = release.version;
                        request.system = system.nix;
                        request.any_system = true;
                        request.policy = Policy::enforced;
                        request.standard = standard;
                        request.stdenv = {compiler, headers.front(), glibc, {}, std::nullopt};
                        request.libstdcxx_headers = headers;
                        const Resolution resolution = resolve(tables, request);
                        agree.expect((prediction.kind == Outcome::Kind::works) == works(resolution, compiler), request);
                        const Diagnostic* expected = reason_of(resolution, compiler);
                        if (const auto& why = prediction.reason) {
                            const bool is_broken = resolution.broken_by && why->id == "known-broken" &&
                                                   resolution.broken_by->id == argument_of(*why, "advisory");
                            reason.expect(same_kind(expected, &*why) || is_broken, request);
                        }
                        if (prediction.message.id == "not-predicted")
                            reason.expect(expected && (messages::code_of(*expected) == "system-not-shipped" ||
                                                       expected->id == "system-not-covered" ||
                                                       messages::code_of(*expected) == "standard-not-taken"),
                                          request);
                    }
}

}  // namespace cudastdenv::laws

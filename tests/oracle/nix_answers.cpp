// SPDX-License-Identifier: MIT
// Prints packaging/nix/answers.json: what resolve() answers for each release, environment or compiler, system, policy,
// C++ standard and glibc. The first argument is a directory of tables.

#include "core/format.hpp"
#include "core/lists.hpp"
#include "messages/diagnostics.hpp"
#include "resolve/host_compiler.hpp"
#include "resolve/resolve.hpp"
#include "tables/json_tree.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/load.hpp>

#include <fmt/format.h>

#include <iostream>
#include <set>
#include <vector>

using namespace cudastdenv;

namespace {

constexpr std::string_view none = "none";

/// Different values by number, in the order in which they are first used: newer releases add lines at the end.
class Numbered {
public:
    std::size_t place_of(Json value) {
        const auto [known, is_new] = places_.try_emplace(value.dump(), places_.size());
        if (is_new) values_.push_back(std::move(value));
        return known->second;
    }
    /// As one text with spaces, which Nix reads several times faster than a list: it splits only what it needs.
    std::string number_of(const std::vector<std::string>& words) {
        return std::to_string(place_of(joined(words, " ")));
    }
    [[nodiscard]] const Json& values() const { return values_; }

private:
    std::map<std::string, std::size_t> places_;
    Json values_ = Json::array();
};

/// With three numbers, two numbers that a person types could be on either side.
void add_thresholds(const VersionRange& range, std::set<Version>& thresholds) {
    for (const auto& bound : {range.min, range.max})
        if (bound && bound->patch >= 0) throw std::logic_error("the Nix library needs bounds of two numbers");
    if (range.min) thresholds.insert(*range.min);
    if (range.max) thresholds.insert({range.max->major, range.max->minor + 1});
}

/// Between two neighbours, glibc's version changes no answer about the release.
std::set<Version> glibc_thresholds(const Tables& tables, Version release) {
    std::set<Version> thresholds{{0, 0}};
    for (const AdvisoryRow& row : tables.advisories)
        if (row.breaks() && row.when.glibc && (!row.when.releases || row.when.releases->contains(release)))
            add_thresholds(*row.when.glibc, thresholds);
    return thresholds;
}

/// The same for the version of a compiler. None: its version changes no answer.
std::set<Version> version_thresholds(const Tables& tables, Compiler compiler) {
    std::set<Version> thresholds;
    for (const AdvisoryRow& row : tables.advisories)
        for (const VersionRange& range : row.when.compiler_versions)
            if (row.breaks() && row.when.family.value_or(compiler.family) == compiler.family)
                add_thresholds(range, thresholds);
    std::erase_if(thresholds, [&](Version version) { return version.major != compiler.major; });
    if (!thresholds.empty()) thresholds.insert({compiler.major, 0});
    return thresholds;
}

struct NamedEnvironment {
    Environment environment;
    std::vector<std::string_view> aliases = {};
};

/// The environments, the known compilers as environments, and the one of a question without any.
std::vector<NamedEnvironment> all_environments(const Tables& tables) {
    std::vector<NamedEnvironment> all;
    for (const EnvironmentRow& row : tables.environments)
        all.push_back({environment_of(tables, row), {row.aliases.begin(), row.aliases.end()}});
    const auto add = [&](std::string name, Compiler compiler, int libstdcxx, std::vector<CompilerVersion> versions) {
        all.push_back({{.name = std::move(name),
                        .stdenv = {.compiler = compiler, .libstdcxx = libstdcxx},
                        .available = known_compilers(tables),
                        .versions = std::move(versions)}});
    };
    std::vector<Compiler> compilers = known_compilers(tables);
    for (const EnvironmentRow& row : tables.environments)
        for (const Compiler compiler : packaged_in(row))
            if (!contains(compilers, compiler)) compilers.push_back(compiler);
    for (const Compiler compiler : compilers) {
        add(to_string(compiler), compiler, default_libstdcxx(tables, compiler), {});
        for (const Version version : version_thresholds(tables, compiler))
            add(fmt::format("{}-{}", to_string(compiler.family), to_string(version)), compiler,
                default_libstdcxx(tables, compiler), {{compiler, version}});
    }
    const EnvironmentRow& assumed = *find_environment(tables, tables.assumed_environment);
    add(std::string(none), assumed.compiler, assumed.libstdcxx, {});
    return all;
}

char letter_of(std::size_t reason) { return static_cast<char>('a' + reason); }

std::vector<Compiler> candidates_of(const Environment& environment) {
    std::vector<Compiler> candidates = environment.available;
    candidates.push_back(environment.stdenv.compiler);
    sort_by_preference(candidates, environment.stdenv.compiler.family);
    return candidates;
}

std::vector<std::string> systems_of(const Tables& tables) {
    std::vector<std::string> systems;
    for (const RedistSystemRow& row : tables.redist_systems)
        if (systems.empty() || systems.back() != row.nix) systems.emplace_back(row.nix);
    return systems;
}

Json range_json(const Tables& tables, Version release, Compiler::Family family, Policy policy) {
    const HostCompilerRange range = host_compiler_range(tables, release, family, policy, false);
    ResolveAnswer::Range answer;
    answer.max = range.max.major;
    answer.view = range.view;
    answer.sources = range.max.sources;
    if (range.min) {
        answer.min = range.min->major;
        answer.min_inferred_from = range.min->inferred_from;
    }
    return json_of(answer);
}

class Generator {
public:
    explicit Generator(const Tables& tables)
        : tables_(tables), environments_(all_environments(tables)), systems_(systems_of(tables)) {}

    [[nodiscard]] Json answers() {
        Json releases = Json::array();
        for (const Release& release : tables_.releases) releases.push_back(release_json(release));
        Json file = names();
        file["releases"] = std::move(releases);
        file["ranges"] = ranges_.values();
        for (std::size_t i = 0; i < reasons_.values().size(); ++i)
            file["reasons"][std::string(1, letter_of(i))] = reasons_.values()[i];
        file["rows"] = rows_.values();
        file["cases"] = cases_.values();
        file["glibcs"] = glibcs_.values();
        file["answers"] = answers_.values();
        return file;
    }

private:
    [[nodiscard]] Json names() const {
        Json stdenvs = Json::object(), environments = Json::array(), releases = Json::object(), sets = Json::object();
        for (std::size_t i = 0; i < environments_.size(); ++i) {
            const auto& [environment, aliases] = environments_[i];
            stdenvs[environment.name] = i;
            for (const std::string_view alias : aliases) stdenvs[std::string(alias)] = i;
            const auto& glibc = environment.stdenv.glibc;
            environments.push_back(
                {{"name", environment.name},
                 {"compiler", to_string(environment.stdenv.compiler)},
                 {"glibc", glibc ? Json(to_string(*glibc)) : Json()},
                 {"system", environment.system.value_or(std::string(Request{}.system))},
                 {"candidates", joined(candidates_of(environment), " ", [](Compiler c) { return to_string(c); })}});
            if (const std::set<Version> versions = version_thresholds(tables_, environment.stdenv.compiler);
                !environment.row && !versions.empty()) {
                Json texts = Json::array();
                for (const Version version : versions) texts.push_back(to_string(version));
                environments.back()["versions"] = std::move(texts);
            }
        }
        const auto number = [&](const Release* release) { return release - tables_.releases.data(); };
        for (const Release& release : tables_.releases) {
            releases[to_string(release.version)] = number(&release);
            releases[to_string(minor_of(release.version))] = number(find_release(tables_, minor_of(release.version)));
        }
        releases["latest"] = number(newest_release(tables_));
        for (const PackageSetRow& row : tables_.package_sets)
            sets[std::string(row.channel)][std::string(row.attribute)] = number(find_release(tables_, row.release));
        Json policies = Json::array(), standards = Json::array();
        for (const Policy policy : enumerators<Policy>) policies.push_back(to_string(policy));
        for (const CxxStandard standard : enumerators<CxxStandard>) standards.push_back(to_string(standard));
        return {{"assumed", tables_.assumed_environment}, {"systems", systems_},
                {"policies", std::move(policies)},        {"standards", std::move(standards)},
                {"releaseNames", std::move(releases)},    {"packageSets", std::move(sets)},
                {"stdenvs", std::move(stdenvs)},          {"environments", std::move(environments)}};
    }

    [[nodiscard]] Json release_json(const Release& release) {
        Json ranges = Json::object(), rows = Json::array();
        for (const Compiler::Family family : enumerators<Compiler::Family>) {
            Json of_family = Json::array();
            for (const Policy policy : enumerators<Policy>)
                of_family.push_back(ranges_.place_of(range_json(tables_, release.version, family, policy)));
            ranges[std::string(to_string(family))] = std::move(of_family);
        }
        for (const std::string& system : systems_) {
            std::vector<std::string> row;
            for (const NamedEnvironment& named : environments_)
                row.push_back(cases_.number_of(cases_of(release, named.environment, system)));
            rows.push_back(rows_.number_of(row));
        }
        const auto& newest = release.newest_standard;
        return {{"release", to_string(release.version)},
                {"newestStandard", newest ? Json(to_string(*newest)) : Json()},
                {"ranges", std::move(ranges)},
                {"rows", std::move(rows)}};
    }

    /// For each policy: without a standard, then with each. Where none is possible, one answer for all.
    [[nodiscard]] std::vector<std::string> cases_of(const Release& release, const Environment& environment,
                                                    std::string_view system) {
        Request request = plain_request(release.version, system);
        request.stdenv = environment.stdenv;
        request.available = environment.available;
        request.compiler_versions = environment.versions;
        request.libstdcxx_headers = environment.libstdcxx_headers;
        if (environment.row) request.toolkit_headers = own_cuda_headers(*environment.row, release.version);
        if (is_ruled_out_by_system(tables_, request)) return {glibcs_number(request, {})};
        const std::set<Version> thresholds = glibc_thresholds(tables_, release.version);
        std::vector<std::string> cases;
        for (const Policy policy : enumerators<Policy>) {
            request.policy = policy;
            request.standard = std::nullopt;
            cases.push_back(glibcs_number(request, thresholds));
            for (const CxxStandard standard : enumerators<CxxStandard>) {
                if (release.newest_standard && standard > *release.newest_standard) break;
                request.standard = standard;
                cases.push_back(glibcs_number(request, thresholds));
            }
        }
        return cases;
    }

    /// The answer for an unknown glibc; then the versions from which there is another one.
    [[nodiscard]] std::string glibcs_number(Request request, const std::set<Version>& thresholds) {
        request.stdenv.glibc = std::nullopt;
        std::string last = answer_number(request);
        std::vector<std::string> answers{last};
        for (const Version threshold : thresholds) {
            request.stdenv.glibc = threshold;
            std::string next = answer_number(request);
            if (next != last) answers.insert(answers.end(), {to_string(threshold), next});
            last = std::move(next);
        }
        return glibcs_.number_of(answers);
    }

    /// A letter for each candidate: `*` is chosen; the last one counts for all that follow.
    [[nodiscard]] std::string answer_number(const Request& request) {
        const Resolution resolution = resolve(tables_, request);
        std::vector<Compiler> candidates;
        for (const Rejection& rejection : resolution.rejected) candidates.push_back(rejection.compiler);
        if (resolution.host) candidates.push_back(resolution.host->compiler);
        sort_by_preference(candidates, request.stdenv.compiler.family);
        std::string letters;
        auto rejected = resolution.rejected.begin();
        for (const Compiler candidate : candidates) {
            if (resolution.host && candidate == resolution.host->compiler) letters += '*';
            else letters += letter_of(reasons_.place_of(messages::code_of(rejected++->reason)));
        }
        while (letters.size() > 1 && letters[letters.size() - 2] == letters.back()) letters.pop_back();
        std::vector<std::string> answer{letters, resolution.broken_by ? std::string(resolution.broken_by->id) : "null"};
        if (const auto& host = resolution.host) {
            answer.push_back(host->headers ? std::to_string(*host->headers) : "null");
            answer.emplace_back(host->headers_inferred ? "true" : "false");
        }
        return answers_.number_of(answer);
    }

    const Tables& tables_;
    std::vector<NamedEnvironment> environments_;
    std::vector<std::string> systems_;
    Numbered ranges_, reasons_, rows_, cases_, glibcs_, answers_;
};

/// A line for each part of the file's values.
void print(const Json& file) {
    std::string_view before_key = "{\n";
    for (const auto& [key, value] : file.items()) {
        std::cout << before_key << Json(key) << ':';
        before_key = ",\n";
        if (!value.is_structured()) {
            std::cout << value;
            continue;
        }
        std::string_view before = value.is_array() ? "[\n" : "{\n";
        for (const auto& [name, part] : value.items()) {
            std::cout << before;
            if (value.is_object()) std::cout << Json(name) << ':';
            std::cout << part;
            before = ",\n";
        }
        std::cout << (value.is_array() ? "\n]" : "\n}");
    }
    std::cout << "\n}\n";
}

}  // namespace

int main(int, char** arguments) {
    const LoadedTables loaded{arguments[1]};
    const Tables tables = loaded.view();
    print(Generator(tables).answers());
}

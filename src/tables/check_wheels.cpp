// SPDX-License-Identifier: MIT
#include "tables/check_wheels.hpp"

#include "core/format.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

/// The version that a requirement pins; empty if it allows several.
std::string_view pinned_version(std::string_view requirement) {
    const std::size_t pin = requirement.find("==");
    const bool allows_several = pin == requirement.npos || requirement.find_first_of(",*") != requirement.npos;
    return allows_several ? std::string_view() : requirement.substr(pin + 2);
}

std::span<const std::string_view> requirements_of(const WheelBuildRow& row) {
    return row.requirements.value_or(std::span<const std::string_view>());
}
std::span<const std::string_view> requirements_of(const WheelCompanionRow& row) { return row.requirements; }

template <class Row>
bool overlap(const Row& left, const Row& right) {
    return left.first <= right.last && right.first <= left.last;
}

template <class Row>
std::string problem_of_versions(const Tables& tables, const Row& row) {
    if (!find_by_id(tables.wheel_projects, row.project))
        return fmt::format("project {} has no row", in_quotes(row.project));
    if (row.last < row.first) return fmt::format("range upside down: {} to {}", row.first, row.last);
    if (!is_ascending(requirements_of(row))) return "requirements not ascending";
    return {};
}

bool is_release(const Tables& tables, Version cuda) {
    return std::ranges::any_of(tables.releases,
                               [&](const Release& release) { return may_be_same(release.version, cuda); });
}

/// Whether a requirement contradicts the build's CUDA release: a package for another major release, or a runtime of
/// another minor release.
bool is_of_other_cuda(std::string_view requirement, Version cuda) {
    const std::string_view package = package_in(requirement);
    if (const std::size_t suffix = package.rfind("-cu"); suffix != package.npos) {
        std::string_view major = package.substr(suffix + 3);
        if (take_number(major, 2).value_or(cuda.major) != cuda.major) return true;
    }
    if (!package.starts_with("nvidia-cuda-runtime") && package != "cuda-toolkit") return false;
    const std::optional<Version> runtime = parse_version(pinned_version(requirement));
    return runtime && minor_of(*runtime) != minor_of(cuda);
}

std::string problem_of_code(const Tables& tables, const WheelBuildRow& row) {
    for (const auto& list : {row.machine_code, row.ptx}) {
        if (!list) continue;
        if (!is_ascending(*list)) return "capabilities not ascending";
        for (const Capability capability : *list) {
            const CapabilityRow* known = find_capability(tables, capability);
            if (!known) return fmt::format("capability {} has no row", capability);
            if (row.cuda && !known->nvcc.takes_in(*row.cuda))
                return fmt::format("nvcc of CUDA {} does not support {}", *row.cuda, capability);
        }
    }
    return {};
}

std::string problem_of_cuda(const Tables& tables, const WheelBuildRow& row) {
    const bool has_no_code = row.machine_code && row.ptx && row.machine_code->empty() && row.ptx->empty();
    if ((row.variant == "cpu") != (has_no_code && !row.cuda)) return "a build without CUDA and code is called cpu";
    if (!row.cuda) return row.variant.value_or("cpu") == "cpu" ? "" : "its variant says the release of CUDA";
    if (!is_release(tables, *row.cuda)) return fmt::format("release {} is not in releases.json", *row.cuda);
    if (row.variant && *row.variant != variant_for(*row.cuda))
        return fmt::format("variant {} is not for CUDA {}", *row.variant, *row.cuda);
    for (const std::string_view requirement : requirements_of(row))
        if (is_of_other_cuda(requirement, *row.cuda))
            return fmt::format("{} is not of CUDA {}", requirement, *row.cuda);
    return {};
}

bool is_same_build(const WheelBuildRow& left, const WheelBuildRow& right) {
    // The names of conda's builds need not include the CUDA release.
    const bool differ_in_cuda = left.channel && !left.variant && left.cuda != right.cuda;
    return left.install == right.install && left.channel == right.channel && left.variant == right.variant &&
           !differ_in_cuda && overlap(left, right) && share_system(left, right);
}

}  // namespace

bool share_system(const WheelBuildRow& left, const WheelBuildRow& right) {
    return std::ranges::any_of(left.systems, [&](WheelSystem system) { return contains(right.systems, system); });
}

std::string variant_for(Version cuda) { return fmt::format("cu{}{}", cuda.major, cuda.minor); }

std::string problem_of(const Tables& tables, const WheelProjectRow& row) {
    if (!is_ascending(row.packages)) return "packages not ascending";
    for (const WheelProjectRow& other : tables.wheel_projects)
        for (const std::string_view package : row.packages)
            if (&other != &row && contains(other.packages, package))
                return fmt::format("package {} is in another row", in_quotes(package));
    return {};
}

std::string problem_of(const Tables& tables, const WheelBuildRow& row) {
    if (std::string problem = problem_of_versions(tables, row); !problem.empty()) return problem;
    const WheelProjectRow& project = *find_by_id(tables.wheel_projects, row.project);
    if (!row.channel && !contains(project.packages, package_in(row.install)))
        return fmt::format("{} is no package of its project", in_quotes(row.install));
    if (row.on_pypi && row.channel) return "PyPI is no channel of conda";
    if (!row.on_pypi && !row.channel && !project.index) return "it is not on PyPI, and the project has no index";
    if (!is_ascending(row.systems)) return "systems not ascending";
    if (std::string problem = problem_of_cuda(tables, row); !problem.empty()) return problem;
    if (std::string problem = problem_of_code(tables, row); !problem.empty()) return problem;
    for (const WheelBuildRow& other : tables.wheel_builds)
        if (&other != &row && is_same_build(row, other)) return "another row is of the same wheels";
    return {};
}

std::string problem_of(const Tables& tables, const WheelCompanionRow& row) {
    if (std::string problem = problem_of_versions(tables, row); !problem.empty()) return problem;
    for (const std::string_view requirement : row.requirements) {
        const auto is_its = [&](const WheelProjectRow& project) {
            return contains(project.packages, package_in(requirement));
        };
        if (std::ranges::none_of(tables.wheel_projects, is_its))
            return fmt::format("{} is of no project here", in_quotes(requirement));
    }
    for (const WheelCompanionRow& other : tables.wheel_companions)
        if (&other != &row && other.project == row.project && overlap(row, other))
            return "another row is of the same versions";
    return {};
}

}  // namespace cudastdenv

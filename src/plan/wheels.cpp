// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "plan/plan.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv {

std::string wheel_requirement(const Tables& tables, const WheelBuildRow& row, PackageVersion version) {
    // Without the variant, pip keeps another build of the same version.
    const bool has_suffix = !row.on_pypi && row.variant &&
                            find_by_id(tables.wheel_projects, row.project)->version_suffix;
    return fmt::format("{}=={}{}", row.install, version, has_suffix ? fmt::format("+{}", *row.variant) : "");
}

std::optional<std::string> index_of(const Tables& tables, const WheelBuildRow& row) {
    const auto pattern = find_by_id(tables.wheel_projects, row.project)->index;
    if (row.on_pypi || row.channel || !pattern) return std::nullopt;
    std::string index(*pattern);
    if (row.variant) replace_all(index, "{variant}", *row.variant);
    return index;
}

namespace {

/// conda's builds of one version are told apart by their names, `cuda129_generic_py312_h...` or `py312h..._cuda129`, or
/// by the CUDA release that they require.
Plan plan_for_conda(const WheelBuildRow& row, PackageVersion version) {
    const Version cuda = row.cuda.value_or(Version{});
    std::string package = fmt::format("{}={}", row.install, version);
    if (row.variant) package += fmt::format("=*cuda*{}{}*", cuda.major, cuda.minor);
    Plan plan{PlanTool::conda, {{ChangeKind::install, "package", {}, package}}, {}};
    std::string line = fmt::format("conda install -c {} \"{}\"", *row.channel, package);
    if (!row.variant) {
        std::string release = fmt::format("cuda-version={}.{}", cuda.major, cuda.minor);
        line += fmt::format(" \"{}\"", release);
        plan.changes.push_back({ChangeKind::install, "package", {}, std::move(release)});
    }
    plan.lines.push_back(std::move(line));
    return plan;
}

}  // namespace

std::vector<Plan> plans_for_wheel(const Tables& tables, const WheelBuild& build, std::string_view system,
                                  std::span<const std::string> others) {
    const WheelBuildRow& row = *build.row;
    if (row.channel) return {plan_for_conda(row, build.version)};
    const std::optional<std::string> index = index_of(tables, row);
    // A page without builds by variant is no index for pip.
    const WheelProjectRow& project = *find_by_id(tables.wheel_projects, row.project);
    const bool is_page = index && index == project.index;
    if (is_page) return {};
    std::vector<std::string> words{wheel_requirement(tables, row, build.version)};
    words.insert(words.end(), others.begin(), others.end());
    Plan pip{PlanTool::pip, {}, {}};
    std::string line = "pip install";
    for (const std::string& word : words) {
        const auto quoted = is_windows(system) ? cmd_word(word) : std::optional(shell_word(word));
        if (!quoted) return {};
        line += ' ' + *quoted;
        pip.changes.push_back({ChangeKind::install, "package", {}, word});
    }
    // What the project requires may be on PyPI only.
    if (index) line += (project.version_suffix ? " --index-url " : " --extra-index-url ") + *index;
    Plan uv{PlanTool::uv, pip.changes, {"uv " + line}};
    pip.lines.push_back(std::move(line));
    return {std::move(pip), std::move(uv)};
}

}  // namespace cudastdenv

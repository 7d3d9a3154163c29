// SPDX-License-Identifier: MIT
#include "core/format.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "plan/plan.hpp"
#include "tables/lookup.hpp"

#include <fmt/format.h>

namespace cudastdenv {

std::string wheel_requirement(const WheelBuildRow& row, PackageVersion version) {
    // Without the variant, pip keeps another build of the same version.
    const bool has_suffix = !row.on_pypi && row.variant;
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

/// conda's builds of one version are told apart by their names: `cuda129_generic_py312_h...`.
Plan plan_for_conda(const WheelBuildRow& row, PackageVersion version) {
    const Version cuda = row.cuda.value_or(Version{});
    const std::string package = fmt::format("{}={}=cuda{}{}*", row.install, version, cuda.major, cuda.minor);
    return {PlanTool::conda,
            {{ChangeKind::install, "package", {}, package}},
            {fmt::format("conda install -c {} \"{}\"", *row.channel, package)}};
}

}  // namespace

std::vector<Plan> plans_for_wheel(const Tables& tables, const WheelBuild& build, std::string_view system,
                                  std::span<const std::string> others) {
    const WheelBuildRow& row = *build.row;
    if (row.channel) return {plan_for_conda(row, build.version)};
    const std::optional<std::string> index = index_of(tables, row);
    // A page without builds by variant is no index for pip.
    const bool is_page = index && index == find_by_id(tables.wheel_projects, row.project)->index;
    if (is_page) return {};
    std::vector<std::string> words{wheel_requirement(row, build.version)};
    words.insert(words.end(), others.begin(), others.end());
    Plan pip{PlanTool::pip, {}, {}};
    std::string line = "pip install";
    for (const std::string& word : words) {
        const auto quoted = is_windows(system) ? cmd_word(word) : std::optional(shell_word(word));
        if (!quoted) return {};
        line += ' ' + *quoted;
        pip.changes.push_back({ChangeKind::install, "package", {}, word});
    }
    if (index) line += " --index-url " + *index;
    Plan uv{PlanTool::uv, pip.changes, {"uv " + line}};
    pip.lines.push_back(std::move(line));
    return {std::move(pip), std::move(uv)};
}

}  // namespace cudastdenv

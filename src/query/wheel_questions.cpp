// SPDX-License-Identifier: MIT
/// Queries about builds of Python packages.
#include "core/text.hpp"
#include "messages/wheels.hpp"
#include "query/answers.hpp"
#include "report/text.hpp"
#include "resolve/jetpacks.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::query {

namespace {

/// A package, a version or a file name as typed.
struct WheelName {
    std::string project;
    std::string version = {};                     ///< without the suffix; empty: any
    std::string variant = {};                     ///< empty: none typed
    std::optional<Version> python = {};           ///< of a file name
    std::optional<std::string_view> system = {};  ///< of a file name; a Nix name
};

/// `torch-2.9.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl`, with or without directories or an address.
WheelName parse_file_name(std::string_view text) {
    std::optional<WheelFileName> name = read_wheel_file_name(text);
    if (!name || !name->tag.system)
        throw BadInput(InputError::malformed,
                       "{} is not the file name of a wheel for Windows, or for Linux with glibc; pass a build like "
                       "torch==2.9.0+cu128",
                       in_quotes(text.substr(text.find_last_of("/\\") + 1)));
    WheelName wheel{.project = std::move(name->package), .version = std::move(name->version)};
    wheel.system = find_in(wheel_systems, *name->tag.system, &std::pair<WheelSystem, std::string_view>::first)->second;
    if (name->tag.is_for_one_python) wheel.python = name->tag.python;
    return wheel;
}

/// `torch==2.9.0+cu128`, `torch 2.9`, `torch-2.9.0`
WheelName parse_requirement(std::string_view text) {
    std::size_t end = text.find_first_of("= ");
    for (std::size_t dash = text.find('-'); end == text.npos && dash != text.npos; dash = text.find('-', dash + 1))
        if (dash + 1 < text.size() && is_digit(text[dash + 1])) end = dash;
    end = std::min(end, text.size());
    const std::size_t begin = std::min(text.find_first_not_of("= -", end), text.size());
    return {.project = std::string(trimmed(text.substr(0, end))), .version = std::string(trimmed(text.substr(begin)))};
}

WheelName parse_wheel(std::string_view text) {
    const std::string_view typed = trimmed(text);
    WheelName wheel = typed.ends_with(".whl") ? parse_file_name(typed) : parse_requirement(typed);
    if (const std::size_t plus = wheel.version.find('+'); plus != wheel.version.npos) {
        wheel.variant = wheel.version.substr(plus + 1);
        wheel.version.resize(plus);
    }
    return wheel;
}

NamedProject read_project(const Tables& tables, const std::string& name) {
    if (const auto project = find_wheel_project(tables, name)) return *project;
    std::vector<std::string_view> names;
    for (const WheelProjectRow& row : tables.wheel_projects) {
        names.push_back(row.id);
        names.insert(names.end(), row.packages.begin(), row.packages.end());
    }
    sort_unique(names);
    throw BadInput(InputError::unknown, "no package {} in the table of wheels{}", in_quotes(name),
                   closest_or("; `cudastdenv table wheels` lists them", name, names));
}

/// The variant in the rows of the project in the channel; absent where its versions have none.
std::optional<std::string_view> read_variant(const Tables& tables, const WheelQuestion& question,
                                             const std::string& typed) {
    const NamedProject& project = question.project;
    std::vector<std::string_view> variants;
    for (const WheelBuildRow& row : tables.wheel_builds)
        if (row.project == project.row->id && row.channel == question.channel && row.variant)
            variants.push_back(*row.variant);
    sort_unique(variants);
    if (variants.empty()) return std::nullopt;
    if (const auto* found = find_in(variants, typed, std::identity())) return *found;
    throw BadInput(InputError::unknown, "no build of {} in the tables is of {}{}", project.row->id, in_quotes(typed),
                   closest_or(fmt::format("; `cudastdenv wheel {}` lists the newest", project.row->id), typed,
                              variants));
}

PackageRange read_versions(const std::string& text) {
    return needed(package_range(text), InputError::malformed,
                  "{} is not a version of a release; pass one like torch==2.9.0", in_quotes(text));
}

void name_wheel(const Tables& tables, const WheelName& wheel, bool of_conda, WheelQuestion& question) {
    question.project = read_project(tables, wheel.project);
    if (of_conda) question.channel = conda_channel(tables, *question.project.row);
    if (!wheel.version.empty()) question.versions = read_versions(wheel.version);
    if (!wheel.variant.empty()) question.variant = read_variant(tables, question, wheel.variant);
    question.python = wheel.python;
}

/// A question and the frame of its answer.
struct AskedWheel {
    WheelQuestion question;
    WheelAnswer answer;
    ToolAsked tool;
};

/// Reads the options, and `text`, which names a package or a wheel; empty: every project.
AskedWheel read_wheel_question(const Context& context, const OptionTexts& texts, const std::string& text) {
    const Tables& tables = context.tables;
    AskedWheel asked;
    WheelQuestion& question = asked.question;
    asked.tool = read_tool_asked(texts);
    const WheelName wheel = text.empty() ? WheelName{} : parse_wheel(text);
    if (!text.empty()) {
        name_wheel(tables, wheel, asked.tool.tool == PlanTool::conda, question);
        asked.answer.requested = text;
        asked.answer.title = question.project.row->title;
    }
    question.gpus = read_gpu_options(tables, texts);
    if (texts.has("driver")) question.driver = read_driver(texts.value("driver"));
    if (texts.has("python"))
        question.python = needed(parse_version(texts.value("python")), InputError::malformed,
                                 "{} is not a Python release; pass one like 3.12", in_quotes(texts.value("python")));
    if (texts.has("cuda") && !texts.variables().contains("cuda"))
        question.cuda = minor_of(read_release_name(context, texts.value("cuda")).version);
    if (const std::string_view host = host_system(tables, question.gpus); !host.empty()) question.system = host;
    if (wheel.system) question.system = *wheel.system;
    if (texts.has("system")) question.system = read_system_name(tables, "system", texts.value("system")).nix;
    if (!wheel_system(question.system))
        throw BadInput(InputError::unfit, "the tables have no wheels for {}; pass --system x86_64-linux",
                       question.system);
    if (!question.gpus.empty()) asked.answer.gpu = format_gpus(question.gpus);
    for (auto [name, value] : {std::pair("driver", &asked.answer.driver), std::pair("python", &asked.answer.python)})
        if (texts.has(name)) *value = texts.value(name);
    if (question.cuda) asked.answer.cuda = texts.value("cuda");
    asked.answer.system = question.system;
    return asked;
}

/// Adds the build to use and its companions.
void add_use(const Tables& tables, const WheelBuild& build, AskedWheel& asked) {
    WheelAnswer& answer = asked.answer;
    answer.use = messages::wheel_facts(tables, build, asked.question);
    answer.companions = messages::companions_of(tables, build);
    if (const WheelCompanionRow* row = requirements_of(tables, build.row->project, build.version))
        answer.requirements.assign(row->requirements.begin(), row->requirements.end());
}

void add_commands(const Tables& tables, const WheelBuild& build, AskedWheel& asked) {
    WheelAnswer& answer = asked.answer;
    if (asked.tool.is_none) return;
    for (Plan& plan : plans_for_wheel(tables, build, asked.question.system))
        if (!asked.tool.tool || asked.tool.tool == plan.tool) answer.apply.push_back(std::move(plan));
    if (asked.tool.tool && answer.apply.empty()) answer.apply.push_back({.tool = *asked.tool.tool});
}

/// The newest of the builds that runs, otherwise the newest that may; nullptr: neither.
const WheelBuild* add_best(const Tables& tables, std::span<const WheelBuild> builds, AskedWheel& asked) {
    const WheelBuild* best = best_build(builds);
    if (best) add_use(tables, *best, asked);
    else best = likely_build(builds);
    if (best) add_commands(tables, *best, asked);
    return best;
}

/// Beside the line for pip, that of the newest build of conda that runs.
void add_conda(const Tables& tables, AskedWheel& asked) {
    WheelQuestion question = asked.question;
    question.channel = conda_channel(tables, *question.project.row);
    // A package of several may be for one CUDA release.
    if (asked.tool.is_none || asked.tool.tool || !question.channel || !question.project.install.empty()) return;
    question.variant.reset();
    const std::vector<WheelBuild> builds = find_builds(tables, question);
    if (const WheelBuild* best = best_build(builds)) add_commands(tables, *best, asked);
}

bool is_same(const WheelBuild& left, const WheelBuild& right) {
    return left.row == right.row && left.version == right.version;
}

/// The newest build of each project that runs, otherwise the newest.
void list_projects(const Tables& tables, AskedWheel& asked) {
    bool one_is_unknown = false;
    for (const WheelProjectRow& project : tables.wheel_projects) {
        asked.question.project = {&project, {}};
        const std::vector<WheelBuild> builds = find_builds(tables, asked.question);
        if (builds.empty()) continue;
        const WheelBuild* best = best_build(builds);
        if (best) asked.answer.runs = true;
        one_is_unknown = one_is_unknown || !one_runs(builds);
        asked.answer.builds.push_back(messages::wheel_facts(tables, best ? *best : builds.front(), asked.question));
    }
    if (!asked.answer.runs && !one_is_unknown) asked.answer.runs = false;
}

void list_builds(const Tables& tables, AskedWheel& asked) {
    const std::vector<WheelBuild> builds = find_builds(tables, asked.question);
    for (const WheelBuild& build : builds)
        if (build.version == builds.front().version)
            asked.answer.builds.push_back(messages::wheel_facts(tables, build, asked.question));
}

/// The builds that the name of one wheel means: without a suffix those on PyPI, if it has that version.
std::vector<WheelBuild> builds_named(const Tables& tables, const WheelQuestion& question) {
    std::vector<WheelBuild> builds = find_builds(tables, question);
    if (builds.empty()) return builds;
    const PackageVersion newest = builds.front().version;
    std::erase_if(builds, [&](const WheelBuild& build) { return build.version != newest; });
    const auto is_elsewhere = [](const WheelBuild& build) { return !build.row->on_pypi; };
    if (!question.variant && !std::ranges::all_of(builds, is_elsewhere)) std::erase_if(builds, is_elsewhere);
    return builds;
}

}  // namespace

WheelAnswer wheel_answer(const Context& context, const OptionTexts& texts) {
    const Tables& tables = context.tables;
    AskedWheel asked = read_wheel_question(context, texts, texts.value_or("name", ""));
    const bool has_gpu = !asked.question.gpus.empty();
    if (!has_gpu && (!asked.question.project.row || texts.has("driver")))
        throw BadInput(InputError::missing, "missing {}; cudastdenv wheel torch --gpu 'RTX 4090'",
                       asked.question.project.row ? "GPU" : "package or GPU");
    if (!asked.question.project.row) list_projects(tables, asked);
    else if (!has_gpu) list_builds(tables, asked);
    if (!has_gpu || !asked.question.project.row) return std::move(asked.answer);
    const std::vector<WheelBuild> builds = find_builds(tables, asked.question);
    const WheelBuild* best = add_best(tables, builds, asked);
    asked.answer.runs = one_runs(builds);
    add_conda(tables, asked);
    if (builds.empty()) return std::move(asked.answer);
    const WheelBuild& other = best && !best->runs ? *best : builds.front();
    if (!asked.answer.use || !is_same(*best, other))
        asked.answer.asked = messages::wheel_facts(tables, other, asked.question);
    return std::move(asked.answer);
}

WheelAnswer wheel_coverage(const Context& context, const OptionTexts& texts) {
    const Tables& tables = context.tables;
    refuse_options(
        texts, {"capabilities", "no-forward-compat", "format", "consumer", "compiler", "text", "cuda", "all-devices"},
        "--wheel: the wheel has its own list");
    AskedWheel asked = read_wheel_question(context, texts, texts.value("wheel"));
    if (asked.question.gpus.empty())
        throw BadInput(InputError::missing, "missing GPU; pass --gpu 'RTX 4090' or --device 8.9");
    WheelQuestion& question = asked.question;
    WheelAnswer& answer = asked.answer;
    if (!question.versions) throw BadInput(InputError::missing, "missing version; pass one like --wheel torch==2.9.0");
    const std::vector<WheelBuild> builds = builds_named(tables, question);
    if (builds.empty())
        throw BadInput(InputError::unknown,
                       "no build {} for {} in the table of wheels; `cudastdenv wheel {}` lists "
                       "the newest builds",
                       in_quotes(*answer.requested), question.system, question.project.row->id);
    answer.is_about_one = true;
    answer.runs = one_runs(builds);
    if (const WheelBuild* best = best_build(builds)) {
        add_use(tables, *best, asked);
        return std::move(answer);
    }
    answer.asked = messages::wheel_facts(tables, builds.front(), question);
    question.versions.reset();
    question.variant.reset();
    (void)add_best(tables, find_builds(tables, question), asked);
    return std::move(answer);
}

Written answer_wheel(const Context& context, const OptionTexts& texts, const Form& form) {
    const WheelAnswer answer = wheel_answer(context, texts);
    return {.text = laid_out(answer, form, report::wheel_text),
            .answered = answer.gpu ? answer.runs == true : !answer.builds.empty()};
}

}  // namespace cudastdenv::query

// SPDX-License-Identifier: MIT
#include "messages/code_files.hpp"
#include "messages/wheels.hpp"
#include "report/text.hpp"

namespace cudastdenv::report {

namespace {

using namespace messages;

std::string format_versions(PackageVersion first, PackageVersion last) {
    return first == last ? to_string(last) : fmt::format("{} to {}", first, last);
}

/// `Tesla P100 (6.0) with driver 570`
std::string format_place(const WheelAnswer& answer) {
    return answer.gpu.value_or("") + (answer.driver ? " with driver " + *answer.driver : "");
}

/// The conditions other than the GPU and the driver: `CUDA 12.8, Python 3.12, aarch64-linux`.
std::string format_conditions(const WheelAnswer& answer, std::string_view before) {
    std::vector<std::string> all;
    if (answer.cuda) all.push_back("CUDA " + *answer.cuda);
    if (answer.python) all.push_back("Python " + *answer.python);
    if (answer.system != Request{}.system) all.push_back(answer.system);
    return all.empty() ? "" : fmt::format("{}{}", before, joined(all));
}

std::string headline(const WheelAnswer& answer, const Style& style) {
    const std::string place = format_place(answer) + format_conditions(answer, ", ");
    if (answer.is_about_one) {
        const WheelFacts& build = answer.asked ? *answer.asked : *answer.use;
        const std::string name = format_build(build);
        if (build.runs == true) return style.good(fmt::format("Yes: {} runs on {}, by {}", name, place, build.text));
        const std::string why = fmt::format("{} {} on {}: {}", name, build.runs ? "does not run" : "may not run", place,
                                            build.text);
        return build.runs ? style.bad("No: " + why) : style.warn("Unknown: " + why);
    }
    if (answer.use) return style.good(fmt::format("Use {} for {}", format_build(*answer.use), place));
    const std::string builds = "build of " + *answer.requested;
    if (answer.runs == false) return style.bad(fmt::format("No: no {} in the tables runs on {}", builds, place));
    return style.warn(fmt::format("Unknown: no {} in the tables is known to run on {}", builds, place));
}

void print_use(Page& page, const WheelAnswer& answer) {
    const WheelFacts& use = *answer.use;
    if (answer.is_about_one && answer.asked) page.fact("instead", format_build(use));
    if (!answer.is_about_one || answer.asked) page.fact("runs by", page.cited(use.text, use.sources));
    if (use.driver) page.fact("needs", fmt::format("driver {} or later", *use.driver));
    if (const std::string python = format_python(use.python); !python.empty()) page.fact("Python", python);
    const auto companion = [](const WheelAnswer::Companion& each) {
        return fmt::format("{} {}", each.project, format_versions(each.first, each.last));
    };
    if (!answer.requirements.empty()) page.fact("requires", joined(answer.requirements));
    if (!answer.companions.empty()) page.fact("fits", joined(answer.companions, ", ", companion));
    if (use.index && answer.apply.empty()) page.fact("wheels", *use.index);
}

/// The newest build, which does not run, or the one that may run.
void print_asked(Page& page, const WheelAnswer& answer) {
    if (!answer.asked || answer.is_about_one) return;
    const WheelFacts& newest = *answer.asked;
    page.fact(newest.runs ? "newest" : "may run",
              page.cited(fmt::format("{}{}: {}", format_build(newest), newest.runs ? " does not run" : "", newest.text),
                         newest.sources));
    if (!newest.runs && newest.driver) page.fact("needs", fmt::format("driver {} or later", *newest.driver));
}

/// `CUDA 12.6, driver 525.60.13 or later: machine code of 5.0 6.0; no PTX`
std::string format_contents(const WheelFacts& build) {
    std::string text = build.cuda ? fmt::format("CUDA {}", *build.cuda) : build.variant == "cpu" ? "" : "CUDA unknown";
    if (build.driver) text += fmt::format(", driver {} or later", *build.driver);
    if (!text.empty()) text += ": ";
    return text + format_code_list(build.machine_code, build.ptx) + (build.on_pypi ? " (PyPI)" : "");
}

std::string builds_text(const WheelAnswer& answer, const Style& style) {
    Page page(style);
    if (answer.builds.empty()) {
        page.sentence(style.bad(
            fmt::format("None: no build of {}{} in the tables", *answer.requested, format_conditions(answer, ", "))));
        return page.take();
    }
    page.sentence(style.strong(fmt::format("{} {} has these builds{}:", answer.title, answer.builds.front().version,
                                           format_conditions(answer, " for "))));
    for (const WheelFacts& build : answer.builds)
        page.fact(build.variant.value_or(build.install), page.cited(format_contents(build), build.sources));
    return page.take();
}

/// One line a project.
std::string projects_text(const WheelAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(style.strong(
        fmt::format("Newest builds that run on {}{}:", format_place(answer), format_conditions(answer, ", "))));
    for (const WheelFacts& build : answer.builds)
        page.fact(build.project, build.runs == true ? fmt::format("{}, by {}", format_build(build), build.text)
                                 : build.runs       ? fmt::format("none; {}: {}", format_build(build), build.text)
                                                    : fmt::format("unknown; {}: {}", format_build(build), build.text));
    return page.take();
}

}  // namespace

std::string wheel_text(const WheelAnswer& answer, const Style& style) {
    if (!answer.gpu) return builds_text(answer, style);
    if (answer.title.empty()) return projects_text(answer, style);
    Page page(style);
    page.sentence(headline(answer, style));
    if (answer.use) print_use(page, answer);
    print_asked(page, answer);
    page.plans(answer.apply);
    return page.take();
}

}  // namespace cudastdenv::report

// SPDX-License-Identifier: MIT
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

#include <fmt/format.h>

#include <string_view>

namespace cudastdenv::report {

namespace {

using namespace words;

constexpr std::string_view why_not_ld_library_path =
    "LD_LIBRARY_PATH is not the way: it goes before every program's own run path and is handed down to all that is "
    "started from there, so programs built for another release get this libcuda.so too.";

std::string painted(const Style& style, const CompatAnswer& answer, std::string_view text) {
    if (answer.runs == false) return style.bad(text);
    return answer.runs && answer.how == DriverSupport::native ? style.good(text) : style.warn(text);
}

/// The lines of one way: what stands in it, else `yes`; none where it was not judged and `yes` is empty.
void print_way(Page& page, const CompatAnswer& answer, std::string_view way, const std::string& yes) {
    for (const CompatAnswer::ClosedWay& closed : answer.obstacles) {
        if (closed.way != way) continue;
        page.row(way, cited((closed.certain ? "no: " : "not known: ") + closed.text, closed.sources));
        if (way != gpu_way) return;
    }
    if (!yes.empty()) page.row(way, yes);
}

void print_bundled(Page& page, const CompatAnswer& answer) {
    if (answer.bundled) page.row("bundled driver", cited(to_string(answer.bundled->driver), answer.bundled->sources));
}

void print_ways(Page& page, const CompatAnswer& answer) {
    print_way(page, answer, platform_way, "");
    std::string yes;
    if (answer.how == DriverSupport::native && answer.minimum)
        yes = cited(fmt::format("yes: {} or newer is enough", to_string(answer.minimum->driver)),
                    answer.minimum->sources);
    else if (answer.how == DriverSupport::native) yes = "yes";
    print_way(page, answer, native_way, yes);
    yes.clear();
    if (answer.how == DriverSupport::minor_version)
        yes = cited(fmt::format("yes: {} or newer is enough for all of CUDA {}.x",
                                to_string(answer.minor_version->driver), answer.cuda.release.major),
                    answer.minor_version->sources);
    print_way(page, answer, minor_version_way, yes);
    print_way(page, answer, package_way, answer.package_text);
    for (const DriverGpu& gpu : answer.gpus)
        if (gpu.known == true && gpu.name) page.row(gpu_way, cited("yes: " + gpu.text, gpu.sources));
    print_way(page, answer, gpu_way, "");
    print_bundled(page, answer);
}

/// `9.0: does not load: CUDA 12.8.1 writes PTX ISA 8.7, which drivers compile from branch 570 on`
std::string ptx_in_words(const CompatAnswer::Code& code) {
    const std::string_view loads = !code.ptx_loads ? "not known" : *code.ptx_loads ? "loads" : "does not load";
    return fmt::format("{}: {}{}{}", to_string(*code.ptx), loads, code.ptx_text.empty() ? "" : ": ", code.ptx_text);
}

void print_code(Page& page, const CompatAnswer& answer) {
    if (answer.runs != true) return;
    const CompatAnswer::Code& code = answer.capabilities;
    page.gap();
    page.row("machine code", fmt::format("{}: loads; every capability asked has code", joined(code.machine_code)));
    if (!code.ptx) return;
    page.row("PTX", ptx_in_words(code));
    if (!code.without_code.empty())
        page.row("without code", fmt::format("{}: GPUs that only this PTX would reach", joined(code.without_code)));
}

void print_run_path(Page& page, const CompatAnswer& answer) {
    if (!answer.run_path) return;
    page.gap();
    page.line("Run path, so that the package wins");
    std::size_t number = 0;
    for (const std::string& folder : *answer.run_path) page.line(fmt::format("  {}. {}", ++number, folder));
    page.gap();
    page.row("", why_not_ld_library_path);
}

/// `570.124.06 or newer [release-notes-12.8]`
template <class Datum>
std::string or_newer(const Datum& datum) {
    return cited(to_string(datum.driver) + " or newer", datum.sources);
}

/// What each way asks of a driver.
void print_needs(Page& page, const CompatAnswer& answer) {
    if (answer.jetson) {
        page.row(native_way, cited(fmt::format("{} or newer, which comes with JetPack {}; older ones are not known",
                                               to_string(answer.jetson->driver), to_string(answer.jetson->jetpack)),
                                   answer.jetson->sources));
    } else {
        page.row(native_way, answer.minimum ? or_newer(*answer.minimum) : "not known");
        if (answer.minor_version) page.row(minor_version_way, or_newer(*answer.minor_version));
    }
    if (!answer.package_text.empty()) page.row(package_way, answer.package_text);
    for (const DriverGpu& gpu : answer.gpus) page.row(gpu_way, cited(gpu.text, gpu.sources));
    if (!answer.capabilities.ptx_text.empty()) page.row("PTX", answer.capabilities.ptx_text);
    print_bundled(page, answer);
}

/// What is said first.
std::string headline(const CompatAnswer& answer, const Style& style) {
    const std::string release = style.strong(release_in_words(answer.cuda.release));
    if (!answer.driver) return fmt::format("{}: {}", release, answer.verdict);
    const bool only_with_package = answer.runs == true && answer.how == DriverSupport::package;
    return fmt::format("{} with driver {}: {}", release, *answer.driver,
                       only_with_package ? answer.verdict : runs_in_words(answer.runs));
}

}  // namespace

std::string compat_text(const CompatAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(headline(answer, style));
    page.gap();
    page.row("system", fmt::format("{} ({})", answer.system.nix, answer.system.redist));
    if (answer.driver) {
        page.row("verdict", answer.verdict, [&](std::string text) { return painted(style, answer, text); });
        print_ways(page, answer);
        print_code(page, answer);
        print_run_path(page, answer);
    } else {
        print_way(page, answer, platform_way, "");
        if (answer.obstacles.empty()) print_needs(page, answer);
    }
    page.notes(answer.notes);
    return page.take();
}

}  // namespace cudastdenv::report

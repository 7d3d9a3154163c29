// SPDX-License-Identifier: MIT
#include "report/text.hpp"

#include "report/page.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"
#include "words/phrases.hpp"
#include "words/resolution.hpp"

#include <cudastdenv/flags.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace cudastdenv::report {

namespace {

using namespace words;

std::string listed(SourceIds sources) { return fmt::format("{}", fmt::join(sources, ", ")); }

std::string release_and_nvcc(const Release& release) {
    std::string words = release_in_words(release.version);
    if (release.nvcc) words += fmt::format(" (nvcc {})", *release.nvcc);
    return words;
}

std::string stdenv_in_words(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    std::string words = name_in_words(stdenv.compiler, version_of(answer.request, stdenv.compiler));
    if (stdenv.compiler != Compiler{Compiler::Family::gcc, stdenv.libstdcxx})
        words += fmt::format(" with the libstdc++ of gcc-{}{}", stdenv.libstdcxx,
                             answer.libstdcxx_assumed ? " (assumed)" : "");
    else if (answer.stdenv_assumed) words += " and its libstdc++";
    if (stdenv.glibc) words += fmt::format(", glibc {}", to_string(*stdenv.glibc));
    if (answer.stdenv_assumed)
        words += fmt::format("{}{} (assumed)", stdenv.glibc ? "" : ", glibc not known",
                             answer.available_assumed ? ", any compiler at hand" : "");
    else if (!answer.environment.empty()) words += fmt::format(" ({})", answer.environment);
    return words;
}

std::string host_in_words(const ResolutionReport& answer) {
    const HostCompiler& host = *answer.resolution.host;
    const std::string name = name_in_words(host.compiler, host.version);
    return name + (host.uses_stdenv ? ", the stdenv's own" : ", linked with the stdenv's libstdc++");
}

std::string library_in_words(const ResolutionReport& answer) {
    const Stdenv& stdenv = answer.request.stdenv;
    const int major = stdenv.libstdcxx;
    const LibstdcxxRow* row = libstdcxx_of(answer.tables, stdenv);
    if (!row) {
        const bool is_older = major < answer.tables.libstdcxx.front().gcc.major;
        return fmt::format("of gcc-{}, {} than these tables", major, is_older ? "older" : "newer");
    }
    const bool is_lowest = !stdenv.libstdcxx_release && row != newest_libstdcxx(answer.tables, major);
    return fmt::format("of gcc-{}{}: {}, {}, {}", major,
                       is_lowest ? fmt::format(" (of {} on: which release is not known)", to_string(row->gcc)) : "",
                       row->soname, row->glibcxx, row->cxxabi);
}

void print_rejections(Page& page, const ResolutionReport& answer, const Style& style) {
    for (const std::span<const Rejection> run : rejection_runs(answer.tables, answer.resolution.rejected)) {
        const Reason& reason = run.front().reason;
        const std::string head = run_in_words(run);
        const bool would_work = std::holds_alternative<Superseded>(reason);
        const Said said = say(answer.tables, reason);
        page.item(head, would_work ? style.faint(head) : style.bad(head),
                  cited(fmt::format("{}: {}", said.code, said.text), said.sources));
        for (const AdvisoryRow* advisory : run.front().hidden)
            page.item_continued(hidden_message(run.front(), *advisory));
    }
}

std::string painted_severity(AdvisoryRow::Severity severity, const Style& style) {
    switch (severity) {
        case AdvisoryRow::Severity::broken: return style.bad(to_string(severity));
        case AdvisoryRow::Severity::caution: return style.warn(to_string(severity));
        case AdvisoryRow::Severity::note: return style.faint(to_string(severity));
    }
    return std::string(to_string(severity));
}

/// The answer in a line: which one it is, and whether it works as it stands.
std::string host_in_a_line(const ResolutionReport& answer, const Style& style) {
    const Resolution& resolution = answer.resolution;
    const AdvisoryRow* breakage = resolution.broken_by;
    const Release& asked = *resolution.release;
    const std::string release = breakage ? release_in_words(asked.version) : release_and_nvcc(asked);
    const std::string by = breakage ? fmt::format(" [{}]", breakage->id) : "";
    if (!resolution.host || (breakage && !breakage->workaround))
        return style.bad(fmt::format("no host compiler works with {}{}", release, by));
    const std::string name = name_in_words(resolution.host->compiler, resolution.host->version);
    const std::string line = fmt::format("{} is the host compiler for {}", name, release);
    return breakage ? style.warn(fmt::format("{}, by a way out{}", line, by)) : style.good(line);
}

/// What breaks the answer as it stands goes before all that it is made of.
void print_breakage(Page& page, const ResolutionReport& answer, const Style& style) {
    const AdvisoryRow* advisory = answer.resolution.broken_by;
    if (!advisory) return;
    page.row("broken", fmt::format("{} [{}]", advisory->message, advisory->id),
             [&](const std::string& s) { return style.bad(s); });
    page.row("way out", advisory->workaround.value_or("none is known"));
}

void print_advisories_and_notes(Page& page, const ResolutionReport& answer, const Style& style) {
    std::vector<const AdvisoryRow*> advisories = answer.resolution.advisories;
    std::erase(advisories, answer.resolution.broken_by);
    if (!advisories.empty()) {
        page.gap();
        page.line("Advisories");
        for (const AdvisoryRow* advisory : advisories) {
            page.item(to_string(advisory->severity), painted_severity(advisory->severity, style),
                      fmt::format("{} [{}]", advisory->message, advisory->id));
            if (advisory->workaround) page.item_continued(fmt::format("Way out: {}", *advisory->workaround));
        }
    }
    const std::vector<Said> notes = say_notes(answer);
    if (notes.empty()) return;
    page.gap();
    page.line("Notes");
    for (const Said& note : notes) page.bullet(note.text);
}

std::string_view part_in_words(CrossPart::Part part) {
    switch (part) {
        case CrossPart::Part::nvcc: return "nvcc";
        case CrossPart::Part::host_compiler: return "host compiler";
        case CrossPart::Part::cuda_libraries: return "CUDA libraries";
        case CrossPart::Part::libstdcxx: return "libstdc++";
    }
    return "";
}

void print_cross(Page& page, const ResolutionReport& answer) {
    if (!answer.resolution.cross) return;
    const Cross& cross = *answer.resolution.cross;
    page.gap();
    page.sentence(fmt::format("Cross build on {} ({}) for {} ({})", cross.build, cross.build_redist, cross.host,
                              answer.resolution.redist));
    for (const CrossPart& part : cross.parts) {
        const std::string_view head = part_in_words(part.part);
        page.item(head, head,
                  part.makes_code_for.empty()
                      ? fmt::format("of {}", part.system)
                      : fmt::format("runs on {}, makes code for {}", part.system, part.makes_code_for));
    }
}

void print_host_compiler(Page& page, const ResolutionReport& answer, const Style& style) {
    const Resolution& resolution = answer.resolution;
    if (resolution.host) {
        page.row("host compiler", host_in_words(answer), [&](std::string s) { return style.good(s); });
        if (resolution.host->headers)
            page.row("headers", fmt::format("libstdc++ of gcc-{}{}", *resolution.host->headers,
                                            resolution.host->headers_inferred ? " (inferred, not measured)" : ""));
    } else {
        page.row("host compiler", "none works; every candidate and its reason below",
                 [&](std::string s) { return style.bad(s); });
    }
    page.row("library", "libstdc++ " + library_in_words(answer));
    page.row("stdenv", stdenv_in_words(answer));
}

void print_why(Page& page, const ResolutionReport& answer, const Style& style) {
    page.gap();
    page.line("Why");
    if (const auto& host = answer.resolution.host; host && answer.resolution.redist != unsupported_redist) {
        const std::string head = name_in_words(host->compiler, host->version);
        page.item(head, style.good(head),
                  fmt::format("chosen: {} [{}]", range_in_words(host->compiler.family, host->range),
                              host->range.max.sources.front()));
    }
    print_rejections(page, answer, style);
}

void print_capabilities(Page& page, const ResolutionReport& answer) {
    const Resolution& resolution = answer.resolution;
    page.gap();
    const bool is_default = answer.request.capabilities.empty();
    page.row("capabilities", joined(resolution.resolved) + (is_default ? " (default)" : ""));
    page.row("PTX", resolution.ptx ? to_string(*resolution.ptx) + ", for later GPUs" : "none");
    page.row("nvcc flags", gencode_string(build_list(resolution)));
}

void print_view(Page& page, const ResolutionReport& answer, Compiler::Family family, Policy view) {
    const HostCompilerRow* row = find_host_compilers(answer.tables, family, answer.request.cuda);
    if (!row) return;
    const std::optional<HostRange>& range = view_of(*row, view);
    if (!range) {
        page.row(to_string(view), "no row for this release");
        return;
    }
    const std::string bounds = range->min ? fmt::format("{} to {}", *range->min, range->max)
                                          : fmt::format("up to {}", range->max);
    page.row(to_string(view),
             fmt::format("{} {}, {} [{}]", to_string(family), bounds, view_in_words(view), listed(range->sources)));
}

}  // namespace

std::string resolution_text(const ResolutionReport& answer, const Style& style) {
    Page page(style);
    page.sentence(host_in_a_line(answer, style));
    page.gap();
    print_breakage(page, answer, style);
    page.row("release", fmt::format("{} on {} ({})", release_and_nvcc(*answer.resolution.release),
                                    answer.request.system, answer.resolution.redist));
    print_host_compiler(page, answer, style);
    print_cross(page, answer);
    print_why(page, answer, style);
    print_capabilities(page, answer);
    print_advisories_and_notes(page, answer, style);
    page.apply(answer.apply);
    return page.take();
}

std::string explanation_text(const ResolutionReport& answer, Compiler compiler, bool supposed, const Style& style) {
    Page page(style);
    const Resolution& resolution = answer.resolution;
    const std::string name = name_in_words(compiler, version_of(answer.request, compiler));
    const std::string release = release_and_nvcc(*resolution.release);
    SourceIds sources;
    if (resolution.host && resolution.host->compiler == compiler) {
        page.sentence(host_in_a_line(answer, style));
        print_breakage(page, answer, style);
        page.row("because", resolution.host->uses_stdenv
                                ? "it is the stdenv's own, in range"
                                : "it is the newest available one in range whose libstdc++ the stdenv can replace");
        sources = resolution.host->range.max.sources;
    } else {
        const auto rejection = std::ranges::find(resolution.rejected, compiler, &Rejection::compiler);
        page.sentence(style.bad(fmt::format("{} is not the host compiler for {}", name, release)));
        if (rejection != resolution.rejected.end()) {
            const Said said = say(answer.tables, rejection->reason);
            page.row(said.code, said.text);
            for (const AdvisoryRow* advisory : rejection->hidden)
                page.row("hides", hidden_message(*rejection, *advisory));
            sources = said.sources;
        }
        page.row("instead", resolution.host ? host_in_words(answer) : "no available compiler works");
        print_breakage(page, answer, style);
    }
    page.row("stdenv", stdenv_in_words(answer));
    if (supposed)
        page.row("supposing",
                 fmt::format("{} is not among the available compilers; the answer supposes it were", name));
    page.gap();
    page.line("Ranges");
    for (const Policy view : {Policy::nixpkgs, Policy::documented, Policy::enforced})
        print_view(page, answer, compiler.family, view);
    if (!sources.empty()) {
        page.gap();
        page.line("Sources of the verdict");
        for (const std::string_view id : sources) {
            const SourceRow* source = find_source(answer.tables, id);
            page.bullet(fmt::format("{}: {}, {}{}{} ({}, {} confidence)", id, source->title, source->locator,
                                    source->url ? ", " : "", source->url.value_or(""), to_string(source->kind),
                                    to_string(source->confidence)));
        }
    }
    print_advisories_and_notes(page, answer, style);
    page.apply(answer.apply);
    return page.take();
}

}  // namespace cudastdenv::report

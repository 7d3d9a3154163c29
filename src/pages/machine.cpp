// SPDX-License-Identifier: MIT
#include "pages/machine.hpp"

#include "core/quote.hpp"
#include "messages/code_files.hpp"

namespace cudastdenv::report {

namespace {

using found::DetectAnswer;
using messages::counted, messages::format_release;

std::string format_toolkit(const FoundToolkit& toolkit) {
    std::string words = fmt::format("nvcc {}", toolkit.build);
    if (!toolkit.same_build.empty())
        words += fmt::format(" (CUDA {} to {})", toolkit.same_build.front(), toolkit.same_build.back());
    words += fmt::format(", {} ({})", shown(toolkit.nvcc), toolkit.found_by);
    if (toolkit.nvcc.native() != (toolkit.root / "bin" / "nvcc").native())
        words += fmt::format("; in {}", shown(toolkit.root));
    if (!toolkit.known) words += "; the release is not in the tables";
    if (const auto& named = toolkit.host_compiler)
        words += fmt::format("; compiles host code with {} ({})", shown(named->path), named->named_by);
    return words;
}

std::string format_compiler(const FoundCompiler& compiler) {
    std::string words = fmt::format("{}, {}{}", compiler.version, shown(compiler.path),
                                    compiler.is_default ? ", the default" : "");
    if (!compiler.libstdcxx_headers) words += "; finds no libstdc++ headers";
    else if (compiler.compiler != Compiler{Compiler::Family::gcc, *compiler.libstdcxx_headers})
        words += fmt::format("; compiles with the libstdc++ headers of gcc-{}", *compiler.libstdcxx_headers);
    if (compiler.wrapper == FoundCompiler::Wrapper::none) return words;
    const bool is_cache = compiler.wrapper == FoundCompiler::Wrapper::cache;
    return words + fmt::format("; {} {}", is_cache ? "past the cache" : "Nix's wrapper of", shown(compiler.wrapped));
}

std::string format_libstdcxx(const LoadedLibstdcxx& library) {
    return fmt::format("{}: {}, {}, {}",
                       library.gcc ? fmt::format("of gcc-{}", *library.gcc) : "newer than these tables",
                       shown(library.path), library.glibcxx, library.cxxabi);
}

std::string format_gpu(const FoundGpu& gpu) {
    return fmt::format("{}{}", as_plain_text(gpu.name),
                       gpu.capability ? fmt::format(" ({})", *gpu.capability) : ", of unknown capability");
}

using found::AbiAnswer;

/// A name from a binary, on one line and of limited length.
std::string cut(std::string_view text) {
    constexpr std::size_t longest = 200;
    const std::string_view start = first_bytes(text, longest);
    return as_plain_text(start) + (start.size() < text.size() ? "..." : "");
}

std::string_view format_kind(ElfFile::Kind kind) {
    return std::array{"object",         "executable",
                      "shared library", "debug information of another file",
                      "core dump",      "ELF file of an unknown kind"}
        .at(static_cast<std::size_t>(kind));
}

std::string format_contents(const ArchiveContents& archive) {
    return fmt::format("{} of {}{}", archive.thin ? "thin archive" : "archive",
                       counted(archive.elf_members, "ELF file"),
                       archive.other_members > 0 ? fmt::format(" and {} other member(s)", archive.other_members) : "");
}

/// `shared library, i386, 32 bit`
std::string nature(const AbiFile& file) {
    std::string words = file.archive ? format_contents(*file.archive) : std::string(format_kind(file.kind));
    if (file.archive && file.archive->elf_members == 0) return words;
    words += ", " + file.machine;
    if (file.bits == 32) words += ", 32 bit";
    if (file.byte_order == "big") words += ", big endian";
    return words;
}

std::string for_symbol(const std::optional<BinarySymbol>& symbol) {
    return symbol ? fmt::format(", for {}", cut(symbol->demangled)) : "";
}

std::string format_need(std::string_view label, const NewestNeed& need) {
    std::string words = cut(need.version);
    if (need.first_gcc) words += fmt::format(" (gcc {})", *need.first_gcc);
    else if (label != "GLIBC") words += " (newer than the tables)";
    words += for_symbol(need.symbol);
    if (!need.member.empty()) words += fmt::format(" in {}", cut(need.member));
    return words;
}

std::string format_cudart(const NeededSymbolVersion& need) {
    const bool says_more = !need.version.empty() && need.version != need.library;
    return cut(need.library) + (says_more ? " " + cut(need.version) : "") + for_symbol(need.symbol);
}

/// The existing needs, with a label each.
std::vector<std::pair<std::string_view, const NewestNeed&>> needs_of(const AbiFile::Newest& newest) {
    std::vector<std::pair<std::string_view, const NewestNeed&>> needs;
    if (newest.glibcxx) needs.emplace_back("GLIBCXX", *newest.glibcxx);
    if (newest.cxxabi) needs.emplace_back("CXXABI", *newest.cxxabi);
    if (newest.glibc) needs.emplace_back("GLIBC", *newest.glibc);
    return needs;
}

bool is_object(const AbiFile& file) { return file.kind == ElfFile::Kind::object; }

void print_needs(Page& page, const AbiAnswer& answer, const AbiFile& file) {
    if (is_object(file))
        page.row("versions", "none: the linker adds symbol versions; the versions below added its undefined symbols");
    const auto needs = needs_of(file.newest);
    for (const auto& [label, need] : needs) page.row(label, format_need(label, need));
    for (const NeededSymbolVersion& need : file.libcudart) page.row("libcudart", format_cudart(need));
    if (needs.empty() && file.libcudart.empty())
        page.row("needs", is_object(file) ? fmt::format("no libstdc++ symbols of {} or older", answer.newest_glibcxx)
                                          : std::string("no versions of libstdc++, glibc or libcudart"));
    if (!file.newest_defined.empty()) page.row("defines", joined(file.newest_defined));
    if (file.gpu_code)
        page.row("GPU code", messages::format_code_list(file.gpu_code->machine_code, file.gpu_code->ptx));
    if (needs.empty()) return;
    std::string where = file.environments.empty() ? "none in the tables" : joined(file.environments) + " and later";
    if (is_object(file))  // its linker has not written versions
        where += fmt::format("; by its undefined symbols of {} or older", answer.newest_glibcxx);
    page.row("has them", where);
}

std::string format_state(const AbiFile& file, const Style& style) {
    if (file.verdict == "not-judged") return style.warn("not checked");
    return file.verdict == "satisfied" ? style.good("satisfied") : style.bad("not satisfied");
}

void print_verdict(Page& page, const AbiStdenv& stdenv, const AbiFile& file) {
    if (file.verdict == "satisfied") page.row("verdict", fmt::format("satisfied by {}", stdenv.name), &Style::good);
    else if (file.verdict == "not-satisfied")
        page.row("verdict", fmt::format("not satisfied by {}: {}", stdenv.name, joined(file.missing, "; ", cut)),
                 &Style::bad);
    if (const AbiStdenv::Libstdcxx& its = stdenv.libstdcxx; its.lowest_of_major && its.gcc && its.glibcxx)
        page.row("judged by",
                 fmt::format("the oldest gcc-{} release ({}); later ones have more", *its.gcc, *its.glibcxx));
    // Why needs are not checked, or not all of them.
    if (is_object(file) && file.verdict == "not-judged")
        page.row("verdict", fmt::format("no symbol newer than {} found; check the linked file", stdenv.name));
    for (const auto& [label, need] : needs_of(file.newest))
        if (!need.satisfied && !is_object(file))
            page.row("not checked", fmt::format("{}: unknown for this environment", label));
    page.rows("change", file.changes, [](const AbiChange& change) { return cut(change.message); });
}

std::string format_directory(const RunPathFolder& directory) {
    const std::string &entry = directory.entry, &meant = directory.folder.native();
    std::string words = cut(entry.empty() ? "(empty)" : entry);
    if (meant.empty()) return words + " (depends on where it is started)";
    if (meant != entry) words += fmt::format(" ({})", cut(meant));
    return words + (directory.exists ? "" : " (not there)");
}

/// nixpkgs requires cuda_compat first: its libcuda must precede the driver's if it is needed.
std::string_view format_compat(CompatOrder order) {
    return std::array{"", "no directory of it before /run/opengl-driver: the driver's libcuda is used",
                      "in the run path, but /run/opengl-driver is not",
                      "before /run/opengl-driver, as nixpkgs requires",
                      "after /run/opengl-driver, so it is never used; it must come first"}
        .at(static_cast<std::size_t>(order));
}

std::string format_library(const SoughtLibrary& library) {
    constexpr std::array found_by{"by the run path", "by the loader's cache", "in a default directory"};
    std::string words = "not found on this machine";
    if (const auto& by = library.by)
        words = fmt::format("{}, {}", shown(library.path), found_by.at(static_cast<std::size_t>(*by)));
    if (!library.glibcxx.empty()) words += fmt::format(" ({})", std::string_view(library.glibcxx));
    if (library.new_enough) words += *library.new_enough ? ": new enough" : ": too old";
    if (!library.needed) words += "; not named by the file itself";
    if (!library.ld_library_path.empty())
        words += fmt::format("; LD_LIBRARY_PATH has {}", shown(library.ld_library_path));
    return words;
}

void print_search(Page& page, const AbiFile& file) {
    page.rows(file.run_path.tag.value_or(""), file.run_path.folders, format_directory);
    for (const SoughtLibrary& library : file.search) page.row(library.name, format_library(library));
    const CompatOrder compat = file.run_path.cuda_compat;
    if (compat != CompatOrder::neither)
        page.row("cuda_compat", format_compat(compat),
                 compat == CompatOrder::driver_first ? &Style::warn : &Style::plain);
}

void print_summary(Page& page, const AbiAnswer& answer) {
    if (answer.files.size() < 2 || !answer.stdenv) return;
    const auto count = [&](std::string_view code) { return std::ranges::count(answer.files, code, &AbiFile::verdict); };
    page.sentence(fmt::format("{} files: {} satisfied by {}, {} not, {} not checked", answer.files.size(),
                              count("satisfied"), answer.stdenv->name, count("not-satisfied"), count("not-judged")));
    page.gap();
}

std::string sh_line(const Assignment& variable) {
    if (!variable.value) return fmt::format("unset {}\n", variable.name);
    return fmt::format("export {}={}\n", variable.name, shell_quoted(*variable.value));
}

/// fish has two escapes within single quotes.
std::string fish_line(const Assignment& variable) {
    if (!variable.value) return fmt::format("set -e {}\n", variable.name);
    return fmt::format("set -gx {} '{}'\n", variable.name, with_backslashes(*variable.value, "'\\"));
}

/// Within double quotes of a Dockerfile instruction, variables are expanded.
std::string dockerfile_line(const Assignment& variable) {
    return fmt::format("ENV {}=\"{}\"\n", variable.name,
                       with_backslashes(variable.value.value_or(ForeignText{}), "\"\\$"));
}

/// A value of several lines is between two delimiter lines that it does not contain.
std::string github_line(const Assignment& variable) {
    const std::string value = variable.value.value_or(ForeignText{});
    if (value.find_first_of("\n\r") == value.npos) return fmt::format("{}={}\n", variable.name, value);
    std::string end = "END";
    while (value.find(end) != value.npos) end += "_";
    return fmt::format("{}<<{}\n{}\n{}\n", variable.name, end, value, end);
}

/// In a Dockerfile, a newline ends the instruction.
constexpr std::array forms{
    ShellForm{"sh bash zsh dash", sh_line},
    ShellForm{"fish", fish_line},
    ShellForm{"github", github_line, false, "GITHUB_ENV"},
    ShellForm{"dockerfile", dockerfile_line, true, "a Dockerfile", false},
};

/// `CUDA 13.0.0 (nvcc 13.0.48)`, `torch 2.9.0`
std::string title(const Toolkit& toolkit) {
    if (toolkit.wheel) return as_plain_text(toolkit.wheel->package + ' ' + toolkit.wheel->version);
    return (toolkit.releases.empty() ? "an unknown release"
                                     : "CUDA " + joined(toolkit.releases, toolkit.release_exact ? ", " : " or ")) +
           (toolkit.build ? fmt::format(" (nvcc {})", *toolkit.build) : "");
}

/// `machine code of 8.0 9.0; PTX of 9.0`
std::string format_code(const WheelBuildRow& build) {
    const auto listed = [](std::string_view form, const auto& list) {
        return list->empty() ? fmt::format("no {}", form) : fmt::format("{} of {}", form, joined(*list, " "));
    };
    return fmt::format("{}; {}", listed("machine code", build.machine_code), listed("PTX", build.ptx));
}

void print_facts(Page& page, const WheelContents& wheel) {
    page.row("system", wheel.system ? to_string(*wheel.system) : "any or unknown");
    const auto end = [](const std::optional<Version>& version) { return version ? to_string(*version) : "any"; };
    page.row("Python", fmt::format("{} to {}", end(wheel.python.min), end(wheel.python.max)));
    for (const WheelBuildRow& build : wheel.builds) {
        const std::string variant = build.variant ? std::string(*build.variant) + ": " : "";
        const std::string cuda = build.cuda ? fmt::format("CUDA {}", *build.cuda) : "CUDA release unknown";
        page.row("build",
                 variant == "cpu: " ? "cpu: no GPU code" : fmt::format("{}{}; {}", variant, cuda, format_code(build)));
    }
    if (!wheel.builds.empty() && !wheel.builds.front().requirements->empty())
        page.row("requires", joined(*wheel.builds.front().requirements, ", "));
    if (wheel.companion) page.row("fits", joined(wheel.companion->requirements, ", "));
}

void print_facts(Page& page, const Toolkit& toolkit) {
    if (toolkit.wheel) return print_facts(page, *toolkit.wheel);
    if (is_meta_package(toolkit)) {
        page.row("header", "none: a meta package only names the release and its nvcc");
    } else if (toolkit.header.empty()) {
        page.row("header",
                 "none; in CUDA 13.0 or later it is in the wheel nvidia-cuda-crt, on Debian in nvidia-cuda-dev");
    } else {
        page.row("header", as_plain_text(toolkit.header));
        const auto& [gcc, clang, grace, problems] = toolkit.bounds;
        for (const auto& [label, bounds] :
             {std::pair("gcc", gcc), std::pair("clang", clang), std::pair("clang for Grace", grace)})
            page.row(label, !bounds && !problems.empty() ? "not understood, or no check" : format_bounds(bounds));
    }
    const auto where = [](const Clue& clue) { return as_plain_text(clue.where); };
    if (!toolkit.clues.empty()) page.row("release from", joined(toolkit.clues, ", ", where));
    const auto clue = std::ranges::find_if(toolkit.clues, [](const Clue& c) { return !c.package.empty(); });
    if (clue != toolkit.clues.end())  // `nvidia-cuda-crt 13.0.88, Linux x86_64`
        page.row("package", as_plain_text(clue->package + ' ' + clue->package_version +
                                          (clue->platform.empty() ? "" : ", ") + clue->platform));
    if (!toolkit.answers) return;
    if (toolkit.answers->newest_standard) page.row("newest C++", to_string(*toolkit.answers->newest_standard));
    if (toolkit.answers->capabilities.empty()) return;
    page.row("capabilities", joined(toolkit.answers->capabilities, " "));
    page.row("listed by", as_plain_text(toolkit.answers->listed_by));
}

std::string problem_line(const ProblemMessage& problem) {
    return fmt::format("{} [{}]", problem.message, std::string_view(problem.code));
}

std::string difference_line(const Difference& difference) {
    std::string line = fmt::format("{} [here: {}]", difference.message, as_plain_text(difference.toolkit_source));
    if (!difference.tables_sources.empty()) line += fmt::format(" [tables: {}]", joined(difference.tables_sources));
    return line;
}

std::string format_verdict(const Toolkit& toolkit) {
    std::string words = toolkit.header.empty() && !toolkit.wheel ? "no header, " : "";
    words += !toolkit.differences.empty()                 ? counted(toolkit.differences.size(), "difference")
             : toolkit.releases.empty() && !toolkit.wheel ? "compared with no release"
             : toolkit.wheel && !toolkit.wheel->project   ? "not compared"
                                                          : "no differences";
    if (!toolkit.said_problems.empty()) words += fmt::format(", {} not understood", toolkit.said_problems.size());
    if (!toolkit.uncited.empty()) words += ", not cited yet";
    return words;
}

std::string title_line(const Toolkit& toolkit, const Style& style) {
    const bool good = toolkit.differences.empty() && toolkit.said_problems.empty();
    return fmt::format("{}: {}: {}", shown(toolkit.path), style.strong(title(toolkit)),
                       good ? style.good(format_verdict(toolkit)) : style.bad(format_verdict(toolkit)));
}

using found::VerifyAnswer;
using verify::VerifyRow;

constexpr std::size_t mark_width = 6;
constexpr std::size_t widest_prediction = 44;

/// The mark at the start of a line.
std::string painted_mark(Verdict verdict, const Style& style) {
    constexpr std::array<std::pair<std::string_view, Paint>, 3> marks{
        {{"ok", &Style::good}, {"DIFF", &Style::bad}, {"-", &Style::faint}}};
    const auto& [text, paint] = marks.at(static_cast<std::size_t>(verdict));
    return (style.*paint)(fmt::format("{:<{}}", text, mark_width));
}

/// `gcc-12 c++17`, `9.0a`
std::string subject_of(const VerifyRow& row) {
    const std::string_view standard = row.standard ? to_string(*row.standard) : "";
    const std::string host = row.compiler ? fmt::format("{} {}", *row.compiler, standard) : "";
    switch (row.kind) {
        using enum TrialKind;
        case compiler:
        case chosen: return host;
        case needs: return host + " needs";
        case capability: return to_string(*row.capability);
        case gpu: return host + " on the GPU";
        case ptx:
            return row.capability ? fmt::format("{}, PTX of {} only", host, *row.capability) : host + ", PTX only";
    }
    return host;
}

/// A row with a description of its trial.
using VerifyLine = std::pair<std::string, const VerifyRow*>;

/// Whether rows have another compiler with the same name, so that only the path distinguishes them.
bool is_ambiguous(const std::vector<VerifyRow>& rows, const VerifyRow& row) {
    return row.kind == VerifyRow::Kind::compiler && std::ranges::any_of(rows, [&](const VerifyRow& other) {
               return other.kind == row.kind && other.compiler == row.compiler && other.path != row.path;
           });
}

/// Puts columns that are too wide on separate lines.
std::string in_columns(const std::vector<VerifyLine>& lines, const Style& style) {
    std::size_t subject_width = sizeof "tried" + 1, predicted_width = sizeof "predicted" + 1;
    for (const auto& [subject, row] : lines) {
        subject_width = std::max(subject_width, subject.size() + 2);
        if (row->said_predicted.message.size() <= widest_prediction)
            predicted_width = std::max(predicted_width, row->said_predicted.message.size() + 2);
    }
    const std::size_t column = mark_width + subject_width;
    std::string text = style.faint(fmt::format("{:{}}{:<{}}{:<{}}seen", "", mark_width, "tried", subject_width,
                                               "predicted", predicted_width)) +
                       '\n';
    for (const auto& [subject, row] : lines) {
        const std::string &predicted = row->said_predicted.message, &seen = row->said_seen.message;
        text += painted_mark(row->said_verdict, style) + fmt::format("{:<{}}", subject, subject_width);
        if (predicted.size() < predicted_width && column + predicted_width + seen.size() <= style.width)
            text += fmt::format("{:<{}}{}\n", predicted, predicted_width, seen);
        else
            text += fmt::format("{}\n{:{}}{}{}\n", wrap(predicted, style.width, column, column), "", column,
                                style.faint("seen: "), wrap(seen, style.width, column + 6, column + 6));
    }
    return text;
}

/// The wanted rows, below the text `first`; empty if there is neither.
template <class Wanted>
std::string section(std::string_view title, const VerifyAnswer& answer, Wanted wanted, const Style& style,
                    const std::string& first = "") {
    std::vector<VerifyLine> lines;
    for (const VerifyRow& row : answer.rows) {
        if (!wanted(row)) continue;
        const bool is_unique = !is_ambiguous(answer.rows, row);
        lines.emplace_back(subject_of(row) + (is_unique ? "" : " " + shown(row.path)), &row);
    }
    if (lines.empty() && first.empty()) return "";
    return fmt::format("\n{}\n{}{}", title, first, lines.empty() ? "" : in_columns(lines, style));
}

/// The capabilities for which `name` was both predicted and seen.
std::string as_predicted(const std::vector<VerifyRow>& rows, std::string_view label, std::string_view name,
                         const Style& style) {
    std::vector<Capability> capabilities;
    for (const VerifyRow& row : rows)
        if (row.kind == VerifyRow::Kind::capability && row.said_verdict == Verdict::as_predicted &&
            row.said_seen.name == name)
            capabilities.push_back(*row.capability);
    if (capabilities.empty()) return "";
    return painted_mark(Verdict::as_predicted, style) +
           fmt::format("{:<11}{}\n", label,
                       wrap(joined(capabilities, " "), style.width, mark_width + 11, mark_width + 11));
}

std::string sum(const VerifyAnswer& answer, const Style& style) {
    std::string text = answer.different == 0 ? style.good(fmt::format("{} rows as predicted", answer.as_predicted))
                                             : style.bad(fmt::format("{} of {} rows are not as predicted",
                                                                     answer.different, answer.rows.size()));
    return answer.not_run > 0 ? fmt::format("{}, {} not run", text, answer.not_run) : text;
}

std::string head(const VerifyAnswer& answer, const Style& style) {
    const auto& [compiler, libstdcxx, glibc] = answer.stdenv;
    return fmt::format("{}: {}\nnvcc {}, {}\nstdenv {}, libstdc++ of gcc-{}{}\n",
                       style.strong(format_release(answer.cuda.release)), sum(answer, style), answer.toolkit.nvcc,
                       shown(answer.toolkit.path), compiler, libstdcxx, glibc ? fmt::format(", glibc {}", *glibc) : "");
}

/// The middle of a longer path is omitted.
constexpr std::size_t longest_path_shown = 40;

/// `first, second and 3 more`; `count` is the total number.
template <class Found, class ToText>
std::string format_list(const std::vector<Found>& found, std::size_t count, ToText to_text) {
    const auto listed = std::span(found).first(std::min(found.size(), most_listed));
    std::string text = joined(listed, ", ", to_text);
    if (count > listed.size()) text += fmt::format(" and {} more", count - listed.size());
    return text.empty() ? "none" : text;
}

std::string listed_set(const Closure::CudaSet& set) {
    return fmt::format("{} ({}{}{})", set.name, counted(set.count, "node"), set.releases.empty() ? "" : "; nvcc of ",
                       joined(set.releases));
}

std::string listed_library(const Closure::Libstdcxx& library) {
    std::string words = "gcc " + library.gcc_name;
    if (!library.platform.empty()) words += fmt::format(" for {}", std::string_view(library.platform));
    if (library.stdenv) words += " (the stdenv's)";
    if (library.count > 1) words += fmt::format(" ({} builds)", library.count);
    return words;
}

/// A path, one node a line, without the store directory.
void print_path(Page& page, const Closure::Part& part) {
    const std::size_t size = part.path.size() + part.path_omitted.value.value_or(0);
    const std::size_t omitted = size > longest_path_shown ? size - longest_path_shown : 0;
    for (std::size_t i = 0; i < part.path.size(); ++i) {
        if (omitted > 0 && i == longest_path_shown / 2) {
            page.line(fmt::format("      ... {} more", omitted));
            i = part.path.size() - longest_path_shown / 2;
        }
        page.line(fmt::format("      {}{}", i == 0 ? "" : "-> ", without_directory(part.path[i])));
    }
}

/// `512 bytes`, `3.4 GiB`
std::string format_bytes(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 5> units{"KiB", "MiB", "GiB", "TiB", "PiB"};
    constexpr double step = 1024;
    if (bytes < 1024) return counted(static_cast<std::size_t>(bytes), "byte");
    double value = static_cast<double>(bytes) / step;
    std::size_t unit = 0;
    for (; value >= step && unit + 1 < units.size(); ++unit) value /= step;
    return fmt::format("{:.1f} {}", value, units[unit]);
}

void print_finding(Page& page, const Closure::Finding& finding) {
    page.gap();
    page.item(finding.severity_name, fmt::format("{} [{}]", finding.message, std::string_view(finding.code)),
              paint_of(finding.severity_name));
    for (const Closure::Part& part : finding.parts) {
        const std::string cost = part.size ? fmt::format(", {} would be saved without it", format_bytes(*part.size))
                                           : "";
        page.line(fmt::format("    {}{}", part.what, part.node_name.empty() ? "" : cost + ":"));
        print_path(page, part);
    }
}

void print_contents(Page& page, const Closure& answer) {
    page.row("CUDA package sets", format_list(answer.cuda_sets, answer.cuda_set_count, listed_set));
    page.row("libstdc++", answer.is_of_builds
                              ? "unknown: derivations do not contain it; pass the closure of their outputs"
                              : format_list(answer.libstdcxx, answer.libstdcxx_count, listed_library));
    const auto listed_compiler = [](const Closure::HostCompiler& found) {
        return fmt::format("{} ({})", found.compiler, counted(found.count, "node"));
    };
    page.row("host compilers", format_list(answer.host_compilers, answer.host_compilers.size(), listed_compiler));
    if (answer.size) page.row("size", format_bytes(*answer.size));
    if (answer.not_listed > 0)
        page.row("not listed", fmt::format("{} without their references in the input, which is not the whole closure",
                                           counted(answer.not_listed, "node")));
    if (answer.listed_twice > 0)
        page.row("listed twice", fmt::format("{}; their references are merged", counted(answer.listed_twice, "node")));
}

std::string format_verdict(const Closure& answer, const Style& style) {
    if (!answer.leakage) return style.warn("unknown");
    return *answer.leakage ? style.bad("leakage") : style.good("no leakage");
}

std::string verdict_explained(const Closure& answer) {
    if (answer.leakage == true) return "Leakage, by the shortest path from a root:";
    if (answer.nodes == 0) return "Unknown: the input has no nodes.";
    if (!answer.leakage) return "Unknown: no leakage in the input, which is not the whole closure.";
    if (answer.is_of_builds) return "No leakage into the outputs: at most one CUDA package set.";
    return "No leakage: at most one CUDA package set and one libstdc++.";
}

}  // namespace

std::string detect_text(const DetectAnswer& answer, const Style& style) {
    const std::string_view no_gpu = answer.gpus ? "none" : "unknown: nvidia-smi could not be run";
    const auto toolkits = answer.toolkits.value_or(std::vector<FoundToolkit>());
    const auto compilers = answer.compilers.value_or(std::vector<FoundCompiler>());
    const auto gpus = answer.gpus.value_or(std::vector<FoundGpu>());
    Page page(style);
    page.line("Toolkits");
    for (const FoundToolkit& toolkit : toolkits) {
        page.item(fmt::format("CUDA {}", toolkit.version), format_toolkit(toolkit), &Style::strong);
        for (const LackMessage& lack : toolkit.lack_messages) page.item_continued(lack.message);
    }
    if (!answer.toolkits) page.bullet("unknown: nvcc could not be run");
    else if (toolkits.empty())
        page.bullet(
            "none: no nvcc on PATH, in CUDA_HOME or CUDA_PATH, in the usual directories, from pip or from conda");
    page.heading("Compilers");
    for (const FoundCompiler& compiler : compilers)
        page.item(to_string(compiler.compiler), format_compiler(compiler), &Style::strong);
    if (!answer.compilers) page.bullet("unknown: those on PATH could not be run");
    else if (compilers.empty()) page.bullet("none: no g++ and no clang++ on PATH");
    page.gap();
    page.row("libstdc++",
             answer.libstdcxx ? format_libstdcxx(*answer.libstdcxx) : "programs would find no libstdc++.so.6");
    page.row("glibc", answer.glibc ? to_string(*answer.glibc) : "not found");
    page.row("system", answer.system);
    page.row("driver", answer.driver ? *answer.driver : std::string(no_gpu));
    for (const FoundGpu& gpu : gpus) page.row("GPU", format_gpu(gpu));
    if (gpus.empty()) page.row("GPU", no_gpu);
    page.list("Notes", answer.notes, &Sentence::text);
    return page.take();
}

std::string abi_text(const found::AbiAnswer& answer, const Style& style) {
    Page page(style);
    print_summary(page, answer);
    for (const AbiFile& file : answer.files) {
        if (&file != &answer.files.front()) page.gap();
        const std::string name = file.path.empty() ? "standard input" : shown(file.path);
        page.line(fmt::format("{}: {}{}", style.strong(name), nature(file),
                              answer.stdenv ? ": " + format_state(file, style) : ""));
        print_needs(page, answer, file);
        if (answer.stdenv) print_verdict(page, *answer.stdenv, file);
        print_search(page, file);
    }
    if (answer.files.empty() && answer.unreadable.empty()) page.line("no ELF file and no archive found");
    return page.take();
}

std::span<const ShellForm> shell_forms() noexcept { return forms; }

std::string assignments(const found::EnvAnswer& answer, const ShellForm& form) {
    std::string text;
    for (const Assignment& variable : answer.variables) {
        if (form.has_comments)
            for (const std::string& reason : variable.why) text += fmt::format("# {}\n", reason);
        text += form.line(variable);
    }
    return text;
}

std::string ingest_text(const Toolkit& toolkit, const Style& style) {
    Page page(style);
    page.line(title_line(toolkit, style));
    page.gap();
    print_facts(page, toolkit);
    for (const auto& [file, rows] : toolkit.rows.entries) {
        page.heading(fmt::format("In {}", file));
        for (const Json& row : rows) page.line(canonical(row, 4));
    }
    page.list(style.bad("Not understood"), toolkit.said_problems, problem_line);
    if (toolkit.differences.empty())
        page.heading(toolkit.releases.empty() && !toolkit.wheel ? style.warn("Compared with no release.")
                     : toolkit.said_problems.empty()            ? style.good("No differences.")
                                                     : style.warn("No differences in the understood parts."));
    page.list(style.bad(counted(toolkit.differences.size(), "difference")), toolkit.differences, difference_line);
    for (const Version release : toolkit.uncited)
        page.sentence(fmt::format("The row of {} has the same data but does not cite this header yet.", release));
    return page.take();
}

std::string ingest_all_text(const Ingested& all, const Style& style) {
    Page page(style);
    for (const Toolkit& toolkit : all.toolkits) {
        page.line(title_line(toolkit, style));
        for (const ProblemMessage& problem : toolkit.said_problems) page.bullet(problem_line(problem));
        for (const Difference& difference : toolkit.differences) page.bullet(difference_line(difference));
    }
    return page.take();
}

std::string verify_text(const VerifyAnswer& answer, const Style& style) {
    using enum TrialKind;
    const auto by_itself = [](const VerifyRow& row) { return row.kind == compiler; };
    const auto is_chosen = [](const VerifyRow& row) { return row.kind != compiler && row.kind != capability; };
    const auto is_other_capability = [](const VerifyRow& row) {
        return row.kind == capability && row.said_verdict != Verdict::as_predicted;
    };
    return head(answer, style) + section("Each compiler alone", answer, by_itself, style) +
           section("The chosen compiler as `env` sets it up, with the resolved capabilities", answer, is_chosen,
                   style) +
           section("Capabilities", answer, is_other_capability, style,
                   as_predicted(answer.rows, "accepted", "taken", style) +
                       as_predicted(answer.rows, "rejected", "not-taken", style));
}

std::string closure_text(const Closure& answer, const Style& style) {
    Page page(style);
    page.sentence(fmt::format("{}: {} ({}, {}, {}, {})", style.strong("Closure"), format_verdict(answer, style),
                              answer.format, counted(answer.nodes, "node"), counted(answer.references, "reference"),
                              counted(answer.roots, "root")));
    page.gap();
    print_contents(page, answer);
    page.gap();
    page.sentence(verdict_explained(answer));
    for (const Closure::Finding& finding : answer.findings) print_finding(page, finding);
    if (answer.finding_count > answer.findings.size())
        page.line(fmt::format("\n... {} more findings", answer.finding_count - answer.findings.size()));
    return page.take();
}

}  // namespace cudastdenv::report

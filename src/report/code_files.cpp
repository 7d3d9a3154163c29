// SPDX-License-Identifier: MIT
#include "core/lists.hpp"
#include "messages/code_files.hpp"
#include "report/text.hpp"

namespace cudastdenv::report {

namespace {

using namespace messages;
using File = FilesAnswer::File;

/// Files with the same code and the same verdict.
struct FileGroup {
    const File& first;
    std::vector<std::string> names = {};
};

std::vector<FileGroup> groups_of(const std::vector<File>& files) {
    std::vector<FileGroup> groups;
    for (const File& file : files) {
        const auto is_same = [&](const FileGroup& group) {
            const File& other = group.first;
            return other.machine_code == file.machine_code && other.ptx == file.ptx &&
                   other.ptx_version == file.ptx_version && other.verdict == file.verdict && other.text == file.text;
        };
        const auto found = std::ranges::find_if(groups, is_same);
        FileGroup& group = found == groups.end() ? groups.emplace_back(FileGroup{file}) : *found;
        group.names.push_back(file.name);
    }
    return groups;
}

/// At most three names.
std::string names_of(const FileGroup& group, const Style& style) {
    constexpr std::size_t most = 3;
    const std::span all(group.names);
    const std::size_t count = style.shown.all || style.shown.why ? all.size() : std::min(most, all.size());
    const std::string more = count < all.size() ? fmt::format(" and {} more", all.size() - count) : "";
    return joined(all.first(count)) + more;
}

std::string format_ptx_version(const File& file) {
    if (!file.ptx_version) return "";
    const std::string release = file.release ? fmt::format(", CUDA {} or later", *file.release) : "";
    return fmt::format(" (ISA {}{})", *file.ptx_version, release);
}

/// `12.0 (compressed) x 3`: how often each kind of code occurs.
std::string format_code(const FilesAnswer::Code& code) {
    std::string text = to_string(code.capability);
    if (code.ptx_version) text += fmt::format(" (ISA {})", *code.ptx_version);
    if (code.compressed) text += ", compressed";
    if (code.debug) text += ", debug";
    return fmt::format("{}: {}", text, code.count);
}

std::string_view label_of(GpuCodeForm form) {
    return std::array{"machine code", "PTX", "LTO IR", "unknown code"}.at(static_cast<std::size_t>(form));
}

/// Forms that no driver loads.
void print_other_forms(Page& page, const File& file) {
    for (const GpuCodeForm form : {GpuCodeForm::lto_ir, GpuCodeForm::other}) {
        std::vector<Capability> capabilities;
        for (const FilesAnswer::Code& code : file.codes)
            if (code.form == form && !contains(capabilities, code.capability)) capabilities.push_back(code.capability);
        if (!capabilities.empty()) page.fact(label_of(form), joined(capabilities, " "));
    }
}

void print_each_code(Page& page, const File& file) {
    for (const GpuCodeForm form : enumerators<GpuCodeForm>) {
        std::string_view label = label_of(form);
        for (const FilesAnswer::Code& code : file.codes)
            if (code.form == form) page.fact(std::exchange(label, ""), format_code(code));
    }
}

void print_fatbins(Page& page, const File& file) {
    std::string_view label = "fatbins";
    for (const FilesAnswer::Fatbins& fatbins : file.fatbins) {
        const std::string how =
            fatbins.text ? fmt::format(": {}{}", fatbins.runs == true ? "run by " : "", *fatbins.text) : "";
        page.fact(std::exchange(label, ""),
                  fmt::format("{} with {}{}", fatbins.count, format_code_list(fatbins.machine_code, fatbins.ptx), how));
    }
}

void print_code(Page& page, const File& file, const Style& style) {
    if (style.shown.why) {
        print_each_code(page, file);
        return print_fatbins(page, file);
    }
    if (!file.machine_code.empty()) page.fact("machine code", joined(file.machine_code, " "));
    if (!file.ptx.empty()) page.fact("PTX", joined(file.ptx, " ") + format_ptx_version(file));
    print_other_forms(page, file);
}

std::string_view verb_of(HealthVerdict verdict, bool is_one) {
    switch (verdict) {
        case HealthVerdict::yes: return is_one ? "runs" : "run";
        case HealthVerdict::no: return is_one ? "does not run" : "do not run";
        case HealthVerdict::partly: return is_one ? "runs only in part" : "run only in part";
        case HealthVerdict::unknown: return "may not run";
    }
    return "";
}

std::string painted(HealthVerdict verdict, const std::string& text, const Style& style) {
    switch (verdict) {
        case HealthVerdict::yes: return style.good("Yes: " + text);
        case HealthVerdict::no: return style.bad("No: " + text);
        case HealthVerdict::partly: return style.warn("Partly: " + text);
        case HealthVerdict::unknown: return style.warn("Unknown: " + text);
    }
    return text;
}

std::string why(const File& file) {
    const bool is_how = file.verdict == HealthVerdict::yes && !file.fatbins.empty();
    return fmt::format("{}{}", is_how ? ", by " : ": ", *file.text);
}

/// How many files have that verdict.
std::size_t count_of(const FilesAnswer& answer, HealthVerdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(answer.files, verdict, &File::verdict));
}

/// `lib.so runs on RTX 4090 (8.9), by machine code of 8.9`
std::string verdict_on(const std::string& on, const FileGroup& group, const Style& style) {
    return fmt::format("{} {} {}{}", names_of(group, style), verb_of(*group.first.verdict, group.names.size() == 1), on,
                       why(group.first));
}

std::string first_line(const FilesAnswer& answer, const std::vector<FileGroup>& groups, const Style& style) {
    const std::string on = fmt::format("on {}{}", *answer.gpu,
                                       answer.driver ? fmt::format(" with driver {}", *answer.driver) : "");
    const HealthVerdict verdict = *answer.verdict;
    if (groups.size() == 1) return painted(verdict, verdict_on(on, groups.front(), style), style);
    const std::size_t runs = count_of(answer, HealthVerdict::yes), all = answer.files.size();
    return painted(verdict, fmt::format("{} of {} with GPU code run {}", runs, counted(all, "file"), on), style);
}

/// The worst verdict first.
void print_groups(Page& page, const std::vector<FileGroup>& groups, const Style& style) {
    for (const HealthVerdict verdict : enumerators<HealthVerdict>)
        for (const FileGroup& group : groups) {
            if (group.first.verdict != verdict) continue;
            page.gap();
            page.sentence(fmt::format("{} {}{}", names_of(group, style), verb_of(verdict, group.names.size() == 1),
                                      why(group.first)));
            print_code(page, group.first, style);
        }
}

void print_lists(Page& page, const std::vector<FileGroup>& groups, const Style& style) {
    for (const FileGroup& group : groups) {
        if (&group != &groups.front()) page.gap();
        page.sentence(style.strong(names_of(group, style)));
        print_code(page, group.first, style);
    }
}

}  // namespace

void add_files(Page& page, const std::vector<File>& files, const std::string& on, const Style& style) {
    const std::vector<FileGroup> groups = groups_of(files);
    const auto verdict_of = [](const FileGroup& group) { return group.first.verdict; };
    const FileGroup& worst = *std::ranges::min_element(groups, {}, verdict_of);
    const auto add = [&](const FileGroup& group) {
        page.fact("file", group.first.verdict ? verdict_on(on, group, style) : names_of(group, style));
        print_code(page, group.first, style);
    };
    add(worst);
    std::map<std::optional<HealthVerdict>, std::size_t> others;
    for (const FileGroup& group : groups) {
        if (&group == &worst) continue;
        if (style.shown.all) add(group);
        else others[verdict_of(group)] += group.names.size();
    }
    const auto counts = [](const auto& other) {
        return fmt::format("{} {}", other.second,
                           other.first ? verb_of(*other.first, other.second == 1) : "with other code");
    };
    if (!others.empty()) page.fact("other files", joined(others, ", ", counts) + " (--all)");
}

std::string files_text(const FilesAnswer& answer, const Style& style) {
    Page page(style);
    if (answer.files.empty()) {
        if (answer.without_code > 0)
            page.sentence(fmt::format("No: {} without GPU code", counted(answer.without_code, "file")));
        else if (answer.unreadable.empty()) page.sentence("No: no file can have GPU code");
        return page.take();
    }
    const std::vector<FileGroup> groups = groups_of(answer.files);
    if (answer.verdict) {
        page.sentence(first_line(answer, groups, style));
        if (groups.size() == 1) print_code(page, groups.front().first, style);
        page.facts("fix", answer.fixes);
        if (groups.size() > 1) print_groups(page, groups, style);
    } else {
        print_lists(page, groups, style);
    }
    (void)page.note_facts(answer.notes);
    if (answer.without_code > 0) page.fact("without code", counted(answer.without_code, "more file"));
    if (!style.shown.why) page.more({"--why"});
    return page.take();
}

}  // namespace cudastdenv::report

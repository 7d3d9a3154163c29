// SPDX-License-Identifier: MIT
#include "query/port_questions.hpp"

#include "core/text.hpp"
#include "messages/api.hpp"
#include "report/text.hpp"

namespace cudastdenv::query {

namespace {

/// The newest release that was read for this one. Throws BadInput.
Version read_version(const ApiIndex& index, const Release& release) {
    const std::optional<Version> read = index.read_release(release.version);
    if (!read)
        throw BadInput(InputError::unfit, "the names of CUDA {} are not in the tables, which have those of {} to {}",
                       release.version, index.oldest(), index.newest());
    return *read;
}

/// That release, or the oldest that was read. Throws BadInput.
std::optional<Version> read_origin(const Context& context, const ApiIndex& index, const OptionTexts& texts) {
    if (!texts.has("from")) return std::nullopt;
    const Release& release = read_release_name(context, texts.value("from"));
    return release.version < index.oldest() ? index.oldest() : read_version(index, release);
}

/// The answer of `lint` about a list that is found in a file; absent if it cannot be read.
std::optional<LintAnswer> lint_found(const Context& context, const FoundList& list, const std::string& cuda) {
    try {
        const OptionTexts question =
            OptionTexts().with("text", list.text).with("format", list.spelling->name).with("cuda", cuda);
        return lint_answer(context, question);
    } catch (const BadInput&) {
        return std::nullopt;
    }
}

/// Whether the list has the same error for another release.
bool has_error(const std::optional<LintAnswer>& answer, const LintAnswer::Finding& error) {
    const auto is_same = [&](const LintAnswer::Finding& other) {
        return other.code == error.code && other.entry && error.entry && other.entry->offset == error.entry->offset;
    };
    return answer && std::ranges::any_of(answer->findings, is_same);
}

auto place_of(const PortAnswer::Finding& finding) { return std::tie(finding.file, finding.line, finding.column); }

}  // namespace

PortReader::PortReader(const Context& context, const OptionTexts& texts)
    : context_(context), texts_(texts), index_(context.tables) {
    const std::string& asked = texts.needed_value("cuda", "missing CUDA release; pass --cuda 13.0");
    const Release& release = read_release_name(context, asked);
    cuda_ = {asked, release.version, release.nvcc, {}};
    const Version to = read_version(index_, release);
    from_ = read_origin(context, index_, texts);
    if (from_ && !(*from_ < to))
        throw BadInput(InputError::contradiction, "--from {} is not older than --cuda {}", texts.value("from"), asked);
    rules_.emplace(context.tables, index_, from_, to);
}

PortAnswer::Finding PortReader::described(const std::string& file, const PortFinding& finding) {
    Sentence said = finding.change ? messages::describe(*finding.change, finding.change->entry->qualified())
                                   : messages::sentence(finding.what);
    PortAnswer::Finding found{.file = file,
                              .line = finding.line,
                              .column = finding.column,
                              .code = said.code,
                              .severity = finding.severity,
                              .name = finding.name,
                              .text = std::move(said.text),
                              .instead = {},
                              .is_fixable = finding.is_fixable,
                              .sources = said.sources};
    if (!finding.instead.empty()) found.instead = finding.instead;
    return found;
}

void PortReader::add(const std::string& name, std::string_view text) {
    ++files_;
    const PortedFile kind = ported_file(name);
    if (kind == PortedFile::build) {
        for (const PortFinding& finding : rules_->judge_build_file(text)) findings_.push_back(described(name, finding));
        return add_lists(name, text);
    }
    sources_.push_back({name, rules_->read(text)});
    const bool is_header = kind == PortedFile::header || name.ends_with(".cuh");
    share_types(sources_.back().uses, shared_);
    if (!is_header) return;
    const std::string file(without_directory(name));
    shared_.headers.insert(file);
    headers_.emplace(file, sources_.size() - 1);
}

TextSet PortReader::own_names(std::size_t first) const {
    std::vector<std::size_t> todo{first};
    std::set<std::size_t> seen{first};
    TextSet names;
    while (!todo.empty()) {
        const SourceUses& source = sources_[todo.back()].uses;
        todo.pop_back();
        names.insert(source.declared.begin(), source.declared.end());
        names.insert(source.macros.begin(), source.macros.end());
        for (const SourceUse& use : source.uses) {
            if (use.kind != SourceUse::Kind::header) continue;
            const auto [begin, end] = headers_.equal_range(std::string(without_directory(use.name)));
            for (auto header = begin; header != end; ++header)
                if (seen.insert(header->second).second) todo.push_back(header->second);
        }
    }
    return names;
}

void PortReader::add_lists(const std::string& name, std::string_view text) {
    for (const FoundList& list : find_lists(context_.tables, text)) {
        std::optional<LintAnswer> answer = lint_found(context_, list, texts_.value("cuda"));
        if (!answer) continue;
        const std::optional<LintAnswer> before = from_ ? lint_found(context_, list, to_string(*from_)) : std::nullopt;
        std::erase_if(answer->findings, [&](const LintAnswer::Finding& finding) {
            return finding.severity != FindingSeverity::error || has_error(before, finding);
        });
        if (answer->findings.empty()) continue;
        LintAnswer::Finding& first = answer->findings.front();
        const std::size_t others = answer->findings.size() - 1;
        findings_.push_back({.file = name,
                             .line = list.line,
                             .column = 1,
                             .code = first.code,
                             .severity = FindingSeverity::warning,
                             .name = list.text,
                             .text = std::move(first.text) + (others > 0 ? fmt::format(", and {} more", others) : ""),
                             .instead = answer->fixed,
                             .is_fixable = false,
                             .sources = first.sources});
    }
}

PortAnswer PortReader::answer() const {
    PortAnswer answer{.cuda = cuda_, .from = from_, .files = files_, .findings = findings_, .fixed = 0};
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        const Source& source = sources_[i];
        for (const PortFinding& finding : rules_->judge(ported_file(source.name), source.uses, shared_, own_names(i)))
            answer.findings.push_back(described(source.name, finding));
    }
    if (!texts_.has("notes"))
        std::erase_if(answer.findings, [](const auto& each) { return each.severity == FindingSeverity::note; });
    std::ranges::stable_sort(answer.findings,
                             [](const auto& left, const auto& right) { return place_of(left) < place_of(right); });
    answer.clean = are_notes(answer.findings);
    return answer;
}

bool are_notes(std::span<const PortAnswer::Finding> findings) {
    return std::ranges::all_of(findings, [](const auto& each) { return each.severity == FindingSeverity::note; });
}

std::optional<std::string> fixed_source(std::string_view text, std::span<const PortAnswer::Finding> findings) {
    std::string fixed;
    std::size_t line = 1, line_begin = 0, copied = 0;
    for (const PortAnswer::Finding& finding : findings) {
        if (!finding.is_fixable || !finding.instead) continue;
        for (; line < finding.line && line_begin < text.size(); ++line)
            line_begin = std::min(text.find('\n', line_begin), text.size() - 1) + 1;
        const std::size_t place = line_begin + finding.column - 1;
        if (place < copied || place > text.size() || !text.substr(place).starts_with(finding.name)) return std::nullopt;
        fixed += text.substr(copied, place - copied);
        fixed += *finding.instead;
        copied = place + finding.name.size();
    }
    fixed += text.substr(copied);
    return fixed;
}

PortAnswer port_answer(const Context& context, const OptionTexts& texts) {
    PortReader reader(context, texts);
    reader.add(texts.value_or("file", "input.cu"),
               texts.needed_value("text", "missing text; pass the contents of a file"));
    return reader.answer();
}

Written answer_port(const Context& context, const OptionTexts& texts, const Form& form) {
    const PortAnswer answer = port_answer(context, texts);
    return {.text = laid_out(answer, form, report::port_text), .answered = answer.clean};
}

}  // namespace cudastdenv::query

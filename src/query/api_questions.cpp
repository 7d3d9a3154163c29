// SPDX-License-Identifier: MIT
/// Queries about names of the toolkit.
#include "core/quote.hpp"
#include "core/text.hpp"
#include "messages/api.hpp"
#include "query/answers.hpp"
#include "report/text.hpp"

namespace cudastdenv::query {

namespace {

/// The name in `#include <cub/cub.cuh>`, `cudaMemAdvise(ptr, 0)`, `texture<float, 2>`, `prop->clockRate`.
std::string plain_name(std::string_view typed) {
    std::string_view text = trimmed(typed);
    for (const std::string_view word : {"#include", "struct ", "enum ", "::"})
        if (take_prefix(text, word)) text = trimmed(text);
    while (!text.empty() && std::string_view("<\"'`&").find(text.front()) != text.npos) text.remove_prefix(1);
    std::string name(text);
    replace_all(name, "->", ".");
    name.resize(std::min(name.find_first_of("<>\"'`({;, "), name.size()));
    return name;
}

/// The entries of one name among those of several: of a struct with a field that is gone, otherwise of the first.
std::vector<const ApiEntry*> choose(const ApiIndex& index, const std::vector<const ApiEntry*>& all,
                                    std::vector<std::string>& others) {
    std::vector<std::string> names;
    for (const ApiEntry* entry : all)
        if (std::string name = entry->qualified(); !contains(names, name)) names.push_back(std::move(name));
    const auto of_name = [&](const std::string& name) {
        std::vector<const ApiEntry*> entries;
        for (const ApiEntry* entry : all)
            if (entry->qualified() == name) entries.push_back(entry);
        return entries;
    };
    const auto is_gone = [&](const std::string& name) { return index.has(of_name(name), index.newest()) == false; };
    const auto gone = std::ranges::find_if(names, is_gone);
    const std::string chosen = gone == names.end() ? names.front() : *gone;
    std::erase(names, chosen);
    others = std::move(names);
    return of_name(chosen);
}

[[noreturn]] void fail_unknown(const ApiIndex& index, const std::string& name) {
    // Only names that begin alike can be near.
    Choices near;
    for (const ApiEntry& entry : index.entries())
        if (!name.empty() && equal_in_any_case(entry.name.substr(0, 1), name.substr(0, 1)) &&
            entry.name.size() + 3 > name.size() && entry.name.size() < name.size() + 3)
            near.push_back(entry.name);
    const std::string_view found = closest(name, near);
    throw BadInput(InputError::unknown, "no header of CUDA {} to {} has {}{}", index.oldest(), index.newest(),
                   in_quotes(name),
                   found.empty()
                       ? std::string("; pass a name like cudaMemAdvise, cudaDeviceProp::clockRate or cub/cub.cuh")
                       : fmt::format(": did you mean {}?", in_quotes(found)));
}

}  // namespace

bool names_api(const Tables& tables, std::string_view text) {
    const std::string name = plain_name(text);
    // Words of a sentence are no question about a field.
    const auto is_meant = [&](const ApiEntry* entry) { return entry->parent.empty() || name != entry->name; };
    return std::ranges::any_of(ApiIndex(tables).find(name), is_meant);
}

ApiAnswer api_answer(const Context& context, const OptionTexts& texts) {
    const std::string& typed = texts.needed_value("name", "missing name; pass one: cudastdenv api cudaMemAdvise");
    std::optional<Version> release;
    if (texts.has("cuda")) release = read_release_name(context, texts.value("cuda")).version;
    const ApiIndex index(context.tables);
    const std::string name = plain_name(typed);
    std::vector<const ApiEntry*> entries = index.find(name);
    // A variable's field: its struct is unknown.
    if (const std::size_t point = name.rfind('.'); entries.empty() && point != name.npos)
        entries = index.find(name.substr(point + 1));
    if (!entries.empty()) {
        std::vector<std::string> others;
        const std::vector<const ApiEntry*> chosen = choose(index, entries, others);
        ApiAnswer answer = messages::api_answer(index, typed, chosen, release);
        answer.others = std::move(others);
        return answer;
    }
    const std::optional<ComponentFile> file = find_component_file(context.tables, trimmed(typed));
    if (!file || file->holders.empty()) fail_unknown(index, name);
    return messages::api_answer(context.tables, index, typed, *file, release);
}

Written answer_api(const Context& context, const OptionTexts& texts, const Form& form) {
    const ApiAnswer answer = api_answer(context, texts);
    return {.text = laid_out(answer, form, report::api_text), .answered = answer.has == true};
}

}  // namespace cudastdenv::query

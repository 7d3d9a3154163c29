// SPDX-License-Identifier: MIT
#include "spelling/port.hpp"

#include "core/format.hpp"
#include "core/lists.hpp"
#include "core/text.hpp"
#include "resolve/component.hpp"
#include "tables/check_api.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

using Severity = FindingSeverity;

/// The type without `const`, pointers and references.
std::string_view base_type(std::string_view type) {
    if (take_prefix(type, "const ")) return base_type(type);
    const std::size_t end = type.find_last_not_of(" *&");
    type = type.substr(0, end == type.npos ? 0 : end + 1);
    return type.ends_with(" *const") ? base_type(type.substr(0, type.size() - 6)) : type;
}

bool is_pointer(std::string_view type) { return type.ends_with('*') || type.ends_with("*const"); }

constexpr std::array<std::string_view, 9> number_types{"int",           "unsigned int",  "long",
                                                       "unsigned long", "size_t",        "unsigned long long",
                                                       "long long",     "unsigned char", "cuuint64_t"};

/// Whether a value of the type before converts to the type after.
bool converts(std::string_view before, std::string_view after) {
    if (before == after) return true;
    if (contains(number_types, before) && contains(number_types, after)) return true;
    if (after == "const " + std::string(before) || (is_pointer(before) && after == "const void *")) return true;
    std::string constant(after);  // cusparseConstSpMatDescr_t
    replace_all(constant, "Const", "");
    return constant == before;
}

/// The types of the parameters in `int (const char *, void (*)(int, int))`.
std::vector<std::string_view> parameters_of(std::string_view signature) {
    std::vector<std::string_view> types;
    std::size_t begin = signature.find('(') + 1;
    int depth = 0;
    for (std::size_t i = begin; i < signature.size(); ++i) {
        if (signature[i] == '(') ++depth;
        const bool is_end = signature[i] == ')' && depth-- == 0;
        if (!is_end && !(signature[i] == ',' && depth == 0)) continue;
        if (i > begin) types.push_back(trimmed(signature.substr(begin, i - begin)));
        begin = i + 1;
    }
    return types;
}

/// Whether a call can have that many arguments. In C++, a stream or flags at the end have defaults.
bool accepts(const std::vector<std::string_view>& types, std::size_t count) {
    if (types.size() == count) return true;
    return types.size() == count + 1 && (types.back() == "cudaStream_t" || types.back() == "unsigned int");
}

bool is_null(std::string_view argument) { return argument == "nullptr" || argument == "NULL" || argument == "0"; }

/// The variable of an argument: `place` of `&place`, `place[0]` and `self->place`.
std::string_view variable_in(std::string_view argument) {
    argument = argument.substr(0, argument.find_first_of("[("));
    const std::size_t end = argument.find_last_not_of(" )");
    argument = argument.substr(0, end == argument.npos ? 0 : end + 1);
    const std::size_t begin = argument.find_last_of(" &*.>:");
    return argument.substr(begin + 1);  // npos + 1 is 0
}

constexpr std::array<std::string_view, 2> cuda_endings{".cu", ".cuh"};
constexpr std::array<std::string_view, 5> source_endings{".c", ".cc", ".cpp", ".cxx", ".c++"};
constexpr std::array<std::string_view, 8> header_endings{".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp"};

}  // namespace

PortedFile ported_file(std::string_view name) {
    if (name == "-") return PortedFile::cuda_source;  // standard input
    const std::string lower = in_lower_case(name);
    const auto ends = [&](std::string_view ending) { return lower.ends_with(ending); };
    if (std::ranges::any_of(cuda_endings, ends)) return PortedFile::cuda_source;
    if (std::ranges::any_of(source_endings, ends)) return PortedFile::source;
    return std::ranges::any_of(header_endings, ends) ? PortedFile::header : PortedFile::build;
}

PortRules::PortRules(const Tables& tables, const ApiIndex& index, std::optional<Version> from, Version to)
    : tables_(tables), index_(index), from_(from), to_(to) {
    for (const ApiEntry& entry : index_.entries()) {
        const bool may_change = (entry.last && *entry.last < to_) || entry.deprecated;
        if (!may_change || entry.kind == ApiEntryKind::target) continue;
        if (entry.kind == ApiEntryKind::header) add_header(entry.name);
        else if (entry.kind == ApiEntryKind::field) add_field(entry);
        else add_name(entry.name);
    }
    for (const ApiSignatureRow& row : tables_.api_signatures)
        for_each_packed_name(row.names, [&](const std::string& name) { add_name(name); });
    for (const auto& [field, owners] : fields_)
        for (const auto& [type, change] : owners) types_.insert(type);
}

PortRules::Changes PortRules::changes_of(const std::vector<const ApiEntry*>& entries) const {
    if (from_) return index_.changes(entries, *from_, to_);
    // Without a release, a name that is gone is one of its last release, and another of its first.
    const bool is_left = index_.has(entries, to_) == true;
    std::optional<Version> from;
    for (const ApiEntry* entry : entries) {
        const Version end = is_left ? entry->first.value_or(index_.oldest()) : entry->last.value_or(index_.newest());
        if (end < to_ && (!from || (is_left ? end < *from : *from < end))) from = end;
    }
    return from ? index_.changes(entries, *from, to_) : Changes();
}

void PortRules::add_name(const std::string& name) {
    if (names_.contains(name)) return;
    std::vector<const ApiEntry*> entries = index_.find(name);
    std::erase_if(entries, [](const ApiEntry* entry) { return !entry->parent.empty(); });
    Changes changes = changes_of(entries);
    if (changes.empty()) return;
    qualified_[std::string(without_scope(name))].push_back(name);
    for (const ApiChange& change : changes)
        if (change.signature)
            for (const std::string_view after : change.signature->after)
                for (const std::string_view type :
                     change.signature->parameters.empty() ? parameters_of(after) : std::vector{after})
                    if (!contains(number_types, base_type(type)) || base_type(type) == "size_t")
                        types_.emplace(base_type(type));
    for (ApiChange& change : changes) derive_successor(change);
    names_.emplace(name, std::move(changes));
}

void PortRules::add_header(const std::string& path) {
    if (headers_.contains(path)) return;
    std::vector<const ApiEntry*> entries = index_.find(path);
    std::erase_if(entries, [](const ApiEntry* entry) { return !entry->header_row; });
    Changes changes = changes_of(entries);
    for (ApiChange& change : changes) derive_successor(change);
    headers_.emplace(path, std::move(changes));
}

void PortRules::add_field(const ApiEntry& entry) {
    if (entry.parent.find('.') != entry.parent.npos) return;
    std::vector<const ApiEntry*> type = index_.find(entry.parent);
    std::erase_if(type, [](const ApiEntry* each) { return !each->parent.empty(); });
    if (!type.empty() && index_.has(type, to_) != true) return;  // the type is gone
    auto& owners = fields_[entry.name];
    const std::string owner(entry.parent);
    if (find_in(owners, owner, &std::pair<std::string, ApiChange>::first)) return;
    std::vector<const ApiEntry*> entries;
    for (const ApiEntry* each : index_.find(entry.qualified()))
        if (each->parent == entry.parent) entries.push_back(each);
    for (const ApiChange& change : changes_of(entries)) {
        owners.emplace_back(owner, change);
        break;
    }
}

SourceUses PortRules::read(std::string_view source) const {
    return read_uses(source, to_,
                     {.is_name = [&](std::string_view name) { return qualified_.contains(name); },
                      .is_field = [&](std::string_view name) { return fields_.contains(name); },
                      .is_type = [&](std::string_view name) { return types_.contains(name); }});
}

const PortRules::Changes* PortRules::find_changes(const SourceUse& use, const SourceUses& source) const {
    const auto named = qualified_.find(use.name);
    if (named == qualified_.end()) return nullptr;
    for (const std::string& name : named->second) {
        const std::string_view scope =
            std::string_view(name).substr(0, name.size() - use.name.size() - (name.size() > use.name.size() ? 2 : 0));
        const auto is_opened = [&](const std::string& opened) {
            return use.qualifier.empty() ? scope == opened : scope == opened + "::" + use.qualifier;
        };
        if (scope == use.qualifier || std::ranges::any_of(source.namespaces, is_opened)) return &names_.at(name);
    }
    return nullptr;
}

/// The one header of the component with that name in another directory; empty: none.
std::string_view PortRules::header_elsewhere(const ApiEntry& header) const {
    std::string_view found;
    for (const ApiEntry& entry : index_.entries()) {
        if (!entry.header_row || !entry.is_in(to_) || !entry.name.ends_with('/' + header.name)) continue;
        if (entry.header_row->component != header.header_row->component) continue;
        if (!found.empty()) return {};
        found = entry.name;
    }
    return found;
}

/// Whether the release before had a newer version of `cudaStreamGetCaptureInfo_v2`, so that the name without a number
/// is not the same function.
bool PortRules::is_older_version(std::string_view name) const {
    const std::string_view base = without_revision(name);
    if (base.size() == name.size()) return false;
    const std::optional<int> version = whole_number(name.substr(base.size() + 2));  // behind `_v`
    return version && !index_.find(fmt::format("{}_v{}", base, *version + 1)).empty();
}

/// `cudaMemAdvise` of `cudaMemAdvise_v2`, if that was its newest version; empty: none.
std::string_view PortRules::without_version(std::string_view name) const {
    const std::string_view base = without_revision(name);
    if (base.size() == name.size() || is_older_version(name)) return {};
    return index_.has(index_.find(base), to_) == true ? base : std::string_view();
}

void PortRules::derive_successor(ApiChange& change) {
    if (change.successor || change.kind != ApiChangeKind::removed) return;
    const bool is_header = change.entry->header_row != nullptr;
    const std::string_view successor = is_header ? header_elsewhere(*change.entry)
                                                 : without_version(change.entry->name);
    if (successor.empty()) return;
    derived_.push_back({.kind = is_header ? ApiSuccessorKind::header : ApiSuccessorKind::name,
                        .name = change.entry->name,
                        .successor = successor,
                        .exact = true});
    change.successor = &derived_.back();
}

PortFinding PortRules::finding(const ApiChange& change, const SourceUse& use) const {
    const bool fails = change.kind == ApiChangeKind::removed || change.kind == ApiChangeKind::signature;
    PortFinding found{.severity = fails ? Severity::warning : Severity::note,
                      .name = use.name,
                      .line = use.line,
                      .column = use.column,
                      .change = change};
    if (const ApiSuccessorRow* row = change.successor) {
        found.instead = replacement(row);
        found.is_fixable = fails && row->exact && row->successor && !is_older_version(change.entry->name);
    }
    return found;
}

PortRules::Finding PortRules::judge_name(PortedFile file, const SourceUse& use, const SourceUses& source,
                                         const SourceUses& shared, const TextSet& own) const {
    if (own.contains(use.name)) return std::nullopt;
    const Changes* changes = find_changes(use, source);
    if (!changes) return std::nullopt;
    for (const ApiChange& change : *changes) {
        // Short words like `texture` are names of others too.
        const bool is_of_device = change.entry->is_of_device && use.qualifier.empty() && change.entry->name == use.name;
        const bool is_type = change.entry->kind == ApiEntryKind::type;
        if (is_of_device && (file == PortedFile::source || !(is_type ? use.is_template : use.arguments.has_value())))
            continue;
        if (change.kind != ApiChangeKind::signature) return finding(change, use);
        if (Finding found = judge_call(change, use, source, shared)) return found;
    }
    return std::nullopt;
}

PortRules::Finding PortRules::judge_call(const ApiChange& change, const SourceUse& use, const SourceUses& source,
                                         const SourceUses& shared) const {
    const ApiSignatureRow& row = *change.signature;
    if (!use.arguments || row.before.empty()) return std::nullopt;
    const std::size_t count = use.arguments->size();
    bool is_refused = false;
    const auto judge = [&](std::size_t number, std::string_view before, std::string_view after) {
        const std::string_view argument = number < count ? std::string_view((*use.arguments)[number]) : "";
        if (argument.empty() || converts(before, after) || (is_null(argument) && is_pointer(after))) return true;
        const std::string_view type = base_type(after);
        const bool is_new = argument.find(type) != argument.npos || (argument.starts_with('{') && !is_pointer(after)) ||
                            find_type(source, shared, variable_in(argument)) == type;
        is_refused = is_refused || !is_new;
        return !is_new;
    };
    if (row.parameters.empty()) {
        const std::vector<std::string_view> before = parameters_of(row.before.front()),
                                            after = parameters_of(row.after.front());
        if (!accepts(before, count)) return std::nullopt;
        if (accepts(after, count)) {
            for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
                if (!judge(i, before[i], after[i])) return std::nullopt;
            if (!is_refused) return std::nullopt;
        }
    } else {
        for (std::size_t i = 0; i < row.parameters.size(); ++i)
            if (const int number = row.parameters[i];
                number > 0 && !judge(static_cast<std::size_t>(number) - 1, row.before[i], row.after[i]))
                return std::nullopt;
        if (!is_refused) return std::nullopt;
    }
    return finding(change, use);
}

PortRules::Finding PortRules::judge_member(const SourceUse& use, const SourceUses& source,
                                           const SourceUses& shared) const {
    const std::string_view type = use.qualifier.empty() ? find_type(source, shared, use.object) : use.qualifier;
    const auto owners = fields_.find(use.name);
    if (type.empty() || owners == fields_.end()) return std::nullopt;
    const auto* change = find_in(owners->second, type, &std::pair<std::string, ApiChange>::first);
    return change ? Finding(finding(change->second, use)) : std::nullopt;
}

PortRules::Finding PortRules::judge_header(PortedFile file, const SourceUse& use, const SourceUses& shared) const {
    if (shared.headers.contains(without_directory(use.name))) return std::nullopt;
    const auto changes = headers_.find(use.name);
    if (changes == headers_.end()) return std::nullopt;
    for (const ApiChange& change : changes->second) {
        if (change.kind == ApiChangeKind::removed) return finding(change, use);
        if (change.kind != ApiChangeKind::moved || file == PortedFile::cuda_source) continue;  // nvcc finds it
        PortFinding found = finding(change, use);
        found.severity = file == PortedFile::source ? Severity::warning : Severity::note;
        return found;
    }
    return std::nullopt;
}

std::vector<PortFinding> PortRules::judge(PortedFile file, const SourceUses& source, const SourceUses& shared,
                                          const TextSet& own) const {
    std::vector<PortFinding> findings;
    for (const SourceUse& use : source.uses) {
        Finding found = use.kind == SourceUse::Kind::name     ? judge_name(file, use, source, shared, own)
                        : use.kind == SourceUse::Kind::member ? judge_member(use, source, shared)
                                                              : judge_header(file, use, shared);
        if (found) findings.push_back(*std::move(found));
    }
    return findings;
}

PortRules::Finding PortRules::judge_build_use(const BuildUse& use) const {
    if (use.kind == BuildUse::Kind::header)
        return judge_header(PortedFile::source,
                            {.kind = SourceUse::Kind::header, .name = use.name, .line = use.line, .column = use.column},
                            {});
    const bool is_target = use.kind == BuildUse::Kind::target;
    const std::optional<ComponentFile> file = find_component_file(tables_,
                                                                  is_target ? use.name : "lib" + use.name + ".so");
    if (!file || file->is_drivers() || file->has_own_releases() || component_in_release(*file, to_))
        return std::nullopt;
    const ComponentHolder* holder = nullptr;
    for (const ComponentHolder& each : file->holders) {
        const auto last = each.releases().max;
        const bool had = from_ ? each.releases().contains(*from_) : last && is_before(*last, to_);
        if (had && last) holder = &each;
    }
    if (!holder) return std::nullopt;
    const auto* successor = find_in(tables_.api_successors, std::string_view(use.name), &ApiSuccessorRow::name);
    PortFinding found{.name = use.name, .line = use.line, .column = use.column};
    found.instead = replacement(successor);
    found.is_fixable = is_target && successor && successor->exact;
    const auto is_after = [&](const Release& row) { return is_before(*holder->row->last, row.version); };
    const Version gone = std::ranges::find_if(tables_.releases, is_after)->version;
    found.what = {found.instead.empty() ? "api-removed" : "api-removed-for",
                  {{"name", use.name}, {"release", gone}, {"successor", found.instead}},
                  holder->row->sources};
    return found;
}

std::vector<PortFinding> PortRules::judge_build_file(std::string_view file) const {
    std::vector<PortFinding> findings;
    for (const BuildUse& use : read_build_uses(file))
        if (Finding found = judge_build_use(use)) findings.push_back(*std::move(found));
    return findings;
}

}  // namespace cudastdenv

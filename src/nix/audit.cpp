// SPDX-License-Identifier: MIT
#include "nix/audit.hpp"

#include "core/format.hpp"
#include "nix/update.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv::nix {

namespace {

// ---- what comments say, and names of package sets

/// Comments on consecutive lines as one, each with its first line.
std::vector<std::pair<int, std::string>> comment_blocks(std::string_view text) {
    std::vector<std::pair<int, std::string>> blocks;
    const std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    const syntax::Tree* tree = std::get_if<syntax::Tree>(&parsed);
    if (!tree) return blocks;
    int line = 1, next_line = 0;
    std::size_t read = 0;  // the lines before it are counted
    const auto go_on_to = [&](std::size_t at) { line += syntax::line_at(text.substr(read), at - read) - 1, read = at; };
    for (const syntax::Span comment : tree->comments) {
        const std::string_view comment_text = syntax::part(text, comment);
        go_on_to(comment.begin);
        if (line == next_line) blocks.back().second += '\n' + std::string(comment_text);
        else blocks.emplace_back(line, comment_text);
        go_on_to(comment.end);
        next_line = line + 1;
    }
    return blocks;
}

/// The position of a whole word, from `from` on.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
    for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
        const bool begins = at == 0 || !is_letter_or_digit(text[at - 1]);
        const bool ends = at + word.size() == text.size() || !is_letter_or_digit(text[at + word.size()]);
        if (begins && ends) return at;
    }
    return text.npos;
}

/// Where the text after an attribute's name calls it exclusive; empty: it does not.
std::optional<std::size_t> called_exclusive_at(std::string_view comment_text) {
    const std::size_t at = find_word(comment_text, "exclusive");
    if (at == comment_text.npos || find_word(comment_text, "inclusive") != comment_text.npos) return std::nullopt;
    for (const std::string_view denial : {"not ", "non-", "never "})
        if (comment_text.substr(0, at).ends_with(denial)) return std::nullopt;
    return at;
}

bool is_set_name(std::string_view name) { return name == "cudaPackages" || name.starts_with("cudaPackages_"); }

/// A comment of a Nix file that calls an attribute exclusive.
struct CalledExclusive {
    std::string_view attribute;  ///< a field's name, in any layout
    int line = 1;
};
/// Each attribute once per comment.
std::vector<CalledExclusive> called_exclusive(std::string_view text) {
    std::vector<CalledExclusive> called;
    for (const auto& [first_line, block] : comment_blocks(text)) {
        const std::string_view comment = block;
        std::map<std::size_t, std::string_view> named;  // the attributes that it mentions, by position
        for (const std::string_view name : field_names())
            for (std::size_t at = find_word(comment, name); at != comment.npos;
                 at = find_word(comment, name, at + name.size()))
                named.emplace(at, name);
        std::set<std::string_view> reported;
        for (auto mention = named.begin(); mention != named.end();) {
            const auto [begin, attribute] = *mention++;
            const std::size_t end = mention == named.end() ? comment.size() : mention->first;
            const std::optional<std::size_t> at =
                called_exclusive_at(comment.substr(begin + attribute.size(), end - begin - attribute.size()));
            if (!at || !reported.insert(attribute).second) continue;
            called.push_back({attribute, first_line + syntax::line_at(comment, begin + attribute.size() + *at) - 1});
        }
    }
    return called;
}

/// 13.2 of `cudaPackages_13_2`; 13 of `cudaPackages_13` is not a release.
std::optional<Version> release_of_set(std::string_view name) {
    if (!take_prefix(name, "cudaPackages_")) return std::nullopt;
    std::string numbers(name);
    std::ranges::replace(numbers, '_', '.');
    return minor_version(numbers);
}

using enum AuditSeverity;

/// A problem by the id of its diagnostic, and its severity.
struct AuditCode {
    AuditSeverity severity;
    std::string_view id;
    std::string_view remark = {};
};

/// The subject of findings. Without a layout: a missing row, or not a row.
class AuditedRow {
public:
    AuditedRow(Audit& audit, AuditSubject subject, std::string name, const Layout* layout = nullptr,
               const Row* row = nullptr)
        : audit_(audit), subject_(subject), name_(std::move(name)), layout_(layout), row_(row) {}

    /// Adds a finding about the attribute of that path, or about the whole row.
    AuditFinding& find(AuditCode code, SourceIds sources = {}, std::string_view path = {}) {
        const RowField* field = row_ ? row_->find_field(path) : nullptr;
        const auto& [nvcc, cuda, package_sets] = audit_.files;
        audit_.findings.push_back({.severity = code.severity,
                                   .subject = subject_,
                                   .row = {name_},
                                   .field = some_foreign(std::string(path)),
                                   .file = subject_ == AuditSubject::alias  ? *package_sets
                                           : subject_ == AuditSubject::nvcc ? nvcc
                                                                            : cuda,
                                   .line = field && field->line ? field->line
                                           : row_               ? row_->line
                                                                : std::nullopt,
                                   .sources = {sources.begin(), sources.end()},
                                   .what = {code.id}});
        if (!code.remark.empty()) audit_.findings.back().remarks.push_back(code.remark);
        return audit_.findings.back();
    }
    AuditFinding& find(AuditCode code, SourceIds sources, Column column) {
        AuditFinding& finding = find(code, sources, layout_->name(column));
        const std::string_view label = about(column).label;
        finding.what.arguments = {{"label", label}, {"end", label.substr(0, label.find(' '))}};
        return finding;
    }
    void not_known(std::string_view path = {}) {
        audit_.not_known.push_back({subject_, {name_}, some_foreign(std::string(path))});
    }
    void not_known(Column column) { not_known(layout_->name(column)); }
    void agree() noexcept { ++audit_.agreeing; }
    [[nodiscard]] std::optional<FieldValue> value(Column column) const { return row_->value(column); }

    /// Reports errors of form. False if the value is not a row.
    bool find_form() {
        if (!row_->is_set()) {
            find({breaks_a_build, "not-a-row"}).there.value = shown(row_->fields.front().value);
            return false;
        }
        std::vector<FieldDifference> differences = differences_of(*layout_, *row_, {});
        std::stable_partition(differences.begin(), differences.end(), [](const FieldDifference& difference) {
            return difference.column == Column::capability;
        });
        for (const FieldDifference& difference : differences) find_form_of(difference);
        return true;
    }

private:
    void find_form_of(const FieldDifference& difference) {
        const std::optional<Column> column = difference.column;
        const bool is_outer = !column && layout_->is_outer(difference.path);
        if (!difference.there) {
            // A table without this column has an older layout.
            if (!about(*column).is_late || layout_->is_in_use(*column))
                find({breaks_a_build, "missing-attribute"}, {}, difference.path);
        } else if (is_outer || (column && !difference.plain())) {
            AuditFinding& finding = find({breaks_a_build, "wrong-value"}, {}, difference.path);
            finding.there.value = shown(*difference.there);
            finding.what.arguments = {{"wanted", is_outer ? "an attribute set" : wanted_value(about(*column).kind)}};
        } else if (!column) {
            find({cosmetic, "extra-attribute"}, {}, difference.path);
        } else {
            find({cosmetic, "odd-spelling"}, {}, difference.path).there.value = scalar_of(*difference.there);
        }
    }

    Audit& audit_;
    AuditSubject subject_;
    std::string name_;
    const Layout* layout_;
    const Row* row_;
};

// ---- nvcc.nix

Column major_column(Compiler::Family family, bool is_max) {
    if (family == Compiler::Family::gcc) return is_max ? Column::gcc_max : Column::gcc_min;
    return is_max ? Column::clang_max : Column::clang_min;
}

/// NVIDIA's bound in one patch release.
struct PatchBound {
    Version release;
    int major = 0;
    SourceIds sources;
};

/// A bound of a family in the patch releases of one minor release.
class MajorAudit {
public:
    MajorAudit(const Tables& tables, Policy view, Compiler::Family family, bool is_max,
               const std::vector<Version>& patches, AuditedRow& row)
        : tables_(tables), view_(view), family_(family), is_max_(is_max), patches_(patches), row_(row) {}

    void check(int there) {
        const Column column = major_column(family_, is_max_);
        const std::vector<PatchBound> bounds = bounds_of();
        if (bounds.empty()) return row_.not_known(column);
        const auto [lowest, highest] = std::ranges::minmax(bounds, {}, &PatchBound::major);
        // The strictest bound is right for each patch release.
        const int strictest = is_max_ ? lowest.major : highest.major;
        if (is_beyond(there, strictest)) return find_beyond(there, bounds);
        if (there == strictest) return is_from_nixpkgs(sources_of(bounds)) ? row_.not_known(column) : row_.agree();
        // The header only compares with a lower bound; it does not state that an accepted compiler works.
        if (!is_max_ && view_ == Policy::enforced) return row_.not_known(column);
        report({forbids_what_works, "major-refused"}, there, strictest, bounds,
               advisories_between(is_max_ ? there + 1 : strictest, is_max_ ? strictest : there - 1), {});
    }

private:
    /// Whether a bound allows more than another.
    [[nodiscard]] bool is_beyond(int bound, int other) const { return is_max_ ? bound > other : bound < other; }

    [[nodiscard]] std::optional<int> bound_in(const std::optional<HostRange>& range) const {
        if (!range) return std::nullopt;
        return is_max_ ? std::optional(range->max) : range->min;
    }

    [[nodiscard]] std::vector<PatchBound> bounds_of() const {
        std::vector<PatchBound> bounds;
        for (const Version patch : patches_) {
            const std::optional<HostRange>& range = view_of(*find_host_compilers(tables_, family_, patch), view_);
            if (const std::optional<int> major = bound_in(range)) bounds.push_back({patch, *major, range->sources});
        }
        return bounds;
    }

    void find_beyond(int there, std::vector<PatchBound> bounds) {
        std::erase_if(bounds, [&](const PatchBound& bound) { return !is_beyond(there, bound.major); });
        const auto [lowest, highest] = std::ranges::minmax(bounds, {}, &PatchBound::major);
        std::vector<std::string_view> remarks;
        if (view_ == Policy::documented) remarks.push_back(own_check_of(there, bounds));
        report({breaks_a_build, "major-allowed"}, there, is_max_ ? highest.major : lowest.major, bounds, {},
               std::move(remarks));
    }

    /// Each once, NVIDIA's own and measurements first.
    [[nodiscard]] std::vector<std::string_view> sources_of(const std::vector<PatchBound>& bounds) const {
        using enum SourceKind;
        std::vector<std::string_view> sources;
        for (const PatchBound& bound : bounds) add_new(bound.sources, sources);
        std::stable_partition(sources.begin(), sources.end(), [&](std::string_view id) {
            return contains(std::array{header, documentation, release_notes, measured}, kind_of(id));
        });
        return sources;
    }

    [[nodiscard]] SourceRow::Kind kind_of(std::string_view id) const { return find_source(tables_, id)->kind; }
    /// Statements of nixpkgs about NVIDIA do not confirm nixpkgs.
    [[nodiscard]] bool is_from_nixpkgs(const std::vector<std::string_view>& sources) const {
        return std::ranges::all_of(sources, [&](std::string_view id) {
            return kind_of(id) == SourceRow::Kind::nixpkgs || kind_of(id) == SourceRow::Kind::nixpkgs_fork;
        });
    }

    void report(AuditCode code, int there, int ours, const std::vector<PatchBound>& bounds,
                std::vector<std::string_view> advisories, std::vector<std::string_view> remarks) {
        const std::vector<std::string_view> sources = sources_of(bounds);
        AuditFinding& finding = row_.find(code, sources, major_column(family_, is_max_));
        if (!advisories.empty()) remarks.emplace_back("breaks-all-the-same");
        if (is_from_nixpkgs(sources)) remarks.emplace_back("told-by-nixpkgs");
        finding.what.arguments.emplace_back("advisories", joined_by_and(advisories));
        finding.what.arguments.emplace_back("voice", view_ == Policy::enforced ? "nvcc's check" : "NVIDIA's guide");
        finding.remarks = std::move(remarks);
        finding.there.value = there;
        finding.nvidia.value = ours;
        finding.advisories.value = std::move(advisories);
        finding.releases.value.emplace();
        for (const PatchBound& bound : bounds) finding.releases.value->push_back(bound.release);
    }

    /// The result of nvcc's own check for the outermost allowed major.
    [[nodiscard]] std::string_view own_check_of(int there, const std::vector<PatchBound>& bounds) const {
        bool is_known = true;
        for (const PatchBound& patch : bounds) {
            const std::optional<HostRange>& check = find_host_compilers(tables_, family_, patch.release)->enforced;
            const std::optional<int> bound = bound_in(check);
            if (bound && is_beyond(there, *bound)) return "own-check-refuses";
            is_known = is_known && check.has_value();
        }
        return is_known ? "own-check-takes" : "own-check-unknown";
    }

    /// The advisories that break any of these majors in any of the patch releases.
    [[nodiscard]] std::vector<std::string_view> advisories_between(int first, int last) const {
        std::vector<std::string_view> found;
        const bool is_gcc = family_ == Compiler::Family::gcc;
        for (const Version release : patches_)
            for (int major = first; major <= last; ++major) {
                const Compiler compiler{family_, major};
                const Situation situation{.release = release,
                                          .compiler = compiler,
                                          .headers = is_gcc ? std::optional(major) : std::nullopt,
                                          .library = is_gcc ? major : 0,
                                          .glibc = {},
                                          .system = "x86_64-linux"};
                for (const AdvisoryRow* advisory : compiler_advisories(tables_, situation))
                    if (advisory->breaks() && !contains(found, advisory->id)) found.push_back(advisory->id);
            }
        return found;
    }

    const Tables& tables_;
    Policy view_;
    Compiler::Family family_;
    bool is_max_;
    const std::vector<Version>& patches_;
    AuditedRow& row_;
};

/// What was tried with the toolkits of one minor release.
struct Tried {
    std::vector<Version> works;
    std::vector<Version> fails;
    std::vector<std::string_view> sources;
};

/// By major version. A compiler works if it compiled with some headers in some standard.
std::map<int, Tried> tried_with(const Tables& tables, Compiler::Family family, const std::vector<Version>& patches) {
    std::map<int, Tried> tried;
    for (const Version patch : patches) {
        const Release& release = *find_release(tables, patch);
        std::map<int, bool> works;
        for (const PairHeadersRow& row : tables.pair_headers) {
            if (row.nvcc != build_of(release) || row.compiler.family != family) continue;
            works[row.compiler.major] |= !row.works.empty();
            add_new(row.sources, tried[row.compiler.major].sources);
        }
        for (const auto& [major, did] : works) (did ? tried[major].works : tried[major].fails).push_back(patch);
    }
    return tried;
}

void audit_measured(const Tables& tables, Compiler::Family family, const std::vector<Version>& patches,
                    const MajorRange& there, AuditedRow& row) {
    const std::map<int, Tried> tried = tried_with(tables, family, patches);
    for (const bool is_max : {false, true})
        if (tried.empty() && (is_max ? there.max : there.min)) row.not_known(major_column(family, is_max));
    if (!there.min || !there.max) return;
    for (const auto& [major, outcome] : tried) {
        const bool allowed = there.contains(major);
        const bool is_max = allowed ? major - *there.min >= *there.max - major : major > *there.max;
        if (allowed ? outcome.fails.empty() : outcome.works.empty() || !outcome.fails.empty()) {
            row.agree();
            continue;
        }
        AuditFinding& finding = row.find(allowed ? AuditCode{breaks_a_build, "measured-to-fail"}
                                                 : AuditCode{forbids_what_works, "measured-to-work"},
                                         outcome.sources, major_column(family, is_max));
        finding.there.value = is_max ? *there.max : *there.min;
        finding.nvidia.value = major;
        finding.what.arguments.emplace_back("name", Compiler{family, major});
        finding.releases.value = allowed ? outcome.fails : outcome.works;
    }
}

// ---- cuda.nix

/// nixpkgs' own choice: supported in the release, not on request only, and not past its last default release. A row
/// with unreadable values is in no list.
bool is_default(const Layout& layout, const Row& row, Version release) {
    const auto min = row.value(Column::min), max = row.value(Column::max), last = row.value(Column::last_default);
    if (!min || !max || (!last && layout.is_in_use(Column::last_default))) return false;
    for (const Column mark : {Column::jetson, Column::architecture_specific, Column::family_specific})
        if (row.value(mark) == FieldValue(true)) return false;
    const std::optional<Version> last_default = last ? release_in(*last) : std::nullopt;
    return VersionRange{release_in(*min), release_in(*max)}.contains(release) &&
           (!last_default || release <= *last_default);
}

void compare_value(Column column, const FieldValue& ours, SourceIds sources, AuditedRow& row) {
    const std::optional<FieldValue> there = row.value(column);
    if (!there) return;
    if (there == ours) return row.agree();
    // A marked capability is built on request only, others by default.
    const AuditCode code = column == Column::architecture ? AuditCode{cosmetic, "other-arch-name"}
                           : there == FieldValue(true)    ? AuditCode{forbids_what_works, "wrongly-marked"}
                                                          : AuditCode{breaks_a_build, "not-marked"};
    AuditFinding& finding = row.find(code, sources, column);
    finding.there.value = scalar_of(*there);
    finding.nvidia.value = scalar_of(ours);
}

class Auditor {
public:
    Auditor(const Tables& tables, AuditPolicy policy, const AuditedCheckout& checkout)
        : tables_(tables), policy_(policy), checkout_(checkout), layout_(Table::cuda, checkout.cuda.rows) {
        audit_.folder = {checkout.folder};
        audit_.policy = policy;
        audit_.files = {{checkout.nvcc.path}, {checkout.cuda.path}, {}};
        if (checkout.package_sets) {
            audit_.files.package_sets = some_foreign(checkout.package_sets->path);
            package_sets_ = package_set_names(checkout.package_sets->text);
        }
        for (const Row& row : checkout.nvcc.rows)
            if (const std::optional<Version> release = minor_version(row.key)) named_.push_back(*release);
        sort_unique(named_);
        for (const Release* release : newest_patches(tables)) {
            const Version minor = minor_of(release->version);
            if (!named_.empty() && minor < named_.front()) audit_.given_up.push_back(minor);
            else releases_.push_back(minor);
        }
        for (const Version release : releases_)
            if (contains(named_, release) || contains(package_sets_.sets, release)) newest_ = release;
        // A checkout without any known release has no newer one.
        if (newest_ == Version{} && !releases_.empty()) newest_ = releases_.back();
    }

    Audit run() {
        const Layout nvcc(Table::nvcc, checkout_.nvcc.rows);
        for (const Row& there : checkout_.nvcc.rows) {
            AuditedRow row(audit_, AuditSubject::nvcc, there.key, &nvcc, &there);
            const std::optional<Version> release = minor_version(there.key);
            if (!release) row.find({cosmetic, "not-a-release"});
            else if (row.find_form()) audit_majors(*release, row);
        }
        find_missing_releases();
        std::size_t number = 0;
        for (const Row& row : checkout_.cuda.rows) audit_cuda(row, ++number);
        if (policy_ != AuditPolicy::measured) {
            find_missing_capabilities();
            for (const Version release : releases_)
                if (release <= newest_ && release <= tables_.capabilities_read_through) audit_defaults(release);
        }
        audit_comments();
        audit_aliases();
        add_lines(checkout_.nvcc, Table::nvcc, AuditSubject::nvcc);
        add_lines(checkout_.cuda, Table::cuda, AuditSubject::cuda);
        std::ranges::stable_sort(audit_.findings, {}, &AuditFinding::severity);
        for (const AuditFinding& finding : audit_.findings)
            ++(finding.severity == breaks_a_build       ? audit_.breaking
               : finding.severity == forbids_what_works ? audit_.forbidding
                                                        : audit_.cosmetic);
        return std::move(audit_);
    }

private:
    /// Those releases that count and satisfy `keep`.
    template <class Keep>
    [[nodiscard]] std::vector<Version> releases_that(Keep keep) const {
        std::vector<Version> kept;
        std::ranges::copy_if(releases_, std::back_inserter(kept), keep);
        return kept;
    }

    /// If a function makes a row, Nix does not know its line; then the line in the text counts.
    void add_lines(const AuditedFile& table, Table kind, AuditSubject subject) {
        try {
            const TableText text(kind, table.text);
            for (AuditFinding& finding : audit_.findings)
                if (finding.subject == subject && !finding.line) finding.line = text.line_of(finding.row);
        } catch (const syntax::Error&) {
            return;  // unknown
        }
    }

    void audit_majors(Version release, AuditedRow& row) {
        std::vector<Version> patches;
        for (const Release& patch : tables_.releases)
            if (!patch.preview && minor_of(patch.version) == release) patches.push_back(patch.version);
        if (patches.empty()) {
            const auto never = std::ranges::find(tables_.never_released, release, &NeverReleased::version);
            if (never == tables_.never_released.end()) row.not_known();
            else row.find({cosmetic, "never-released"}, never->sources);
            return;
        }
        const Policy view = policy_ == AuditPolicy::enforced ? Policy::enforced : Policy::documented;
        for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang}) {
            MajorRange there;
            for (const bool is_max : {false, true}) {
                const auto value = row.value(major_column(family, is_max));
                if (!value) continue;
                (is_max ? there.max : there.min) = major_in(*value);
                if (policy_ != AuditPolicy::measured)
                    MajorAudit(tables_, view, family, is_max, patches, row).check(major_in(*value));
            }
            if (policy_ == AuditPolicy::measured) audit_measured(tables_, family, patches, there, row);
        }
    }

    void find_missing_releases() {
        for (const Version release : releases_) {
            if (contains(named_, release)) continue;
            const bool has_set = contains(package_sets_.sets, release);
            AuditedRow(audit_, AuditSubject::nvcc, to_string(release))
                .find(has_set ? AuditCode{breaks_a_build, "missing-release-of-set"}
                              : AuditCode{forbids_what_works, "missing-release"},
                      find_release(tables_, release)->sources);
        }
    }

    void audit_cuda(const Row& there, std::size_t number) {
        const bool is_nameless = there.key.empty() && layout_.is_older();
        AuditedRow row(audit_, AuditSubject::cuda, is_nameless ? '#' + std::to_string(number) : there.key, &layout_,
                       &there);
        const bool is_named = is_key(Table::cuda, there.key);
        if (there.is_set() && !is_named && !is_nameless) row.find({breaks_a_build, "not-a-capability"});
        if (!row.find_form()) return;
        if (const auto own = there.value(Column::capability); own && *own != FieldValue(there.key))
            row.find({breaks_a_build, "other-capability"}, {}, Column::capability).there.value = scalar_of(*own);
        if (!is_named) return;
        if (has_row(there.key)) row.find({cosmetic, "repeated-row"});
        rows_.push_back(&there);
        // Measurements do not show where a range of releases begins or ends.
        if (policy_ == AuditPolicy::measured) return row.not_known();
        const Capability capability = *parse_capability(there.key);
        if (const CapabilityRow* known = find_capability(tables_, capability)) compare_row(*known, row);
        else report_unknown(row);
    }

    [[nodiscard]] bool has_row(const std::string& key) const {
        return std::ranges::any_of(rows_, [&](const Row* row) { return row->key == key; });
    }

    /// Compares a row with NVIDIA's statements.
    void compare_row(const CapabilityRow& known, AuditedRow& row) const {
        using Kind = Capability::Kind;
        for (const Column column : {Column::min, Column::max})
            if (const auto bound = row.value(column)) compare_bound(column, release_in(*bound), known.nvcc, row);
        compare_value(Column::architecture, std::string(known.architecture), known.sources, row);
        compare_value(Column::jetson, known.jetson, known.sources, row);
        compare_value(Column::architecture_specific, known.capability.kind == Kind::architecture, known.sources, row);
        compare_value(Column::family_specific, known.capability.kind == Kind::family, known.sources, row);
    }

    void report_unknown(AuditedRow& row) const {
        const auto min = row.value(Column::min), max = row.value(Column::max);
        const bool in_a_release = std::ranges::any_of(releases_, [&](Version release) {
            return min && max && release <= newest_ && release <= tables_.capabilities_read_through &&
                   VersionRange{release_in(*min), release_in(*max)}.contains(release);
        });
        if (in_a_release) row.find({breaks_a_build, "unknown-to-nvcc"}, tables_.capabilities.back().nvcc.sources);
        else row.not_known();
    }

    [[nodiscard]] bool supports(const NvccCapability& nvcc, Version release) const {
        return nvcc.takes_in(release) && release <= tables_.capabilities_read_through;
    }

    /// If the checkout lacks all of these releases, the error has no effect.
    void set_releases(AuditFinding& finding, std::vector<Version> releases) const {
        const bool is_ahead = !releases.empty() && newest_ < releases.front();
        if (is_ahead) finding.severity = cosmetic;
        finding.what.arguments.emplace_back("ahead", is_ahead ? ", which the checkout lacks" : "");
        finding.releases.value = std::move(releases);
    }

    void compare_bound(Column column, const std::optional<Version>& there, const NvccCapability& nvcc,
                       AuditedRow& row) const {
        const bool is_max = column == Column::max;
        const std::optional<Version> ours = is_max ? nvcc.last : nvcc.first;
        if (there == ours) return row.agree();
        const auto is_within = [&](Version r, const std::optional<Version>& bound) {
            return !bound || (is_max ? r <= *bound : *bound <= r);
        };
        std::vector<Version> releases =
            releases_that([&](Version r) { return is_within(r, there) && !is_within(r, ours); });
        AuditCode code{breaks_a_build, "release-allowed", "allowed-in"};
        if (releases.empty()) {
            releases = releases_that([&](Version r) {
                return (!is_max || supports(nvcc, r)) && is_within(r, ours) && !is_within(r, there);
            });
            code = {forbids_what_works, "release-refused", "refused-in"};
        }
        if (releases.empty()) {
            // nixpkgs has no release older than the tables' first, and its rows begin there.
            const bool begins_with_tables = !is_max && *ours < *there &&
                                            *there <= minor_of(tables_.releases.front().version);
            if (begins_with_tables) return row.agree();
            // No source states that a future release is the last one.
            if (!ours) return row.not_known(column);
            code = {cosmetic, "same-effect"};
        }
        AuditFinding& finding = row.find(code, nvcc.sources, column);
        finding.there.value = scalar_of(field_value(there));
        finding.nvidia.value = scalar_of(field_value(ours));
        for (const NeverReleased& never : tables_.never_released) {
            if (there != never.version) continue;
            finding.remarks.emplace_back("never-a-release");
            finding.sources.insert(finding.sources.end(), never.sources.begin(), never.sources.end());
        }
        set_releases(finding, std::move(releases));
    }

    void find_missing_capabilities() {
        for (const CapabilityRow& known : tables_.capabilities) {
            if (has_row(to_string(known.capability))) continue;
            const auto releases = releases_that([&](Version r) { return supports(known.nvcc, r); });
            if (releases.empty()) continue;
            AuditedRow row(audit_, AuditSubject::cuda, to_string(known.capability));
            set_releases(row.find({forbids_what_works, "missing-capability"}, known.nvcc.sources), releases);
        }
    }

    void audit_defaults(Version release) {
        AuditedRow found(audit_, AuditSubject::defaults, to_string(release));
        bool has_some = false;
        std::vector<std::string> refused;
        std::vector<std::string_view> sources;
        for (const Row* row : rows_) {
            if (!is_default(layout_, *row, release)) continue;
            has_some = true;
            const CapabilityRow* known = find_capability(tables_, *parse_capability(row->key));
            if (known && known->nvcc.takes_in(release)) continue;
            refused.push_back(row->key);
            add_new((known ? *known : tables_.capabilities.back()).nvcc.sources, sources);
        }
        if (!has_some) found.find({breaks_a_build, "no-defaults"});
        else if (refused.empty()) found.agree();
        else found.find({breaks_a_build, "refused-defaults"}, sources).what.arguments = {{"names", joined(refused)}};
    }

    void audit_comments() {
        for (const auto& [attribute, line] : called_exclusive(checkout_.cuda.text)) {
            const auto is_it = [&, &name = attribute](Column column) {
                return name == about(column).name || name == about(column).older;
            };
            const Column column = is_it(Column::max) ? Column::max : Column::min;
            // A row whose bound, if that is included, is NVIDIA's.
            const auto example = std::ranges::find_if(rows_, [&](const Row* row) {
                const CapabilityRow* known = find_capability(tables_, *parse_capability(row->key));
                const std::optional<FieldValue> there = row->value(column);
                const std::optional<Version> bound = there ? release_in(*there) : std::nullopt;
                return known && bound && bound == (column == Column::max ? known->nvcc.last : known->nvcc.first);
            });
            if (!is_it(column) || example == rows_.end()) continue;
            const std::string& key = (*example)->key;
            const NvccCapability& nvcc = find_capability(tables_, *parse_capability(key))->nvcc;
            AuditFinding& finding = AuditedRow(audit_, AuditSubject::comment, "")
                                        .find({cosmetic, "called-exclusive"}, nvcc.sources, attribute);
            finding.line = line;
            finding.what.arguments = {{"name", key}, {"release", *release_in(*(*example)->value(column))}};
        }
    }

    void audit_aliases() {
        for (const PackageSetAlias& alias : package_sets_.aliases) {
            const std::optional<Version> release = release_of_set(alias.points_to);
            if (!release || !std::ranges::binary_search(package_sets_.sets, *release)) continue;
            const Version next_major{release->major + 1, 0};
            const Version newest = *std::prev(std::ranges::lower_bound(package_sets_.sets, next_major));
            AuditedRow row(audit_, AuditSubject::alias, std::string(alias.name));
            if (newest == *release) {
                row.agree();
                continue;
            }
            AuditFinding& finding = row.find({cosmetic, "lagging-alias"});
            finding.line = alias.line;
            finding.there.value = std::string(alias.points_to);
            finding.nvidia.value = package_set_name(newest);
        }
    }

    const Tables& tables_;
    AuditPolicy policy_;
    const AuditedCheckout& checkout_;
    Layout layout_;  ///< of cuda.nix
    Audit audit_{};
    std::vector<Version> named_;      ///< the keys of nvcc.nix that are releases, two numbers, sorted
    PackageSetNames package_sets_{};  ///< declared in the checkout
    /// The minor releases that count, oldest first: public ones, from the first row of nvcc.nix on.
    std::vector<Version> releases_;
    Version newest_{};              ///< release with a row or a package set in the checkout; two numbers
    std::vector<const Row*> rows_;  ///< the rows of cuda.nix with a capability
};

}  // namespace

PackageSetNames package_set_names(std::string_view text) {
    PackageSetNames names;
    const std::variant<syntax::Tree, syntax::Error> parsed = syntax::parse(text);
    const syntax::Tree* tree = std::get_if<syntax::Tree>(&parsed);
    if (!tree || tree->root.terms.back().kind != syntax::Term::Kind::set) return names;
    std::map<std::string_view, int> bound;  // how often each name is bound
    const auto add_set = [&](std::string_view name) {
        if (const std::optional<Version> release = release_of_set(name)) names.sets.push_back(*release);
    };
    // `a = b;`, `a = recurseIntoAttrs b;`: an alias. Any other value is a package set.
    for (const syntax::Binding& binding : tree->root.terms.back().bindings) {
        if (binding.path.size() != 1) continue;
        const std::string_view name = syntax::part(text, binding.names.front());
        if (binding.inherited()) add_set(name);
        if (binding.inherited() || !is_set_name(name)) continue;
        ++bound[name];
        std::string_view value = syntax::part(text, binding.value.span());
        if (take_prefix(value, "recurseIntoAttrs")) value = trimmed(value);
        const bool is_one_word = binding.value.terms.back().kind == syntax::Term::Kind::word &&
                                 value.find_first_of(" \t\n") == value.npos;
        if (is_one_word && is_set_name(value))
            names.aliases.push_back({name, value, syntax::line_at(text, binding.span.begin)});
        else add_set(name);
    }
    sort_unique(names.sets);
    std::erase_if(names.aliases, [&](const PackageSetAlias& alias) { return bound[alias.name] != 1; });
    return names;
}

Audit audit(const Tables& tables, AuditPolicy policy, const AuditedCheckout& checkout) {
    return Auditor(tables, policy, checkout).run();
}

}  // namespace cudastdenv::nix

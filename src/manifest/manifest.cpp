// SPDX-License-Identifier: MIT
#include "manifest/manifest.hpp"

#include "core/format.hpp"
#include "core/quote.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/json_tree.hpp"
#include "tables/lookup.hpp"

#include <cudastdenv/load.hpp>

namespace cudastdenv::manifest {

namespace {

using nlohmann::json;

/// package / system / variant / outputs / output, and the root.
constexpr int max_depth = 8;
constexpr std::size_t max_name = 100;
constexpr std::size_t md5_digits = 32;
constexpr std::size_t sha256_digits = 64;

bool is_plain(std::string_view text, std::string_view punctuation) {
    const auto is_allowed = [&](char c) { return is_letter_or_digit(c) || contains(punctuation, c); };
    return !text.empty() && text.size() <= max_name && std::ranges::all_of(text, is_allowed);
}

bool is_package_name(std::string_view text) { return is_plain(text, "_-"); }

bool is_version(std::string_view text) { return is_plain(text, "._+-") && is_digit(text[0]); }

template <std::size_t digits>
bool is_hash(std::string_view text) {
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// A day as 2025-03-06.
bool is_date(std::string_view text) {
    if (!has_form(text, "dddd-dd-dd")) return false;
    const auto number = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
    return number(5) >= 1 && number(5) <= 12 && number(8) >= 1 && number(8) <= 31;
}

/// `cuda12` or `cuda11.8`
bool is_variant(std::string_view text) {
    if (!take_prefix(text, "cuda") || !take_number(text, 2)) return false;
    return text.empty() || (take_prefix(text, ".") && take_number(text, 2) && text.empty());
}

/// Bytes, at least one.
bool is_size(std::string_view text) {
    constexpr std::size_t max_digits = 18;
    return !text.empty() && text.size() <= max_digits && text[0] != '0' && std::ranges::all_of(text, is_digit);
}

/// Below the manifest's own directory, with characters that need no escape in a URL.
bool is_safe_path(std::string_view text) {
    constexpr std::size_t max_path = 300;
    const auto is_allowed = [](char c) { return is_plain(std::string_view(&c, 1), "._+-/"); };
    if (text.empty() || text.size() > max_path || text[0] == '/' || !std::ranges::all_of(text, is_allowed))
        return false;
    return text != ".." && !text.starts_with("../") && !text.ends_with("/..") && text.find("/../") == text.npos;
}

/// A text of a manifest, and the problem of an invalid one.
struct TextRule {
    std::string_view key;
    bool (*is_right)(std::string_view);
    std::string_view problem;
    std::size_t digits = 0;                                  ///< of a hash
    std::optional<std::string> Manifest::*member = nullptr;  ///< the member for it; nullptr: not a member of the root
};

constexpr std::array<TextRule, 3> root_rules{{
    {"release_date", is_date, "malformed-date", 0, &Manifest::date},
    {"release_label", is_version, "malformed-version", 0, &Manifest::label},
    {"release_product", is_package_name, "malformed-name", 0, &Manifest::product},
}};
constexpr TextRule version_rule{"version", is_version, "malformed-version"};
constexpr std::array<TextRule, 4> archive_rules{{
    {"md5", is_hash<md5_digits>, "malformed-hash", md5_digits},
    {"relative_path", is_safe_path, "unsafe-path"},
    {"sha256", is_hash<sha256_digits>, "malformed-hash", sha256_digits},
    {"size", is_size, "malformed-size"},
}};

std::string format_set(const std::set<std::string>& texts) { return texts.empty() ? "none" : joined(texts); }

class ManifestReader {
public:
    ManifestReader(const Tables& tables, std::filesystem::path file) : tables_(tables), file_(std::move(file)) {}

    Manifest read(const json& root) {
        require_record(root);
        manifest_.kind = is_feature(root) ? "feature" : "redistrib";
        for_members(root, [&](const std::string& key, const json& value) { read_root_member(key, value); });
        if (!manifest_.is_feature() && !manifest_.date && !root.contains("release_date"))
            add("missing-key", {{"key", "release_date"}});
        if (manifest_.packages.empty()) add("no-packages");
        return std::move(manifest_);
    }

private:
    void add(std::string_view id, std::vector<Argument> arguments = {}) {
        ++manifest_.problem_count;
        if (manifest_.problems.size() < max_manifest_problems)
            manifest_.problems.push_back({.pointer = pointer_, .what = {id, std::move(arguments)}});
    }

    [[noreturn]] void fail(const std::string& problem) const { throw DataError(file_, pointer_, problem); }
    void require_record(const json& value) const {
        if (!value.is_object()) fail("not a record");
    }
    void require_key(const json& record, std::string_view key) {
        if (!record.contains(std::string(key))) add("missing-key", {{"key", key}});
    }

    /// Calls `read_it` with the key and the value of each member of a record, or with the index and each of a list.
    template <class Read>
    void for_members(const json& record, const Read& read_it) {
        const std::size_t outer = pointer_.size();
        for (const auto& [key, value] : record.items()) {
            pointer_ += '/' + (is_plain(key, "._+-") ? key : in_quotes(key));
            read_it(key, value);
            pointer_.resize(outer);
        }
    }

    /// A feature manifest lists the outputs of a package instead of its archive.
    static bool is_feature(const json& root) {
        const auto has_outputs = [](const json& value) { return value.is_object() && value.contains("outputs"); };
        for (const auto& package : root)
            if (package.is_object())
                for (const auto& system : package) {
                    if (has_outputs(system)) return true;
                    if (system.is_object() && std::ranges::any_of(system, has_outputs)) return true;
                }
        return false;
    }

    void read_root_member(const std::string& key, const json& value) {
        const auto rule = std::ranges::find(root_rules, key, &TextRule::key);
        if (!manifest_.is_feature() && rule != root_rules.end()) {
            manifest_.*rule->member = read_text(value, *rule);
        } else {
            require_record(value);
            read_package(key, value);
        }
    }

    bool require_text(const json& value) {
        if (!value.is_string()) add("not-a-text");
        return value.is_string();
    }

    /// Absent if invalid, which is a problem.
    std::optional<std::string> read_text(const json& value, const TextRule& rule) {
        if (!require_text(value)) return std::nullopt;
        const auto& text = value.get_ref<const std::string&>();
        if (rule.is_right(text)) return text;
        add(rule.problem, {{"text", in_quotes(text)}, {"digits", rule.digits}});
        return std::nullopt;
    }

    void read_package(const std::string& name, const json& value) {
        if (!is_package_name(name)) return add("malformed-name", {{"text", in_quotes(name)}});
        package_ = {.name = name};
        variants_.clear();
        std::optional<std::set<std::string>> listed;
        for_members(value, [&](const std::string& key, const json& member) {
            if (manifest_.is_feature() || !read_package_member(key, member, listed)) read_system(key, member);
        });
        if (!manifest_.is_feature())
            for (const std::string_view key : {"license", "name", "version"}) require_key(value, key);
        if (package_.systems.entries.empty()) add("empty-package");
        if (listed && *listed != variants_)
            add("variants-differ", {{"listed", format_set(*listed)}, {"found", format_set(variants_)}});
        manifest_.packages.push_back(std::move(package_));
    }

    /// False for a key that does not describe the package as a whole.
    bool read_package_member(const std::string& key, const json& value, std::optional<std::set<std::string>>& listed) {
        if (key == "name" || key == "license" || key == "license_path") require_text(value);
        else if (key == version_rule.key) package_.version = read_text(value, version_rule);
        else if (key == "cuda_variant") listed = read_variant_list(value);
        else return false;
        return true;
    }

    /// `["12", "13"]`
    std::set<std::string> read_variant_list(const json& value) {
        if (!value.is_array()) fail("not a list");
        std::set<std::string> listed;
        for_members(value, [&](const std::string&, const json& member) {
            if (!require_text(member)) return;
            const auto& text = member.get_ref<const std::string&>();
            if (is_variant("cuda" + text)) listed.insert("cuda" + text);
            else add("unknown-variant", {{"variant", in_quotes(text)}});
        });
        return listed;
    }

    void read_system(const std::string& system, const json& value) {
        require_record(value);
        // In addition to the platforms, manifests have `source` (samples) and `linux-all` (driver_assistant).
        if (system != "source" && system != "linux-all" &&
            (system == unsupported_redist || !find_in(tables_.redist_systems, system, &RedistSystemRow::redist)))
            add("unknown-system", {{"system", in_quotes(system)}});
        std::vector<std::string> variants;
        system_ = system;
        variant_.clear();
        const auto has = [&](const TextRule& rule) { return value.contains(std::string(rule.key)); };
        if (value.empty() || value.contains("outputs") || std::ranges::any_of(archive_rules, has)) read_leaf(value);
        else
            for_members(value,
                        [&](const std::string& name, const json& variant) { read_variant(name, variant, variants); });
        if (is_package_name(system)) package_.systems.entries.emplace_back(system, std::move(variants));
    }

    void read_variant(const std::string& name, const json& value, std::vector<std::string>& variants) {
        require_record(value);
        variant_ = name;
        if (is_variant(name)) {
            variants.push_back(name);
            variants_.insert(name);
        } else {
            add("unknown-variant", {{"variant", in_quotes(name)}});
        }
        read_leaf(value);
    }

    void read_leaf(const json& value) {
        if (manifest_.is_feature()) read_outputs(value);
        else read_archive(value);
    }

    void read_outputs(const json& value) {
        require_key(value, "outputs");
        for_members(value, [&](const std::string& name, const json& outputs) {
            if (name != "outputs") return add("unknown-key", {{"key", in_quotes(name)}});
            require_record(outputs);
            for_members(outputs, [&](const std::string&, const json& exists) {
                if (!exists.is_boolean()) add("not-true-or-false");
            });
        });
    }

    /// An archive without a valid name, path or hash is a problem and is not added.
    void read_archive(const json& value) {
        for (const TextRule& rule : archive_rules) require_key(value, rule.key);
        std::map<std::string_view, std::string> texts;  // the valid ones
        for_members(value, [&](const std::string& key, const json& member) {
            const auto rule = std::ranges::find(archive_rules, key, &TextRule::key);
            if (rule == archive_rules.end()) add("unknown-key", {{"key", in_quotes(key)}});
            else if (key == "size" && member.is_number()) add("size-is-number");
            else if (const auto text = read_text(member, *rule)) texts[rule->key] = *text;
        });
        ManifestArchive archive{package_.name, system_, variant_, texts["relative_path"], texts["sha256"], {}};
        if (texts.contains("size")) archive.size = std::stoull(texts["size"]);
        const bool is_named = is_package_name(system_) && (variant_.empty() || is_variant(variant_));
        if (is_named && !archive.path.empty() && !archive.sha256.empty())
            manifest_.archives.push_back(std::move(archive));
        else ++manifest_.unnamed_archives;
    }

    const Tables& tables_;
    std::filesystem::path file_;
    std::string pointer_;
    Manifest manifest_;
    Manifest::Package package_;
    std::string system_, variant_;    ///< the current ones
    std::set<std::string> variants_;  ///< of the current package
};

class ManifestJudge {
public:
    ManifestJudge(const Tables& tables, Manifest& manifest) : tables_(tables), manifest_(manifest) {}

    void judge(const std::filesystem::path& file) {
        const Manifest::Package* nvcc = find_in(manifest_.packages, "cuda_nvcc", &Manifest::Package::name);
        if (nvcc) manifest_.nvcc = nvcc->version;
        if (!manifest_.product && (nvcc || find_in(manifest_.packages, "cuda_cudart", &Manifest::Package::name)))
            manifest_.product = "cuda";
        find_manifest_release(file);
        if (!manifest_.release) return;
        known_ = find_release(tables_, *manifest_.release);
        source_ = text("nvidia-redistrib-" + to_string(*manifest_.release));
        compare_releases();
        compare_host_compilers();
        compare_redist();
        if (!manifest_.is_feature()) add_table("sources", find_source(tables_, source_) != nullptr);
    }

private:
    std::string_view text(const std::string& value) { return manifest_.arena.text(value); }

    void add_table(std::string_view table, TableState state) { manifest_.tables.entries.emplace_back(table, state); }
    void add_table(std::string_view table, bool has_it) {
        add_table(table, has_it ? TableState::agrees : TableState::lacks);
    }

    void find_manifest_release(const std::filesystem::path& file) {
        if (manifest_.product != "cuda") return;
        // `11.4.4` in `redistrib_11.4.4.json` and `feature_11.4.4.json`.
        const std::string name = file.filename().string();
        std::string_view number = name;
        const bool is_usual = take_prefix(number, "redistrib_") || take_prefix(number, "feature_");
        const auto named = is_usual && take_suffix(number, ".json") ? full_version(number) : std::nullopt;
        manifest_.release = full_version(manifest_.label.value_or(""));
        if (manifest_.release && named && *named != *manifest_.release)
            add("label-differs", {{"label", *manifest_.label}, {"file", *named}});
        if (!manifest_.release) manifest_.release = named;
        if (!manifest_.release) manifest_.release = release_by_nvcc();
        if (!manifest_.release) add("no-release", {});
    }

    /// The only release with that nvcc, or of several the one with that date.
    [[nodiscard]] std::optional<Version> release_by_nvcc() const {
        std::vector<const Release*> candidates;
        for (const Release& release : tables_.releases)
            if (manifest_.nvcc && release.nvcc == *manifest_.nvcc) candidates.push_back(&release);
        if (candidates.size() > 1)
            std::erase_if(candidates,
                          [&](const Release* release) { return release->date != manifest_.date.value_or(""); });
        return candidates.size() == 1 ? std::optional(candidates.front()->version) : std::nullopt;
    }

    void add(std::string_view id, std::vector<Argument> arguments) {
        ++manifest_.problem_count;
        manifest_.problems.push_back({.what = {id, std::move(arguments)}});
    }

    void compare_releases() {
        const std::size_t before = manifest_.problems.size();
        if (!known_) {
            if (!manifest_.is_feature()) add_release();
            return add_table("releases", TableState::lacks);
        }
        if (known_->nvcc && manifest_.nvcc && *known_->nvcc != *manifest_.nvcc)
            add("nvcc-differs", {{"manifest", *manifest_.nvcc}, {"tables", std::string(*known_->nvcc)}});
        // A date in the tables may be a month.
        if (known_->date && manifest_.date && !manifest_.date->starts_with(*known_->date))
            add("date-differs", {{"manifest", *manifest_.date}, {"tables", std::string(*known_->date)}});
        add_table("releases", manifest_.problems.size() > before ? TableState::differs : TableState::agrees);
    }

    SourceIds sources_with_this(SourceIds before) {
        std::vector<std::string_view> list(before.begin(), before.end());
        if (!contains(list, source_)) list.push_back(source_);
        return manifest_.arena.list(list);
    }

    void add_release() {
        Release row;
        row.version = *manifest_.release;
        if (full_version(manifest_.nvcc.value_or(""))) row.nvcc = text(*manifest_.nvcc);
        if (manifest_.date) row.date = text(*manifest_.date);
        // A manifest does not say which C++ standards the release supports.
        row.sources = sources_with_this({});
        manifest_.new_rows.releases.push_back(row);
    }

    void compare_host_compilers() {
        const auto has = [&](Compiler::Family family) {
            return find_host_compilers(tables_, family, *manifest_.release) != nullptr;
        };
        add_table("host_compilers", has(Compiler::Family::gcc) && has(Compiler::Family::clang));
    }

    /// The systems with the runtime: other packages (documentation, drivers) have more systems.
    [[nodiscard]] std::set<std::string_view> offered_systems() const {
        std::set<std::string_view> systems;
        const Manifest::Package* runtime = find_in(manifest_.packages, "cuda_cudart", &Manifest::Package::name);
        for (const Manifest::Package& package : manifest_.packages)
            if (!runtime || &package == runtime)
                for (const auto& [system, variants] : package.systems.entries)
                    if (system != "source" && system != "linux-all") systems.insert(system);
        return systems;
    }

    void compare_redist() {
        const std::set<std::string_view> offered = offered_systems();
        TableState state = TableState::agrees;
        for (const RedistSystemRow& row : tables_.redist_systems) {
            if (row.redist == unsupported_redist) continue;
            const bool is_offered = offered.contains(row.redist);
            if (is_offered == ships(row, *manifest_.release)) continue;
            // For a known release this is a contradiction, for a new one it is news.
            if (known_)
                add(is_offered ? "system-missing-here" : "system-not-shipped", {{"system", std::string(row.redist)}});
            manifest_.new_rows.redist.push_back(is_offered ? extended(row) : ended(row));
            state = TableState::differs;
        }
        for (const std::string_view system : offered)
            if (!find_in(tables_.redist_systems, system, &RedistSystemRow::redist)) {
                manifest_.new_rows.redist.push_back(new_system(system));
                if (state == TableState::agrees) state = TableState::lacks;
            }
        std::ranges::sort(manifest_.new_rows.redist, [](const RedistSystemRow& left, const RedistSystemRow& right) {
            return std::pair(left.nix, left.redist) < std::pair(right.nix, right.redist);
        });
        add_table("redist", state);
    }

    [[nodiscard]] bool is_newest() const {
        return std::ranges::none_of(tables_.releases,
                                    [&](const Release& release) { return release.version > *manifest_.release; });
    }

    /// The row with this release added; releases between it and the row's range become absent.
    RedistSystemRow extended(RedistSystemRow row) {
        const Version release = *manifest_.release;
        std::vector<Version> absent(row.absent.begin(), row.absent.end());
        std::erase(absent, release);
        for (const Release& other : tables_.releases) {
            const bool is_before_first = row.first && release < other.version && other.version < *row.first;
            const bool is_after_last = row.last && *row.last < other.version && other.version < release;
            if (is_before_first || is_after_last) absent.push_back(other.version);
        }
        row.first = std::min(row.first.value_or(release), release);
        if (row.last && *row.last < release) row.last = is_newest() ? std::nullopt : std::optional(release);
        return with_absent(row, std::move(absent));
    }

    /// The row without this release: it ends before, or has a gap if later releases are known.
    RedistSystemRow ended(RedistSystemRow row) {
        std::vector<Version> absent(row.absent.begin(), row.absent.end());
        if (!is_newest()) absent.push_back(*manifest_.release);
        else
            for (const Release& release : tables_.releases)
                if (release.version < *manifest_.release && !release.preview) row.last = release.version;
        return with_absent(row, std::move(absent));
    }

    RedistSystemRow with_absent(RedistSystemRow row, std::vector<Version> absent) {
        std::ranges::sort(absent);
        row.absent = manifest_.arena.list(absent);
        row.sources = sources_with_this(row.sources);
        return row;
    }

    /// NVIDIA's `linux-riscv64` is Nix's `riscv64-linux`.
    RedistSystemRow new_system(std::string_view redist) {
        const std::size_t dash = std::min(redist.find('-'), redist.size());
        std::string cpu(redist.substr(std::min(dash + 1, redist.size())));
        if (cpu == "arm64" || cpu == "sbsa") cpu = "aarch64";
        RedistSystemRow row;
        row.nix = text(cpu + "-" + std::string(redist.substr(0, dash)));
        row.redist = text(std::string(redist));
        row.first = manifest_.release;
        row.sources = sources_with_this({});
        return row;
    }

    const Tables& tables_;
    Manifest& manifest_;
    const Release* known_ = nullptr;
    std::string_view source_;
};

using EntryKind = ArchiveEntry::Kind;

/// An output, and the files of an archive with that output.
struct OutputRule {
    std::string_view name;
    bool in_nixpkgs;               ///< in nixpkgs' own feature manifests; its module for them refuses others
    std::string_view directories;  ///< directories, separated by blanks; one of them has the files
    std::string_view files;        ///< endings of files anywhere below one of them; `*`: any file; empty: any entry
};

/// By name. nixpkgs' generator does not check which files of `bin` are executable.
constexpr std::array<OutputRule, 8> output_rules{{
    {"bin", true, "bin", "*"},
    {"dev", true, "include lib/pkgconfig share/pkgconfig lib/cmake share/aclocal", ""},
    {"doc", true, "share/info share/doc share/gtk-doc share/devhelp share/man", ""},
    {"lib", true, "lib", ".so"},
    {"python", false, "python", ""},
    {"sample", true, "samples", ""},
    {"static", true, "lib", ".a"},
    {"stubs", false, "lib/stubs stubs", ".so .a"},
}};

/// The entries below the top directory, by name; includes directories that only appear in other names.
class PackedDirectory {
public:
    /// False without a single top directory.
    bool fill(std::span<const ArchiveEntry> entries) {
        for (const ArchiveEntry& entry : entries) {
            const std::string_view top = std::string_view(entry.name).substr(0, entry.name.find('/'));
            if (top_.empty()) top_ = top;
            if (top.empty() || top != top_ || (top == entry.name && entry.kind != EntryKind::folder)) return false;
            if (top != entry.name) add(entry.name.substr(top.size() + 1), &entry);
        }
        return !top_.empty();
    }

    /// Links to files and directories count as such.
    [[nodiscard]] bool has_output(const OutputRule& rule) const {
        const std::vector<std::string_view> endings = pieces_of(rule.files, ' ');
        const auto counts = [&](const std::string& name) {
            const auto fits = [&](std::string_view ending) { return ending == "*" || name.ends_with(ending); };
            return endings.empty() || (std::ranges::any_of(endings, fits) && is_file(name));
        };
        for (const std::string_view directory : pieces_of(rule.directories, ' ')) {
            const std::string path = followed(std::string(directory)), prefix = path + "/";
            for (auto entry = entries_.upper_bound(prefix); entry != entries_.end(); ++entry) {
                if (path.empty() || !entry->first.starts_with(prefix)) break;
                if (counts(entry->first)) return true;
            }
        }
        return false;
    }

private:
    using Entries = std::map<std::string, const ArchiveEntry*, std::less<>>;

    void add(std::string name, const ArchiveEntry* entry) {
        for (std::size_t slash = name.rfind('/'); slash != name.npos && slash > 0; slash = name.rfind('/', slash - 1))
            entries_.try_emplace(name.substr(0, slash), nullptr);
        const ArchiveEntry*& place = entries_[std::move(name)];
        if (!place) place = entry;
    }

    [[nodiscard]] bool is_file(const std::string& name) const {
        const auto entry = entries_.find(followed(name));
        return entry != entries_.end() && entry->second && entry->second->kind == EntryKind::file;
    }

    /// The path with all links followed; empty: outside of the directory, missing, or a circle.
    [[nodiscard]] std::string followed(const std::string& name) const {
        const auto target_of = [&](const std::filesystem::path& path) -> std::optional<std::filesystem::path> {
            const auto entry = entries_.find(path.native());
            if (entry == entries_.end()) return "/";  // leads out
            if (!entry->second || entry->second->kind != EntryKind::link) return std::nullopt;
            return entry->second->target.empty() ? "/" : path.parent_path() / entry->second->target;
        };
        return followed_in_root(name, target_of).value_or("").string();
    }

    std::string_view top_;
    Entries entries_;  ///< nullptr: a directory without an entry of its own
};

}  // namespace

Manifest read_manifest(const Tables& tables, const std::filesystem::path& file, std::string_view text) {
    if (text.size() > max_manifest_bytes) throw DataError(file, "", "larger than 4 MiB, the limit for a manifest");
    return ManifestReader(tables, file).read(parse_strict_json(file, text, max_depth));
}

void judge_manifest(const Tables& tables, Manifest& manifest, const std::filesystem::path& file) {
    ManifestJudge(tables, manifest).judge(file);
}

std::optional<PackageOutputs> outputs_of(std::span<const ArchiveEntry> entries) {
    PackedDirectory tree;
    if (!tree.fill(entries)) return std::nullopt;
    PackageOutputs outputs;
    for (const OutputRule& rule : output_rules)
        if (tree.has_output(rule)) outputs.insert(rule.name);
    return outputs;
}

std::string feature_manifest(const Manifest& manifest, bool as_nixpkgs) {
    Json json = Json::object();
    for (const ManifestArchive& archive : manifest.archives) {
        if (!archive.outputs) continue;
        Json& system = json[archive.package][archive.system];
        // A package that is split by CUDA release has one record for each variant.
        Json& features = archive.variant.empty() ? system : system[archive.variant];
        for (const OutputRule& rule : output_rules)
            if (rule.in_nixpkgs || !as_nixpkgs)
                features["outputs"][std::string(rule.name)] = archive.outputs->contains(rule.name);
    }
    return json_text(json) + '\n';
}

}  // namespace cudastdenv::manifest

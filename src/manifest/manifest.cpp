// SPDX-License-Identifier: MIT
#include "manifest/manifest.hpp"

#include "core/format.hpp"
#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/strict_json.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace cudastdenv::manifest {

namespace {

using nlohmann::json;

/// package / system / variant / outputs / output, and the root.
constexpr int max_depth = 8;
constexpr std::size_t max_name = 100;
constexpr std::size_t md5_digits = 32;
constexpr std::size_t sha256_digits = 64;

bool is_plain(std::string_view text, std::string_view punctuation) {
    return !text.empty() && text.size() <= max_name && std::ranges::all_of(text, [&](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return letter || is_digit(c) || punctuation.find(c) != punctuation.npos;
    });
}

bool is_package_name(std::string_view text) { return is_plain(text, "_-"); }

bool is_version(std::string_view text) { return is_plain(text, "._+-") && is_digit(text[0]); }

template <std::size_t digits>
bool is_hash(std::string_view text) {
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// A day as 2025-03-06.
bool is_date(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-dd";
    if (text.size() != form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == 'd' ? !is_digit(text[i]) : text[i] != form[i]) return false;
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

/// Below the manifest's own folder, and of characters that need no escape in a URL.
bool is_safe_path(std::string_view text) {
    constexpr std::size_t max_path = 300;
    const auto is_allowed = [](char c) { return is_plain(std::string_view(&c, 1), "._+-/"); };
    if (text.empty() || text.size() > max_path || text[0] == '/' || !std::ranges::all_of(text, is_allowed))
        return false;
    return text != ".." && !text.starts_with("../") && !text.ends_with("/..") && text.find("/../") == text.npos;
}

/// A text of a manifest, and the problem of one that is not right.
struct TextRule {
    std::string_view key;
    bool (*is_right)(std::string_view);
    std::string_view problem;
    std::size_t digits = 0;                                  ///< of a hash
    std::optional<std::string> Manifest::*member = nullptr;  ///< that it becomes; none: it is no member of the root
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

/// As a sentence has them.
std::string in_words(const std::set<std::string>& texts) { return texts.empty() ? "none" : joined(texts); }

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
    /// Of what is being read.
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

    /// A feature manifest says which outputs a package has instead of where its archive is.
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

    /// Absent where it is not right, of which there is a problem.
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
            add("variants-differ", {{"listed", in_words(*listed)}, {"found", in_words(variants_)}});
        manifest_.packages.push_back(std::move(package_));
    }

    /// False where it is none of those that say something of the package as a whole.
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

    /// Beside the platforms there are `source` (samples) and `linux-all` (driver_assistant).
    [[nodiscard]] bool knows_redist(std::string_view system) const {
        return system == "source" || system == "linux-all" ||
               (system != "unsupported" && std::ranges::find(tables_.redist_systems, system,
                                                             &RedistSystemRow::redist) != tables_.redist_systems.end());
    }

    void read_system(const std::string& system, const json& value) {
        require_record(value);
        if (!knows_redist(system)) add("unknown-system", {{"system", in_quotes(system)}});
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

    /// One without a right name, path or hash is told as a problem, and is none of the archives.
    void read_archive(const json& value) {
        for (const TextRule& rule : archive_rules) require_key(value, rule.key);
        std::map<std::string_view, std::string> texts;  // that are right
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
    std::string system_, variant_;    ///< that are being read
    std::set<std::string> variants_;  ///< of the package that is being read
};

}  // namespace

Manifest read_manifest(const Tables& tables, const std::filesystem::path& file, std::string_view text) {
    if (text.size() > max_manifest_bytes) throw DataError(file, "", "larger than 4 MiB, the limit for a manifest");
    return ManifestReader(tables, file).read(parse_strict_json(file, text, max_depth));
}

}  // namespace cudastdenv::manifest

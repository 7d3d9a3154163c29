// SPDX-License-Identifier: MIT
#include "manifest/manifest.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/strict_json.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace cudastdenv::manifest {

namespace {

using nlohmann::json;

/// package / system / variant / outputs / output, and the root.
constexpr int max_depth = 8;
constexpr std::size_t max_name = 100;
constexpr std::size_t sha256_digits = 64;

bool is_plain(std::string_view text, std::string_view punctuation) {
    return !text.empty() && text.size() <= max_name && std::ranges::all_of(text, [&](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return letter || is_digit(c) || punctuation.find(c) != punctuation.npos;
    });
}

bool is_package_name(std::string_view text) { return is_plain(text, "_-"); }

bool is_version(std::string_view text) { return is_plain(text, "._+-") && is_digit(text[0]); }

bool is_hexadecimal(std::string_view text, std::size_t digits) {
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

class ManifestReader {
public:
    ManifestReader(const Tables& tables, std::filesystem::path file) : tables_(tables), file_(std::move(file)) {}

    Manifest read(const json& root) {
        require_record(root);
        manifest_.kind = is_feature(root) ? "feature" : "redistrib";
        const bool redistrib = !manifest_.is_feature();
        for (const auto& [key, value] : root.items())
            inside(key, [&, &name = key, &member = value] { read_root_member(name, member, redistrib); });
        if (redistrib && !manifest_.date && !root.contains("release_date"))
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

    /// A key as it may stand in a pointer.
    static std::string step(std::string_view key) { return is_plain(key, "._+-") ? std::string(key) : in_quotes(key); }

    template <class Read>
    void inside(std::string_view key, const Read& read_it) {
        const std::size_t outer = pointer_.size();
        pointer_ += "/" + step(key);
        read_it();
        pointer_.resize(outer);
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

    void read_root_member(const std::string& key, const json& value, bool redistrib) {
        if (redistrib && key == "release_date") {
            manifest_.date = read_right_text(value, is_date, "malformed-date");
        } else if (redistrib && key == "release_label") {
            manifest_.label = read_right_text(value, is_version, "malformed-version");
        } else if (redistrib && key == "release_product") {
            manifest_.product = read_right_text(value, is_package_name, "malformed-name");
        } else {
            require_record(value);
            read_package(key, value);
        }
    }

    bool read_text(const json& value, std::string& out) {
        if (!value.is_string()) {
            add("not-a-text");
            return false;
        }
        out = value.get_ref<const std::string&>();
        return true;
    }

    /// Absent where it is not right, of which there is a problem.
    std::optional<std::string> read_right_text(const json& value, bool (*is_right)(std::string_view),
                                               std::string_view problem) {
        std::string text;
        if (!read_text(value, text)) return std::nullopt;
        if (is_right(text)) return text;
        add(problem, {{"text", in_quotes(text)}});
        return std::nullopt;
    }

    void read_package(const std::string& name, const json& value) {
        if (!is_package_name(name)) {
            add("malformed-name", {{"text", in_quotes(name)}});
            return;
        }
        package_ = {.name = name};
        variants_.clear();
        std::optional<std::set<std::string>> listed;
        for (const auto& [key, member] : value.items())
            inside(key, [&, &inner = key, &part = member] { read_package_member(inner, part, listed); });
        if (!manifest_.is_feature())
            for (const std::string_view key : {"license", "name", "version"}) require_key(value, key);
        if (package_.systems.entries.empty()) add("empty-package");
        if (listed && *listed != variants_)
            add("variants-differ", {{"listed", joined(*listed)}, {"found", joined(variants_)}});
        manifest_.packages.push_back(std::move(package_));
    }

    void require_key(const json& record, std::string_view key) {
        if (!record.contains(std::string(key))) add("missing-key", {{"key", key}});
    }

    void read_package_member(const std::string& key, const json& value, std::optional<std::set<std::string>>& listed) {
        std::string unused;
        if (!manifest_.is_feature()) {
            if (key == "name" || key == "license" || key == "license_path") {
                read_text(value, unused);
                return;
            }
            if (key == "version") {
                package_.version = read_right_text(value, is_version, "malformed-version");
                return;
            }
            if (key == "cuda_variant") {
                read_variant_list(value, listed.emplace());
                return;
            }
        }
        require_record(value);
        read_system(key, value);
    }

    /// `["12", "13"]`
    void read_variant_list(const json& value, std::set<std::string>& listed) {
        if (!value.is_array()) fail("not a list");
        for (std::size_t i = 0; i < value.size(); ++i)
            inside(std::to_string(i), [&] {
                std::string text;
                if (!read_text(value[i], text)) return;
                if (is_variant("cuda" + text)) listed.insert("cuda" + text);
                else add("unknown-variant", {{"variant", in_quotes(text)}});
            });
    }

    static std::string joined(const std::set<std::string>& texts) {
        std::string all;
        for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
        return all.empty() ? "none" : all;
    }

    /// Beside the platforms there are `source` (samples) and `linux-all` (driver_assistant).
    [[nodiscard]] bool knows_redist(std::string_view system) const {
        return system == "source" || system == "linux-all" ||
               (system != "unsupported" && std::ranges::find(tables_.redist_systems, system,
                                                             &RedistSystemRow::redist) != tables_.redist_systems.end());
    }

    void read_system(const std::string& system, const json& value) {
        if (!knows_redist(system)) add("unknown-system", {{"system", in_quotes(system)}});
        std::vector<std::string> variants;
        system_ = system;
        variant_.clear();
        const bool flat = std::ranges::any_of(archive_keys,
                                              [&](std::string_view key) { return value.contains(std::string(key)); }) ||
                          value.contains("outputs") || value.empty();
        if (flat) {
            read_leaf(value);
        } else {
            for (const auto& [key, variant] : value.items())
                inside(key, [&, &name = key, &part = variant] { read_variant(name, part, variants); });
        }
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
        for (const auto& [key, member] : value.items())
            inside(key, [&, &name = key, &outputs = member] {
                if (name != "outputs") {
                    add("unknown-key", {{"key", in_quotes(name)}});
                    return;
                }
                require_record(outputs);
                for (const auto& [output, exists] : outputs.items())
                    inside(output, [&, &truth = exists] {
                        if (!truth.is_boolean()) add("not-true-or-false");
                    });
            });
    }

    void read_archive(const json& value) {
        for (const std::string_view key : archive_keys) require_key(value, key);
        for (const auto& [key, member] : value.items())
            inside(key, [&, &name = key, &part = member] { read_archive_member(name, part); });
        keep_archive(value);
    }

    /// What a name or a hash could not be, is told as a problem, and is none of the archives.
    void keep_archive(const json& value) {
        const auto text = [&](const char* key) {
            const auto found = value.find(key);
            return found != value.end() && found->is_string() ? found->get_ref<const std::string&>() : std::string();
        };
        ManifestArchive archive{package_.name, system_, variant_, text("relative_path"), text("sha256"), {}};
        if (const std::string size = text("size"); is_size(size)) archive.size = std::stoull(size);
        const bool is_named = is_package_name(system_) && (variant_.empty() || is_variant(variant_));
        if (is_named && is_safe_path(archive.path) && is_hexadecimal(archive.sha256, sha256_digits))
            manifest_.archives.push_back(std::move(archive));
        else ++manifest_.unnamed_archives;
    }

    void read_archive_member(const std::string& key, const json& value) {
        if (std::ranges::find(archive_keys, key) == archive_keys.end()) {
            add("unknown-key", {{"key", in_quotes(key)}});
            return;
        }
        if (key == "size" && value.is_number()) {
            add("size-is-number");
            return;
        }
        std::string text;
        if (!read_text(value, text)) return;
        constexpr std::size_t md5_digits = 32;
        if (key == "md5" && !is_hexadecimal(text, md5_digits)) add("malformed-hash", {{"digits", md5_digits}});
        if (key == "sha256" && !is_hexadecimal(text, sha256_digits)) add("malformed-hash", {{"digits", sha256_digits}});
        if (key == "size" && !is_size(text)) add("malformed-size", {{"text", in_quotes(text)}});
        if (key == "relative_path" && !is_safe_path(text)) add("unsafe-path", {{"text", in_quotes(text)}});
    }

    /// Bytes, at least one.
    static bool is_size(std::string_view text) {
        constexpr std::size_t max_digits = 18;
        return !text.empty() && text.size() <= max_digits && text[0] != '0' && std::ranges::all_of(text, is_digit);
    }

    /// Below the manifest's own folder, and of characters that need no escape in a URL.
    static bool is_safe_path(std::string_view text) {
        constexpr std::size_t max_path = 300;
        const auto is_allowed = [](char c) { return is_plain(std::string_view(&c, 1), "._+-/"); };
        if (text.empty() || text.size() > max_path || text[0] == '/' || !std::ranges::all_of(text, is_allowed))
            return false;
        return text != ".." && !text.starts_with("../") && !text.ends_with("/..") && text.find("/../") == text.npos;
    }

    static constexpr std::array<std::string_view, 4> archive_keys{"md5", "relative_path", "sha256", "size"};

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
    if (text.size() > max_manifest_bytes) throw DataError(file, "", "larger than 4 MiB, which no manifest is");
    return ManifestReader(tables, file).read(parse_strict_json(file, text, max_depth));
}

}  // namespace cudastdenv::manifest

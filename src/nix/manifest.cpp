// SPDX-License-Identifier: MIT
#include "nix/manifest.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "tables/strict_json.hpp"

#include <cudastdenv/load.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace cudastdenv::nix {

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

class Reader {
public:
    Reader(const Tables& tables, std::filesystem::path file) : tables_(tables), file_(std::move(file)) {}

    Manifest read(const json& root) {
        require_record(root);
        manifest_.kind = is_feature(root) ? Manifest::Kind::feature : Manifest::Kind::redistrib;
        const bool redistrib = manifest_.kind == Manifest::Kind::redistrib;
        for (const auto& [key, value] : root.items())
            inside(key, [&, &name = key, &member = value] { read_root_member(name, member, redistrib); });
        if (redistrib && manifest_.date.empty() && !root.contains("release_date"))
            add("missing-key", {{"key", "release_date"}});
        if (manifest_.packages.empty()) add("no-packages");
        return std::move(manifest_);
    }

private:
    /// Of what is being read.
    void add(std::string_view id, std::vector<Argument> arguments = {}) {
        ++manifest_.problem_count;
        if (manifest_.problems.size() < max_manifest_problems)
            manifest_.problems.push_back({{id, std::move(arguments)}, pointer_});
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
            if (read_text(value, manifest_.date) && !is_date(manifest_.date)) {
                add("malformed-date", {{"text", in_quotes(manifest_.date)}});
                manifest_.date.clear();
            }
        } else if (redistrib && key == "release_label") {
            if (read_text(value, manifest_.label)) keep_if_version(manifest_.label);
        } else if (redistrib && key == "release_product") {
            if (read_text(value, manifest_.product) && !is_plain(manifest_.product, "_-")) {
                add("malformed-name", {{"text", in_quotes(manifest_.product)}});
                manifest_.product.clear();
            }
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

    void keep_if_version(std::string& text) {
        if (is_version(text)) return;
        add("malformed-version", {{"text", in_quotes(text)}});
        text.clear();
    }

    void read_package(const std::string& name, const json& value) {
        if (!is_plain(name, "_-")) {
            add("malformed-name", {{"text", in_quotes(name)}});
            return;
        }
        package_ = {name, {}, {}};
        variants_.clear();
        std::optional<std::set<std::string>> listed;
        for (const auto& [key, member] : value.items())
            inside(key, [&, &inner = key, &part = member] { read_package_member(inner, part, listed); });
        if (manifest_.kind == Manifest::Kind::redistrib)
            for (const std::string_view key : {"license", "name", "version"}) require_key(value, key);
        if (package_.platforms.empty()) add("empty-package");
        if (listed && *listed != variants_)
            add("variants-differ", {{"listed", joined(*listed)}, {"found", joined(variants_)}});
        manifest_.packages.push_back(std::move(package_));
    }

    void require_key(const json& record, std::string_view key) {
        if (!record.contains(std::string(key))) add("missing-key", {{"key", key}});
    }

    void read_package_member(const std::string& key, const json& value, std::optional<std::set<std::string>>& listed) {
        std::string unused;
        if (manifest_.kind == Manifest::Kind::redistrib) {
            if (key == "name" || key == "license" || key == "license_path") {
                read_text(value, unused);
                return;
            }
            if (key == "version") {
                if (read_text(value, package_.version)) keep_if_version(package_.version);
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
        ManifestPlatform platform{system, {}};
        system_ = system;
        variant_.clear();
        const bool flat = std::ranges::any_of(archive_keys,
                                              [&](std::string_view key) { return value.contains(std::string(key)); }) ||
                          value.contains("outputs") || value.empty();
        if (flat) {
            read_leaf(value);
        } else {
            for (const auto& [key, variant] : value.items())
                inside(key, [&, &name = key, &part = variant] { read_variant(name, part, platform); });
        }
        if (is_plain(system, "_-")) package_.platforms.push_back(std::move(platform));
    }

    void read_variant(const std::string& name, const json& value, ManifestPlatform& platform) {
        require_record(value);
        if (is_variant(name)) {
            platform.variants.push_back(name);
            variants_.insert(name);
            variant_ = name;
        } else {
            add("unknown-variant", {{"variant", in_quotes(name)}});
            variant_ = name;
        }
        read_leaf(value);
    }

    void read_leaf(const json& value) {
        if (manifest_.kind == Manifest::Kind::feature) read_outputs(value);
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
        const bool is_named = is_plain(system_, "_-") && (variant_.empty() || is_variant(variant_));
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
    ManifestPackage package_;
    std::string system_, variant_;    ///< that are being read
    std::set<std::string> variants_;  ///< of the package that is being read
};

}  // namespace

Manifest read_manifest(const Tables& tables, const std::filesystem::path& file, std::string_view text) {
    if (text.size() > max_manifest_bytes) throw DataError(file, "", "larger than 4 MiB, which no manifest is");
    return Reader(tables, file).read(parse_strict_json(file, text, max_depth));
}

}  // namespace cudastdenv::nix

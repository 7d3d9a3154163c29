// SPDX-License-Identifier: MIT
#include "manifest/manifest.hpp"

#include "core/text.hpp"
#include "tables/json_tree.hpp"

namespace cudastdenv::manifest {

namespace {

using EntryKind = ArchiveEntry::Kind;

/// An output, and what an archive has where it has that output.
struct OutputRule {
    std::string_view name;
    bool in_nixpkgs;           ///< nixpkgs' own feature manifests have it; its module for them refuses one with others
    std::string_view folders;  ///< one of these, with blanks between, has it
    std::string_view files;    ///< the endings of files anywhere below one of them; `*`: any file; empty: any entry
};

/// By name. Which files of `bin` can be run nixpkgs' generator does not ask.
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

/// The entries below the one folder at the top, by name; folders that only the names of others show are among them.
class PackedFolder {
public:
    /// False where there is no such folder.
    bool fill(std::span<const ArchiveEntry> entries) {
        for (const ArchiveEntry& entry : entries) {
            const std::string_view top = std::string_view(entry.name).substr(0, entry.name.find('/'));
            if (top_.empty()) top_ = top;
            if (top.empty() || top != top_ || (top == entry.name && entry.kind != EntryKind::folder)) return false;
            if (top != entry.name) add(entry.name.substr(top.size() + 1), &entry);
        }
        return !top_.empty();
    }

    /// A link to a file, or to a folder, is one too.
    [[nodiscard]] bool has_output(const OutputRule& rule) const {
        const std::vector<std::string_view> endings = pieces_of(rule.files, ' ');
        const auto counts = [&](const std::string& name) {
            const auto fits = [&](std::string_view ending) { return ending == "*" || name.ends_with(ending); };
            return endings.empty() || (std::ranges::any_of(endings, fits) && is_file(name));
        };
        for (const std::string_view folder : pieces_of(rule.folders, ' ')) {
            const std::string path = followed(std::string(folder));
            const std::string prefix = path + "/";
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

    /// Where a path ends with all links followed; empty: outside of the folder, nowhere, or in a circle.
    [[nodiscard]] std::string followed(std::string rest) const {
        std::string path;
        for (int links = 0; !rest.empty();) {
            const std::size_t slash = rest.find('/');
            const std::string step = rest.substr(0, slash);
            rest.erase(0, slash == rest.npos ? rest.size() : slash + 1);
            if (step.empty() || step == ".") continue;
            if (step == "..") {
                if (path.empty()) return "";
                path.erase(path.rfind('/') == path.npos ? 0 : path.rfind('/'));
                continue;
            }
            const std::string next = path.empty() ? step : path + "/" + step;
            const auto entry = entries_.find(next);
            if (entry == entries_.end()) return "";
            if (!entry->second || entry->second->kind != EntryKind::link) {
                path = next;
                continue;
            }
            // As many as Linux follows.
            constexpr int most_links = 40;
            const std::string& target = entry->second->target;
            if (++links > most_links || target.empty() || target.starts_with('/')) return "";
            rest = rest.empty() ? target : target + "/" + rest;
        }
        return path;
    }

    std::string_view top_;
    Entries entries_;  ///< nullptr: a folder that has no entry of its own
};

}  // namespace

std::optional<PackageOutputs> outputs_of(std::span<const ArchiveEntry> entries) {
    PackedFolder tree;
    if (!tree.fill(entries)) return std::nullopt;
    PackageOutputs outputs;
    for (const OutputRule& rule : output_rules)
        if (tree.has_output(rule)) outputs.insert(rule.name);
    return outputs;
}

std::size_t Manifest::known_archives() const noexcept {
    const auto is_known = [](const ManifestArchive& archive) { return archive.outputs.has_value(); };
    return static_cast<std::size_t>(std::ranges::count_if(archives, is_known));
}

std::string feature_manifest(const Manifest& manifest, bool as_nixpkgs) {
    Json json = Json::object();
    for (const ManifestArchive& archive : manifest.archives) {
        if (!archive.outputs) continue;
        Json& system = json[archive.package][archive.system];
        // A package that is split by CUDA release has each variant's there.
        Json& features = archive.variant.empty() ? system : system[archive.variant];
        for (const OutputRule& rule : output_rules)
            if (rule.in_nixpkgs || !as_nixpkgs)
                features["outputs"][std::string(rule.name)] = archive.outputs->contains(rule.name);
    }
    return json_text(json) + '\n';
}

}  // namespace cudastdenv::manifest

// SPDX-License-Identifier: MIT
#include "nix/features.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

namespace cudastdenv::nix {

namespace {

using EntryKind = ArchiveEntry::Kind;

/// The entries below the one folder at the top, by name; folders that only the names of others show are among them.
class Tree {
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

    /// Whether something lies in a folder.
    [[nodiscard]] bool has_content(const std::string& folder) const { return !below(folder).empty(); }

    /// Whether a file with that ending, or a link to a file, lies below a folder, at any depth.
    [[nodiscard]] bool has_file(const std::string& folder, std::string_view ending) const {
        return std::ranges::any_of(below(folder),
                                   [&](const std::string& name) { return name.ends_with(ending) && is_file(name); });
    }

private:
    using Entries = std::map<std::string, const ArchiveEntry*, std::less<>>;

    void add(std::string name, const ArchiveEntry* entry) {
        for (std::size_t slash = name.rfind('/'); slash != name.npos && slash > 0; slash = name.rfind('/', slash - 1))
            entries_.try_emplace(name.substr(0, slash), nullptr);
        const ArchiveEntry*& place = entries_[std::move(name)];
        if (!place) place = entry;
    }

    /// The entries below a folder, which may be a link to one.
    [[nodiscard]] std::vector<std::string> below(const std::string& folder) const {
        std::vector<std::string> names;
        const std::string path = followed(folder);
        if (path.empty()) return names;
        const std::string prefix = path + "/";
        for (auto entry = entries_.upper_bound(prefix); entry != entries_.end() && entry->first.starts_with(prefix);
             ++entry)
            names.push_back(entry->first);
        return names;
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

void add_outputs(std::string& text, const PackageOutputs& outputs, FeatureExtent extent, const std::string& indent) {
    text += "{\n" + indent + "  \"outputs\": {";
    bool first = true;
    for (const OutputName& output : output_names) {
        if (extent == FeatureExtent::nixpkgs && !output.in_nixpkgs) continue;
        text += (first ? "\n" : ",\n") + indent + "    \"" + std::string(output.name) + "\": ";
        text += outputs.*output.has ? "true" : "false";
        first = false;
    }
    text += "\n" + indent + "  }\n" + indent + "}";
}

}  // namespace

std::optional<PackageOutputs> outputs_of(std::span<const ArchiveEntry> entries) {
    Tree tree;
    if (!tree.fill(entries)) return std::nullopt;
    const auto any_has_content = [&](std::initializer_list<const char*> folders) {
        return std::ranges::any_of(folders, [&](const char* folder) { return tree.has_content(folder); });
    };
    PackageOutputs outputs;
    outputs.bin = tree.has_file("bin", "");
    outputs.dev = any_has_content({"include", "lib/pkgconfig", "share/pkgconfig", "lib/cmake", "share/aclocal"});
    outputs.doc = any_has_content({"share/info", "share/doc", "share/gtk-doc", "share/devhelp", "share/man"});
    outputs.lib = tree.has_file("lib", ".so");
    outputs.python = tree.has_content("python");
    outputs.sample = tree.has_content("samples");
    outputs.static_library = tree.has_file("lib", ".a");
    for (const char* folder : {"lib/stubs", "stubs"})
        outputs.stubs = outputs.stubs || tree.has_file(folder, ".so") || tree.has_file(folder, ".a");
    return outputs;
}

std::string feature_manifest(std::span<const PackageFeatures> packages, FeatureExtent extent) {
    // Names and systems are letters, digits, `_` and `-`: the manifest's reader refuses others.
    std::map<std::string_view, std::map<std::string_view, std::map<std::string_view, PackageOutputs>>> by_name;
    for (const auto& [archive, outputs] : packages) by_name[archive.package][archive.system][archive.variant] = outputs;
    std::string text = "{";
    const auto open = [&text](std::string_view name, bool first, const std::string& indent) {
        text += (first ? "\n" : ",\n") + indent + "\"" + std::string(name) + "\": ";
    };
    for (const auto& [package, systems] : by_name) {
        open(package, package == by_name.begin()->first, "  ");
        text += "{";
        for (const auto& [system, variants] : systems) {
            open(system, system == systems.begin()->first, "    ");
            if (variants.begin()->first.empty()) {
                add_outputs(text, variants.begin()->second, extent, "    ");
                continue;
            }
            text += "{";
            for (const auto& [variant, outputs] : variants) {
                open(variant, variant == variants.begin()->first, "      ");
                add_outputs(text, outputs, extent, "      ");
            }
            text += "\n    }";
        }
        text += "\n  }";
    }
    return text + (by_name.empty() ? "}\n" : "\n}\n");
}

}  // namespace cudastdenv::nix

// SPDX-License-Identifier: MIT
#include "manifest/manifest.hpp"

#include "core/lists.hpp"
#include "core/text.hpp"
#include "core/versions.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <set>

namespace cudastdenv::manifest {

namespace {

const Manifest::Package* find_package(const Manifest& manifest, std::string_view name) {
    const auto found = std::ranges::find(manifest.packages, name, &Manifest::Package::name);
    return found == manifest.packages.end() ? nullptr : &*found;
}

/// `11.4.4` in `redistrib_11.4.4.json` and `feature_11.4.4.json`.
std::optional<Version> release_in_name(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    std::string_view text = name;
    if (!take_prefix(text, "redistrib_") && !take_prefix(text, "feature_")) return std::nullopt;
    return take_suffix(text, ".json") ? full_version(text) : std::nullopt;
}

class ManifestJudge {
public:
    ManifestJudge(const Tables& tables, Manifest& manifest) : tables_(tables), manifest_(manifest) {}

    void judge(const std::filesystem::path& file) {
        const Manifest::Package* nvcc = find_package(manifest_, "cuda_nvcc");
        if (nvcc) manifest_.nvcc = nvcc->version;
        if (!manifest_.product && (nvcc || find_package(manifest_, "cuda_cudart"))) manifest_.product = "cuda";
        find_out_release(file);
        if (!manifest_.release) return;
        known_ = find_release(tables_, *manifest_.release);
        source_ = text("nvidia-redistrib-" + to_string(*manifest_.release));
        compare_releases();
        compare_host_compilers();
        compare_redist();
        if (!manifest_.is_feature()) tell("sources", find_source(tables_, source_) != nullptr);
    }

private:
    std::string_view text(const std::string& value) { return manifest_.arena.text(value); }

    void tell(std::string_view table, TableState state) { manifest_.tables.entries.emplace_back(table, state); }
    void tell(std::string_view table, bool has_it) { tell(table, has_it ? TableState::agrees : TableState::lacks); }

    void find_out_release(const std::filesystem::path& file) {
        if (manifest_.product != "cuda") return;
        const auto named = release_in_name(file);
        manifest_.release = full_version(manifest_.label.value_or(""));
        if (manifest_.release && named && *named != *manifest_.release)
            add("label-differs", {{"label", *manifest_.label}, {"file", *named}});
        if (!manifest_.release) manifest_.release = named;
        if (!manifest_.release) manifest_.release = release_by_nvcc();
        if (!manifest_.release) add("no-release", {});
    }

    /// The one release with that nvcc, of several the one of that day.
    [[nodiscard]] std::optional<Version> release_by_nvcc() const {
        std::vector<const Release*> candidates;
        for (const Release& release : tables_.releases)
            if (manifest_.nvcc && release.nvcc == *manifest_.nvcc) candidates.push_back(&release);
        if (candidates.size() > 1)
            std::erase_if(candidates,
                          [&](const Release* release) { return release->date != manifest_.date.value_or(""); });
        return candidates.size() == 1 ? std::optional(candidates.front()->version) : std::nullopt;
    }

    /// Of the manifest as a whole.
    void add(std::string_view id, std::vector<Argument> arguments) {
        ++manifest_.problem_count;
        manifest_.problems.push_back({.what = {id, std::move(arguments)}});
    }

    void compare_releases() {
        const std::size_t before = manifest_.problems.size();
        if (!known_) {
            if (!manifest_.is_feature()) add_release();
            return tell("releases", TableState::lacks);
        }
        if (known_->nvcc && manifest_.nvcc && *known_->nvcc != *manifest_.nvcc)
            add("nvcc-differs", {{"manifest", *manifest_.nvcc}, {"tables", std::string(*known_->nvcc)}});
        // A date in the tables may be a month.
        if (known_->date && manifest_.date && !manifest_.date->starts_with(*known_->date))
            add("date-differs", {{"manifest", *manifest_.date}, {"tables", std::string(*known_->date)}});
        tell("releases", manifest_.problems.size() > before ? TableState::differs : TableState::agrees);
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
        // Which C++ standards it takes a manifest does not say.
        row.sources = sources_with_this({});
        manifest_.new_rows.releases.push_back(row);
    }

    void compare_host_compilers() {
        const auto has = [&](Compiler::Family family) {
            return find_host_compilers(tables_, family, *manifest_.release) != nullptr;
        };
        tell("host_compilers", has(Compiler::Family::gcc) && has(Compiler::Family::clang));
    }

    /// Where the runtime is: other packages (documentation, drivers) reach further.
    [[nodiscard]] std::set<std::string_view> offered_systems() const {
        std::set<std::string_view> systems;
        const Manifest::Package* runtime = find_package(manifest_, "cuda_cudart");
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
            if (row.redist == unsupported) continue;
            const bool is_offered = offered.contains(row.redist);
            if (is_offered == ships(row, *manifest_.release)) continue;
            // A release that the tables know is a contradiction, a new one is news.
            if (known_)
                add(is_offered ? "system-missing-here" : "system-not-shipped", {{"system", std::string(row.redist)}});
            manifest_.new_rows.redist.push_back(is_offered ? extended(row) : ended(row));
            state = TableState::differs;
        }
        for (const std::string_view system : offered)
            if (std::ranges::find(tables_.redist_systems, system, &RedistSystemRow::redist) ==
                tables_.redist_systems.end()) {
                manifest_.new_rows.redist.push_back(new_system(system));
                if (state == TableState::agrees) state = TableState::lacks;
            }
        std::ranges::sort(manifest_.new_rows.redist, [](const RedistSystemRow& left, const RedistSystemRow& right) {
            return std::pair(left.nix, left.redist) < std::pair(right.nix, right.redist);
        });
        tell("redist", state);
    }

    [[nodiscard]] bool is_newest() const {
        return std::ranges::none_of(tables_.releases,
                                    [&](const Release& release) { return release.version > *manifest_.release; });
    }

    /// The row, such that it has this release; releases between it and those that the row had are not in it.
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

    /// The row, such that it lacks this release: it ends before, or has a gap where later ones are known.
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

    static constexpr std::string_view unsupported = "unsupported";

    const Tables& tables_;
    Manifest& manifest_;
    const Release* known_ = nullptr;
    std::string_view source_;
};

}  // namespace

void judge_manifest(const Tables& tables, Manifest& manifest, const std::filesystem::path& file) {
    ManifestJudge(tables, manifest).judge(file);
}

}  // namespace cudastdenv::manifest

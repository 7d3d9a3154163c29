// SPDX-License-Identifier: MIT
#include "nix/manifest.hpp"

#include "core/text.hpp"
#include "resolve/host_compiler.hpp"
#include "tables/lookup.hpp"

#include <algorithm>
#include <set>

namespace cudastdenv::nix {

namespace {

using State = TableState::State;

const ManifestPackage* find_package(const Manifest& manifest, std::string_view name) {
    const auto found = std::ranges::find(manifest.packages, name, &ManifestPackage::name);
    return found == manifest.packages.end() ? nullptr : &*found;
}

std::optional<Version> full_version(std::string_view text) {
    const auto version = parse_version(text);
    return version && version->patch != -1 ? version : std::nullopt;
}

/// `11.4.4` in `redistrib_11.4.4.json` and `feature_11.4.4.json`.
std::optional<Version> release_in_name(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    std::string_view text = name;
    if (!take_prefix(text, "redistrib_") && !take_prefix(text, "feature_")) return std::nullopt;
    if (!text.ends_with(".json")) return std::nullopt;
    text.remove_suffix(5);
    return full_version(text);
}

class ManifestJudge {
public:
    ManifestJudge(const Tables& tables, const Manifest& manifest) : tables_(tables), manifest_(manifest) {}

    ManifestVerdict judge(const std::filesystem::path& file) {
        if (const ManifestPackage* nvcc = find_package(manifest_, "cuda_nvcc")) verdict_.nvcc = nvcc->version;
        verdict_.is_cuda = manifest_.product.empty()
                               ? find_package(manifest_, "cuda_cudart") || find_package(manifest_, "cuda_nvcc")
                               : manifest_.product == "cuda";
        find_out_release(file);
        if (!verdict_.release) return std::move(verdict_);
        known_ = find_release(tables_, *verdict_.release);
        source_ = text("nvidia-redistrib-" + to_string(*verdict_.release));
        compare_releases();
        compare_host_compilers();
        compare_redist();
        if (manifest_.kind == Manifest::Kind::redistrib)
            verdict_.tables.push_back({"sources", find_source(tables_, source_) ? State::agrees : State::lacks});
        return std::move(verdict_);
    }

private:
    std::string_view text(const std::string& value) { return verdict_.arena.text(value); }

    void find_out_release(const std::filesystem::path& file) {
        if (!verdict_.is_cuda) return;
        const auto named = release_in_name(file);
        verdict_.release = full_version(manifest_.label);
        if (verdict_.release && named && *named != *verdict_.release)
            add("label-differs", {{"label", manifest_.label}, {"file", *named}});
        if (!verdict_.release) verdict_.release = named;
        if (!verdict_.release) verdict_.release = release_by_nvcc();
        if (!verdict_.release) add("no-release", {});
    }

    /// The one release with that nvcc, of several the one of that day.
    [[nodiscard]] std::optional<Version> release_by_nvcc() const {
        std::vector<const Release*> candidates;
        for (const Release& release : tables_.releases)
            if (!verdict_.nvcc.empty() && release.nvcc == verdict_.nvcc) candidates.push_back(&release);
        if (candidates.size() > 1)
            std::erase_if(candidates, [&](const Release* release) { return release->date != manifest_.date; });
        return candidates.size() == 1 ? std::optional(candidates.front()->version) : std::nullopt;
    }

    /// Of the manifest as a whole.
    void add(std::string_view id, std::vector<Argument> arguments) {
        verdict_.problems.push_back({{id, std::move(arguments)}});
    }

    void compare_releases() {
        const std::size_t before = verdict_.problems.size();
        if (!known_) {
            if (manifest_.kind == Manifest::Kind::redistrib) add_release();
            verdict_.tables.push_back({"releases", State::lacks});
            return;
        }
        if (known_->nvcc && !verdict_.nvcc.empty() && *known_->nvcc != verdict_.nvcc)
            add("nvcc-differs", {{"manifest", verdict_.nvcc}, {"tables", *known_->nvcc}});
        // A date in the tables may be a month.
        if (known_->date && !manifest_.date.empty() && !manifest_.date.starts_with(*known_->date))
            add("date-differs", {{"manifest", manifest_.date}, {"tables", *known_->date}});
        verdict_.tables.push_back({"releases", verdict_.problems.size() > before ? State::differs : State::agrees});
    }

    SourceIds sources_with_this(SourceIds before) {
        std::vector<std::string_view> list(before.begin(), before.end());
        if (std::ranges::find(list, source_) == list.end()) list.push_back(source_);
        return verdict_.arena.list(list);
    }

    void add_release() {
        Release row;
        row.version = *verdict_.release;
        if (full_version(verdict_.nvcc)) row.nvcc = text(verdict_.nvcc);
        if (!manifest_.date.empty()) row.date = text(manifest_.date);
        // Which C++ standards it takes a manifest does not say.
        row.sources = sources_with_this({});
        verdict_.new_releases.push_back(row);
    }

    void compare_host_compilers() {
        bool has_all = true;
        for (const Compiler::Family family : {Compiler::Family::gcc, Compiler::Family::clang})
            has_all = has_all && find_host_compilers(tables_, family, *verdict_.release);
        verdict_.tables.push_back({"host_compilers", has_all ? State::agrees : State::lacks});
    }

    /// Where the runtime is: other packages (documentation, drivers) reach further.
    [[nodiscard]] std::set<std::string_view> offered_systems() const {
        std::set<std::string_view> systems;
        const ManifestPackage* runtime = find_package(manifest_, "cuda_cudart");
        for (const ManifestPackage& package : manifest_.packages)
            if (!runtime || &package == runtime)
                for (const ManifestPlatform& platform : package.platforms)
                    if (platform.system != "source" && platform.system != "linux-all") systems.insert(platform.system);
        return systems;
    }

    void compare_redist() {
        const std::set<std::string_view> offered = offered_systems();
        State state = State::agrees;
        for (const RedistSystemRow& row : tables_.redist_systems) {
            if (row.redist == unsupported) continue;
            const bool is_offered = offered.contains(row.redist);
            if (is_offered == ships(row, *verdict_.release)) continue;
            // A release that the tables know is a contradiction, a new one is news.
            if (known_) add(is_offered ? "system-missing-here" : "system-not-shipped", {{"system", row.redist}});
            verdict_.new_redist_rows.push_back(is_offered ? extended(row) : ended(row));
            state = State::differs;
        }
        for (const std::string_view system : offered)
            if (std::ranges::find(tables_.redist_systems, system, &RedistSystemRow::redist) ==
                tables_.redist_systems.end()) {
                verdict_.new_redist_rows.push_back(new_system(system));
                if (state == State::agrees) state = State::lacks;
            }
        std::ranges::sort(verdict_.new_redist_rows, [](const RedistSystemRow& left, const RedistSystemRow& right) {
            return std::pair(left.nix, left.redist) < std::pair(right.nix, right.redist);
        });
        verdict_.tables.push_back({"redist", state});
    }

    [[nodiscard]] bool is_newest() const {
        return std::ranges::none_of(tables_.releases,
                                    [&](const Release& release) { return release.version > *verdict_.release; });
    }

    /// Releases in the tables between two, without them.
    [[nodiscard]] std::vector<Version> between(Version low, Version high) const {
        std::vector<Version> versions;
        for (const Release& release : tables_.releases)
            if (low < release.version && release.version < high) versions.push_back(release.version);
        return versions;
    }

    void set_absent(RedistSystemRow& row, const std::vector<Version>& absent) {
        row.absent = verdict_.arena.list(absent);
    }

    /// The row, such that it has this release.
    RedistSystemRow extended(RedistSystemRow row) {
        const Version release = *verdict_.release;
        std::vector<Version> absent(row.absent.begin(), row.absent.end());
        std::erase(absent, release);
        const auto leave_out = [&](const std::vector<Version>& gap) {
            absent.insert(absent.end(), gap.begin(), gap.end());
        };
        if (!row.first) row.first = release;
        if (release < *row.first) {
            leave_out(between(release, *row.first));
            row.first = release;
        }
        if (row.last && *row.last < release) {
            leave_out(between(*row.last, release));
            row.last = is_newest() ? std::nullopt : std::optional(release);
        }
        std::ranges::sort(absent);
        set_absent(row, absent);
        row.sources = sources_with_this(row.sources);
        return row;
    }

    /// The row, such that it lacks this release: it ends before, or has a gap where later ones are known.
    RedistSystemRow ended(RedistSystemRow row) {
        if (is_newest()) {
            for (const Release& release : tables_.releases)
                if (release.version < *verdict_.release && !release.preview) row.last = release.version;
        } else {
            std::vector<Version> absent(row.absent.begin(), row.absent.end());
            absent.push_back(*verdict_.release);
            std::ranges::sort(absent);
            set_absent(row, absent);
        }
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
        row.first = verdict_.release;
        row.sources = sources_with_this({});
        return row;
    }

    static constexpr std::string_view unsupported = "unsupported";

    const Tables& tables_;
    const Manifest& manifest_;
    ManifestVerdict verdict_;
    const Release* known_ = nullptr;
    std::string_view source_;
};

}  // namespace

std::string_view to_string(TableState::State state) noexcept { return name_of_enum(state); }

ManifestVerdict judge_manifest(const Tables& tables, const Manifest& manifest, const std::filesystem::path& file) {
    return ManifestJudge(tables, manifest).judge(file);
}

}  // namespace cudastdenv::nix

// SPDX-License-Identifier: MIT
#include "resolve/jetpacks.hpp"

#include "core/format.hpp"
#include "tables/lookup.hpp"

namespace cudastdenv {

namespace {

const GpuRow* find_board(const Tables& tables, std::string_view name) noexcept {
    const auto found = std::ranges::lower_bound(tables.gpus, name, {}, &GpuRow::name);
    return found != tables.gpus.end() && found->name == name ? &*found : nullptr;
}

/// The number of the board's GPU in the release.
Capability number_of(const Tables& tables, std::string_view board, Version release) noexcept {
    const GpuRow* row = find_board(tables, board);
    return row ? number_in(tables, row->capability, release) : Capability{};
}

/// NVIDIA's exception of Jetsons of that number from its Arm server platform.
const RedistExceptionRow* find_exception(const Tables& tables, Capability number, Version release) noexcept {
    return find_in(tables.redist_exceptions, true, [&](const RedistExceptionRow& row) {
        return row.capability == number && VersionRange{row.first, row.last}.contains(release);
    });
}

/// Whether a toolkit of the release, other than a JetPack's own, is for Jetsons of that number.
bool has_toolkit(const Tables& tables, Capability number, Version release) noexcept {
    const bool is_separate = number < jetson_sbsa_from(tables, release);
    const bool is_shipped = std::ranges::any_of(tables.redist_systems, [&](const RedistSystemRow& row) {
        return row.nix == jetson_system && row.jetson == is_separate && ships(row, release);
    });
    return is_shipped && builds_for(tables, release, number) && !find_exception(tables, number, release);
}

std::span<const JetpackRow> some_or_all(const Tables& tables, std::span<const JetpackRow> jetpacks) noexcept {
    return jetpacks.empty() ? tables.jetpacks : jetpacks;
}

/// The newest release of each minor release, ascending.
std::vector<Version> minors_of(const Tables& tables) {
    std::vector<Version> minors;
    for (const Release& release : tables.releases) minors.push_back(minor_of(release.version));
    sort_unique(minors);
    return minors;
}

/// Whether a JetPack for the GPU has the release as its own.
bool is_of_some_jetpack(const Tables& tables, const Gpu& gpu, Version release) noexcept {
    return std::ranges::any_of(tables.jetpacks, [&](const JetpackRow& row) {
        return row.cuda == minor_of(release) && is_for(tables, row, gpu, release);
    });
}

/// How the JetPack runs programs of the release that can be built on the board.
JetpackSupport offer_of(const Tables& tables, const JetpackRow& row, const Gpu& board, Version release) noexcept {
    const bool has = row.cuda == minor_of(release) || has_toolkit(tables, board.capability, release);
    return has ? support_in(tables, row, board, release) : JetpackSupport::none;
}

}  // namespace

std::string_view host_system(const Tables& tables, const Gpu& gpu) noexcept {
    if (is_jetson(tables, gpu.capability)) return jetson_system;
    const GpuHostRow* row = find_in(tables.gpu_hosts, gpu.name, &GpuHostRow::gpu);
    return row ? row->system : std::string_view();
}

std::string_view host_system(const Tables& tables, std::span<const Gpu> gpus) noexcept {
    const std::string_view first = gpus.empty() ? std::string_view() : host_system(tables, gpus.front());
    const auto is_same = [&](const Gpu& gpu) { return host_system(tables, gpu) == first; };
    return std::ranges::all_of(gpus, is_same) ? first : std::string_view();
}

std::string_view implied_system(const Tables& tables, std::span<const Gpu> gpus,
                                std::span<const Capability> capabilities,
                                const std::optional<DriverVersion>& driver) noexcept {
    if (!gpus.empty()) return host_system(tables, gpus);
    const bool is_for_jetsons = capabilities.empty() ? driver && is_jetson(tables, *driver)
                                                     : are_jetsons(tables, capabilities);
    return is_for_jetsons ? jetson_system : std::string_view();
}

std::span<const JetpackRow> jetpacks_in(const Tables& tables, std::string_view environment) noexcept {
    const auto is_its = [&](const JetpackRow& row) { return row.environment == environment; };
    const auto first = std::ranges::find_if(tables.jetpacks, is_its);
    return {first, std::find_if_not(first, tables.jetpacks.end(), is_its)};
}

bool is_for(const Tables& tables, const JetpackRow& jetpack, const Gpu& gpu, Version release) noexcept {
    const auto names = [&](const JetpackRow& row) { return contains(row.boards, gpu.name); };
    if (std::ranges::any_of(tables.jetpacks, names)) return names(jetpack);
    const Capability number = number_in(tables, baseline_of(gpu.capability), release);
    return std::ranges::any_of(jetpack.boards,
                               [&](std::string_view board) { return number_of(tables, board, release) == number; });
}

JetpackSupport support_in(const Tables& tables, const JetpackRow& jetpack, const Gpu& gpu, Version release) noexcept {
    using enum JetpackSupport;
    if (!is_for(tables, jetpack, gpu, release)) return none;
    const Version minor = minor_of(release);
    if (minor == jetpack.cuda) return native;
    const bool is_ordinary = has_toolkit(tables, number_in(tables, baseline_of(gpu.capability), release), release);
    if (minor < jetpack.cuda && (is_ordinary || is_of_some_jetpack(tables, gpu, release))) return native;
    if (!is_ordinary) return none;
    if (contains(jetpack.upgrades, minor)) return package;
    return jetpack.complete ? none : unknown;
}

JetpackOf best_jetpack(const Tables& tables, std::span<const JetpackRow> jetpacks, const Gpu& gpu,
                       Version release) noexcept {
    JetpackOf best;
    for (const JetpackRow& row : some_or_all(tables, jetpacks)) {
        const JetpackSupport support = support_in(tables, row, gpu, release);
        if (support > best.support) best = {support, &row};
    }
    return best;
}

JetpackSupport best_offer(const Tables& tables, std::span<const JetpackRow> jetpacks, Version release) noexcept {
    JetpackSupport best = JetpackSupport::none;
    for (const JetpackRow& row : jetpacks)
        for (const std::string_view board : row.boards)
            best = std::max(best, offer_of(tables, row, {board, number_of(tables, board, release)}, release));
    return best;
}

std::vector<Capability> capabilities_of(const Tables& tables, std::span<const JetpackRow> jetpacks, Version release) {
    std::vector<Capability> numbers;
    for (const JetpackRow& row : jetpacks)
        for (const std::string_view board : row.boards) {
            const Gpu gpu{board, number_of(tables, board, release)};
            if (offer_of(tables, row, gpu, release) != JetpackSupport::none) numbers.push_back(gpu.capability);
        }
    sort_unique(numbers);
    // Lower numbers are separate from servers for longer.
    const Capability sbsa_from = jetson_sbsa_from(tables, release);
    if (!numbers.empty() && numbers.front() < sbsa_from)
        std::erase_if(numbers, [&](Capability number) { return !(number < sbsa_from); });
    return numbers;
}

bool has_server_platform(const Tables& tables, std::span<const JetpackRow> jetpacks, Version release) {
    const std::vector<Capability> numbers = capabilities_of(tables, jetpacks, release);
    return !numbers.empty() && !(numbers.front() < jetson_sbsa_from(tables, release));
}

std::vector<Version> releases_on(const Tables& tables, std::span<const JetpackRow> jetpacks, const Gpu& gpu) {
    std::vector<Version> minors = minors_of(tables);
    std::erase_if(minors, [&](Version minor) {
        return best_jetpack(tables, jetpacks, gpu, find_release(tables, minor)->version).support <
               JetpackSupport::package;
    });
    return minors;
}

std::string format_minors(const Tables& tables, std::span<const Version> minors) {
    const std::vector<Version> all = minors_of(tables);
    std::string text;
    for (std::size_t i = 0; i < minors.size(); ++i) {
        std::size_t last = i;
        for (auto at = std::ranges::find(all, minors[i]); last + 1 < minors.size() && *++at == minors[last + 1];)
            ++last;
        text += (text.empty() ? "CUDA " : ", ") + to_string(minors[i]);
        if (last > i) text += " to " + to_string(minors[last]);
        i = last;
    }
    return text;
}

std::optional<Diagnostic> jetpack_obstacle(const Tables& tables, std::span<const JetpackRow> jetpacks, const Gpu& gpu,
                                           Version release) {
    if (!is_jetson(tables, gpu.capability)) return std::nullopt;
    if (best_jetpack(tables, jetpacks, gpu, release).support != JetpackSupport::none) return std::nullopt;
    if (const auto* row = find_exception(tables, number_in(tables, baseline_of(gpu.capability), release), release))
        return Diagnostic{
            "excepted-gpu",
            {{"redist", row->redist}, {"first", row->first}, {"last", row->last}, {"capability", row->capability}},
            row->sources};
    const std::string runs = format_minors(tables, releases_on(tables, jetpacks, gpu));
    // The newest row cites the guide about upgrades, and the oldest one the end of those without any.
    const JetpackRow* row = find_last_in(some_or_all(tables, jetpacks),
                                         [&](const JetpackRow& one) { return is_for(tables, one, gpu, release); });
    return Diagnostic{"jetpack-lacks-release",
                      {{"capability", gpu.capability},
                       {"gpu", gpu.name.empty() ? "capability " + to_string(gpu.capability) : std::string(gpu.name)},
                       {"release", release},
                       {"runs", runs.empty() ? "" : "; available: " + runs}},
                      row ? row->sources : SourceIds{}};
}

}  // namespace cudastdenv

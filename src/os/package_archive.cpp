// SPDX-License-Identifier: MIT
#include "os/package_archive.hpp"

#include "core/quote.hpp"
#include "os/files.hpp"
#include "os/process.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t listing_limit = std::size_t{64} << 20;
/// A package with a gigabyte of libraries has to be decompressed to its end.
constexpr std::chrono::minutes time_limit{10};

[[noreturn]] void fail_to_read(const fs::path& file, const std::string& problem) {
    throw MachineError(as_plain_text(file.string() + ": " + problem));
}

/// What the work prints, in a process of its own. Throws MachineError unless it ends well.
template <class Work>
std::string printed_by(const Work& work, const fs::path& file, std::size_t output_limit) {
    const auto guarded = [&] {
        try {
            work();
            return 0;
        } catch (const std::exception& error) {
            constexpr std::size_t longest = 200;
            const std::string_view line = first_bytes(error.what(), longest);
            return ::write(STDERR_FILENO, line.data(), line.size()) < 0 ? 2 : 1;
        }
    };
    Finished finished = run(
        {.arguments = {}, .work = guarded, .environment = {}, .time_limit = time_limit, .output_limit = output_limit});
    switch (finished.end) {
        case Finished::End::out_of_time: fail_to_read(file, "reading it took longer than 10 minutes");
        case Finished::End::too_much_output:
            fail_to_read(file, "more than " + std::to_string(output_limit >> 20) + " MiB");
        case Finished::End::signalled:
            fail_to_read(file, "reading it was ended by signal " + std::to_string(finished.status));
        case Finished::End::exited: break;
    }
    if (finished.status != 0) fail_to_read(file, finished.errors);
    return std::move(finished.output);
}

/// Takes a text that a zero byte ends.
std::string_view take_text(std::string_view& rest) {
    const std::string_view text = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    return text;
}

}  // namespace

bool is_package_archive(const fs::path& file) { return begins_package(read_start(file, package_start_size)); }

PackageArchive::PackageArchive(const fs::path& file) : file_(file) {
    if (!is_package_archive(file_)) fail_to_read(file, "is no archive that can be read (zip, tar, deb, conda)");
    const std::string names = printed_by([&] { print_members(file_); }, file_, listing_limit);
    for (std::string_view rest = names; !rest.empty();) {
        const std::string_view archive = take_text(rest);
        add(archive, take_text(rest));
    }
}

void PackageArchive::add(std::string_view archive, std::string_view written) {
    const std::string_view name = written.starts_with("./") ? written.substr(2) : written;
    if (name.empty() || !is_plain_text(name)) return;
    const auto [place, is_new] = members_.try_emplace(std::string(name),
                                                      Member{{std::string(archive), std::string(written)}});
    if (!is_new) place->second.twice = true;
}

std::string PackageArchive::read(std::string_view name, std::size_t max_bytes) const {
    const auto found = members_.find(name);
    if (found == members_.end()) fail_to_read(file_, "has no " + std::string(name));
    const Member& member = found->second;
    const auto inner = members_.find(member.place.archive);
    const bool twice_inside = inner != members_.end() && inner->second.twice;
    if (member.twice || twice_inside)
        fail_to_read(file_, "has two members called " + (twice_inside ? member.place.archive : std::string(name)));
    return printed_by([&] { print_member(file_, member.place); }, file_, max_bytes);
}

std::vector<ArchiveEntry> entries_of_package(const fs::path& file) {
    if (!is_package_archive(file)) fail_to_read(file, "is no archive that can be read (zip, tar, deb, conda)");
    const std::string printed = printed_by([&] { print_entries(file); }, file, listing_limit);
    std::vector<ArchiveEntry> entries;
    for (std::string_view rest = printed; !rest.empty();) {
        std::string_view name = take_text(rest);
        const std::string_view target = take_text(rest);
        const char kind = name.empty() ? 0 : name.front();
        name.remove_prefix(std::min<std::size_t>(1, name.size()));
        while (name.starts_with("./")) name.remove_prefix(2);
        while (name.ends_with('/')) name.remove_suffix(1);
        if (name.empty() || name == "." || !is_plain_text(name)) continue;
        using Kind = ArchiveEntry::Kind;
        entries.push_back({std::string(name),
                           kind == 'f'   ? Kind::file
                           : kind == 'd' ? Kind::folder
                                         : Kind::link,
                           std::string(target)});
    }
    return entries;
}

std::string read_compressed(const fs::path& file, std::size_t max_bytes) {
    return printed_by([&] { print_decompressed(file); }, file, max_bytes);
}

}  // namespace cudastdenv::machine

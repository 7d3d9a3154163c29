#include "os/package_archive.hpp"

#include "core/quote.hpp"
#include "core/text.hpp"
#include "os/machine_error.hpp"
#include "os/process.hpp"
#include "os/regular_file.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace cudastdenv::machine {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t listing_limit = std::size_t{64} << 20;
/// Of an archive, decompressed: a file of a megabyte can become terabytes.
constexpr std::size_t content_limit = std::size_t{8} << 30;
/// A package with a gigabyte of libraries has to be decompressed to its end.
constexpr std::chrono::minutes time_limit{10};

struct Magic {
    std::size_t offset;
    std::string_view bytes;
};
/// Of what is compressed as a whole: each look into it decompresses it from its beginning.
constexpr std::array<Magic, 4> compressed_magics{
    {{0, "\xfd"
         "7zXZ"},
     {0, "\x1f\x8b"},
     {0, "\x28\xb5\x2f\xfd"},
     {0, "BZh"}}};
constexpr std::array<Magic, 3> other_magics{{{0, "PK\x03\x04"}, {0, "!<arch>\n"}, {257, "ustar"}}};

bool has_one_of(std::span<const Magic> magics, std::string_view start) {
    return std::ranges::any_of(magics, [&](const Magic& magic) {
        return start.size() >= magic.offset && start.substr(magic.offset).starts_with(magic.bytes);
    });
}

constexpr std::size_t start_size = 512;

[[noreturn]] void fail_to_read(const fs::path& file, const std::string& problem) {
    throw MachineError(as_plain_text(file.string() + ": " + problem));
}

/// The environment of a process, but with names of files taken as UTF-8: in the C locale bsdtar refuses some.
std::vector<std::string> environment_of(const Surroundings& surroundings) {
    std::vector<std::string> environment = surroundings.environment();
    std::erase_if(environment, [](const std::string& entry) {
        return entry.starts_with("LC_ALL=") || entry.starts_with("TAPE=") || entry.starts_with("TAR_READER_OPTIONS=");
    });
    environment.emplace_back("LC_ALL=C.UTF-8");
    return environment;
}

std::string first_line(std::string_view text) {
    std::string_view line = text.substr(0, text.find('\n'));
    for (const std::string_view prefix : {"bsdtar: ", "bsdcat: ", "Error opening archive: "})
        if (line.starts_with(prefix)) line.remove_prefix(prefix.size());
    constexpr std::size_t longest = 200;
    return std::string(line.substr(0, longest));
}

std::string program_of_libarchive(const Surroundings& surroundings, const std::string& name) {
    const fs::path program = surroundings.program(name);
    if (program.empty())
        throw MachineError(name + " is not installed, and archives are read with it: Debian and Ubuntu "
                                  "have it in libarchive-tools, Fedora in bsdtar, Arch and Nix in libarchive");
    return program.string();
}

/// What it prints. Throws MachineError unless it ends well.
std::string output_of(const Process& process, const fs::path& file, std::size_t limit_shown) {
    const Finished finished = run(process);
    switch (finished.end) {
        case Finished::End::out_of_time: fail_to_read(file, "reading it took longer than 10 minutes");
        case Finished::End::too_much_output:
            fail_to_read(file, "more than " + std::to_string(limit_shown >> 20) + " MiB");
        case Finished::End::signalled:
            fail_to_read(file, fs::path(process.arguments[0]).filename().string() + " was ended by signal " +
                           std::to_string(finished.status));
        case Finished::End::exited: break;
    }
    if (finished.status != 0) fail_to_read(file, "cannot be read: " + first_line(finished.errors));
    return finished.output;
}

/// bsdtar takes the names of members as patterns.
std::string as_pattern(std::string_view name) {
    std::string pattern;
    for (const char c : name) {
        if (c == '*' || c == '?' || c == '[' || c == ']' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern;
}

/// Whether a package of that kind is inside: `data.tar.xz` of a .deb, `pkg-cuda-nvcc-12.8.93-0.tar.zst` of a .conda.
bool is_inner_archive(std::string_view name) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.' || c == '+';
    };
    if (!std::ranges::all_of(name, is_plain)) return false;
    const bool deb = name.starts_with("data.tar") || name.starts_with("control.tar");
    return deb || ((name.starts_with("pkg-") || name.starts_with("info-")) && name.ends_with(".tar.zst"));
}

}  // namespace

bool is_package_archive(const fs::path& file) {
    const std::string start = read_start(file, start_size);
    return has_one_of(compressed_magics, start) || has_one_of(other_magics, start);
}

PackageArchive::PackageArchive(const fs::path& file, const Surroundings& surroundings)
    // An absolute path is no option, and not `-` either.
    : file_(fs::absolute(file)), environment_(environment_of(surroundings)) {
    if (!is_package_archive(file_)) fail_to_read(file, "is no archive that can be read (zip, tar, deb, conda)");
    bsdtar_ = program_of_libarchive(surroundings, "bsdtar");
    list(file_, surroundings);
    std::vector<std::string> inner;
    for (const auto& [name, member] : members_)
        if (is_inner_archive(name)) inner.push_back(name);
    if (inner.empty()) return;
    folder_ = std::make_unique<TemporaryFolder>("archive");
    for (std::size_t i = 0; i < inner.size(); ++i) open_inner(inner[i], i, surroundings);
}

void PackageArchive::need_size(const fs::path& archive, const Surroundings& surroundings) const {
    if (!has_one_of(compressed_magics, read_start(archive, start_size))) return;
    (void)output_of({.arguments = {program_of_libarchive(surroundings, "bsdcat"), archive.string()},
                     .environment = environment_,
                     .time_limit = time_limit,
                     .output_limit = content_limit,
                     .keeps_output = false},
                    file_, content_limit);
}

void PackageArchive::list(const fs::path& archive, const Surroundings& surroundings) {
    need_size(archive, surroundings);
    const std::string names = output_of({.arguments = {bsdtar_, "-t", "-f", archive.string()},
                                         .environment = environment_,
                                         .time_limit = time_limit,
                                         .output_limit = listing_limit},
                                        file_, listing_limit);
    for (const std::string_view raw : lines_of(names)) {
        // bsdtar writes a backslash in front of what cannot be printed.
        if (raw.empty() || raw.ends_with('/') || raw.find('\\') != raw.npos) continue;
        const std::string_view name = raw.starts_with("./") ? raw.substr(2) : raw;
        const auto [place, is_new] = members_.try_emplace(std::string(name), Member{archive, std::string(raw)});
        if (!is_new) place->second.twice = true;
    }
}

void PackageArchive::open_inner(std::string_view member, std::size_t number, const Surroundings& surroundings) {
    if (members_.find(member)->second.twice) fail_to_read(file_, "has two members called " + std::string(member));
    const fs::path inner = folder_->path() / ("inner" + std::to_string(number));
    (void)output_of({.arguments = {bsdtar_, "-c", "-f", inner.string(), "--format", "raw", "--include",
                                   as_pattern(member), "@" + file_.string()},
                     .environment = environment_,
                     .time_limit = time_limit,
                     .file_limit = content_limit},
                    file_, content_limit);
    if (is_package_archive(inner)) list(inner, surroundings);
}

std::string PackageArchive::read(std::string_view name, std::size_t max_bytes) const {
    const auto found = members_.find(name);
    if (found == members_.end()) fail_to_read(file_, "has no " + std::string(name));
    if (found->second.twice) fail_to_read(file_, "has two members called " + std::string(name));
    const Member& member = found->second;
    // bsdtar would take what lies below a name for a match too.
    const std::string below = std::string(name) + "/";
    const auto next = members_.lower_bound(below);
    if (next != members_.end() && next->first.starts_with(below))
        fail_to_read(file_, "has members below the file " + std::string(name));
    return output_of(
        {.arguments = {bsdtar_, "-x", "-O", "-q", "-f", member.archive.string(), "--", as_pattern(member.name)},
         .environment = environment_,
         .time_limit = time_limit,
         .output_limit = max_bytes},
        file_, max_bytes);
}

std::string read_compressed(const fs::path& file, std::size_t max_bytes, const Surroundings& surroundings) {
    return output_of({.arguments = {program_of_libarchive(surroundings, "bsdcat"), fs::absolute(file).string()},
                      .environment = environment_of(surroundings),
                      .time_limit = time_limit,
                      .output_limit = max_bytes},
                     file, max_bytes);
}

}  // namespace cudastdenv::machine

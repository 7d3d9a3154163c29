// SPDX-License-Identifier: MIT
#include "elf/archive.hpp"

#include "core/quote.hpp"
#include "os/machine_error.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace cudastdenv::machine {

namespace {

constexpr std::string_view ar_magic = "!<arch>\n";
constexpr std::string_view thin_magic = "!<thin>\n";
constexpr std::uint64_t member_header_size = 60;
constexpr std::uint64_t largest_member = std::uint64_t{1} << 30;
constexpr std::uint64_t largest_name_table = std::uint64_t{1} << 26;
constexpr std::size_t longest_member_name = 4096;

std::string_view text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A field of a header: a text with spaces behind it.
std::string_view field(std::string_view header, std::size_t at, std::size_t size) {
    const std::string_view text = header.substr(at, size);
    const std::size_t last = text.find_last_not_of(' ');
    return text.substr(0, last == text.npos ? 0 : last + 1);
}

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool is_symbol_table(std::string_view name) {
    return name == "/" || name == "/SYM64/" || name.starts_with("__.SYMDEF");
}

}  // namespace

bool begins_archive(std::string_view first_bytes) noexcept {
    return first_bytes.starts_with(ar_magic) || first_bytes.starts_with(thin_magic);
}

Archive::Archive(const RegularFile& file, std::string name)
    : file_(file), name_(std::move(name)), at_(ar_magic.size()) {
    const std::vector<std::byte> start = read_at(file, 0, ar_magic.size(), name_);
    if (!begins_archive(text_of(start))) fail("is no archive");
    is_thin_ = text_of(start) == thin_magic;
}

void Archive::fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }

std::string Archive::long_name(std::string_view offset) const {
    const auto start = number_in(offset);
    const std::string_view names = text_of(long_names_);
    if (!start || *start >= names.size()) fail("is no archive that makes sense: a long name");
    const std::string_view name = names.substr(*start, longest_member_name);
    // The path of a thin archive's member has slashes: only one before the end of the line ends the name.
    const std::size_t end = std::min(name.find("/\n"), name.find('\n'));
    if (end == name.npos) fail("is no archive that makes sense: a name without an end");
    return std::string(name.substr(0, end));
}

/// `#1/12`: the name is the first 12 bytes of the content.
void Archive::take_bsd_name(ArchiveMember& member) const {
    const auto length = number_in(std::string_view(member.name).substr(3));
    if (!length || *length > longest_member_name || *length > member.size)
        fail("is no archive that makes sense: a long name");
    const std::vector<std::byte> bytes = read_at(file_, member.offset, *length, name_);
    const std::string_view name = text_of(bytes);
    member.name = name.substr(0, name.find('\0'));
    member.offset += *length;
    member.size -= *length;
}

/// The header at at_, its name as it stands there.
ArchiveMember Archive::read_header() const {
    if (file_.size - at_ < member_header_size) fail("is truncated: a member's header lies beyond its end");
    const std::vector<std::byte> bytes = read_at(file_, at_, member_header_size, name_);
    const std::string_view header = text_of(bytes);
    const auto size = number_in(field(header, 48, 10));
    if (header.substr(58) != "`\n" || !size) fail("is no archive that makes sense: a member's header");
    return {std::string(field(header, 0, 16)), at_ + member_header_size, *size};
}

std::optional<ArchiveMember> Archive::next() {
    while (at_ < file_.size) {
        ArchiveMember member = read_header();
        const bool is_names = member.name == "//";
        const bool is_table = is_names || is_symbol_table(member.name);
        const bool has_content = !is_thin_ || is_table;
        if (has_content && member.size > file_.size - member.offset)
            fail("is truncated: member " + in_quotes(member.name) + " lies beyond its end");
        at_ = member.offset + (has_content ? member.size + member.size % 2 : 0);
        if (is_names) {
            if (member.size > largest_name_table) fail("is no archive that makes sense: its names are too large");
            long_names_ = read_at(file_, member.offset, member.size, name_);
        }
        if (is_table) continue;
        if (member.name.starts_with("#1/") && has_content) take_bsd_name(member);
        else if (member.name.starts_with('/')) member.name = long_name(std::string_view(member.name).substr(1));
        else if (member.name.ends_with('/')) member.name.pop_back();
        if (!is_symbol_table(member.name)) return member;
    }
    return std::nullopt;
}

std::vector<std::byte> Archive::content(const ArchiveMember& member) const {
    if (member.size > largest_member) fail("member " + in_quotes(member.name) + " is larger than 1 GiB");
    return read_at(file_, member.offset, member.size, name_);
}

}  // namespace cudastdenv::machine

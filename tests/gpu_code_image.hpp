// SPDX-License-Identifier: MIT
#pragma once

/// Files with GPU code, made byte by byte: the headers that are read, and no code.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudastdenv::image {

template <class Number>
void put(std::string& bytes, std::size_t at, std::uint64_t number) {
    if (bytes.size() < at + sizeof(Number)) bytes.resize(at + sizeof(Number), '\0');
    for (std::size_t i = 0; i < sizeof(Number); ++i) bytes[at + i] = static_cast<char>(number >> (8 * i));
}

struct Piece {
    std::uint16_t kind = 2;  ///< 1 PTX, 2 cubin, 8 LTO IR
    std::uint32_t architecture = 90;
    std::uint64_t flags = 0x11;
    std::uint16_t major = 1, minor = 8;  ///< PTX ISA version
    std::string payload = std::string(16, 'x');
    std::uint32_t header_size = 64;
};
constexpr std::uint64_t specific = 0x100000, family = 0x200000, zstd = 0x8000, lz4 = 0x2000, debug = 0x2;

inline std::string piece(const Piece& piece) {
    std::string bytes;
    put<std::uint16_t>(bytes, 0, piece.kind);
    put<std::uint16_t>(bytes, 2, 0x101);
    put<std::uint32_t>(bytes, 4, piece.header_size);
    put<std::uint64_t>(bytes, 8, piece.payload.size());
    put<std::uint16_t>(bytes, 24, piece.minor);
    put<std::uint16_t>(bytes, 26, piece.major);
    put<std::uint32_t>(bytes, 28, piece.architecture);
    put<std::uint64_t>(bytes, 40, piece.flags);
    bytes.resize(piece.header_size, '\0');
    return bytes + piece.payload;
}

inline std::string fatbin(const std::vector<Piece>& pieces) {
    std::string content;
    for (const Piece& each : pieces) content += piece(each);
    std::string bytes;
    put<std::uint32_t>(bytes, 0, 0xba55ed50);
    put<std::uint16_t>(bytes, 4, 1);
    put<std::uint16_t>(bytes, 6, 16);
    put<std::uint64_t>(bytes, 8, content.size());
    return bytes + content;
}

using Sections = std::vector<std::pair<std::string, std::string>>;  ///< names and contents

/// Contents after the header, then the names, then the table.
inline std::string elf(const Sections& sections, std::uint16_t machine = 62, std::uint32_t flags = 0,
                       std::uint8_t abi = 0) {
    std::string bytes("\177ELF\2\1\1", 7);
    put<std::uint8_t>(bytes, 8, abi);
    put<std::uint16_t>(bytes, 0x10, 3);
    put<std::uint16_t>(bytes, 0x12, machine);
    put<std::uint32_t>(bytes, 0x30, flags);
    put<std::uint16_t>(bytes, 0x3a, 64);
    bytes.resize(64, '\0');
    std::string table(64, '\0'), names(1, '\0');
    const auto add = [&](const std::string& name, std::uint64_t offset, std::uint64_t size) {
        std::string header;
        put<std::uint32_t>(header, 0, names.size());
        put<std::uint32_t>(header, 4, 1);
        put<std::uint64_t>(header, 0x18, offset);
        put<std::uint64_t>(header, 0x20, size);
        header.resize(64, '\0');
        table += header;
        names += name + '\0';
    };
    for (const auto& [name, content] : sections) {
        bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
        add(name, bytes.size(), content.size());
        bytes += content;
    }
    const std::uint64_t names_at = bytes.size(),
                        size_of_names = names.size() + std::string_view(".shstrtab").size() + 1;
    add(".shstrtab", names_at, size_of_names);
    bytes += names;
    put<std::uint64_t>(bytes, 0x28, bytes.size());
    put<std::uint16_t>(bytes, 0x3c, table.size() / 64);
    put<std::uint16_t>(bytes, 0x3e, table.size() / 64 - 1);
    return bytes + table;
}

/// A DLL with one section for fat binaries.
inline std::string pe(const std::string& content) {
    std::string bytes("MZ");
    constexpr std::uint32_t header = 0x80, optional_header = 240;
    put<std::uint32_t>(bytes, 0x3c, header);
    bytes.resize(header, '\0');
    bytes += std::string("PE\0\0", 4);
    put<std::uint16_t>(bytes, header + 4, 0x8664);
    put<std::uint16_t>(bytes, header + 6, 1);
    put<std::uint16_t>(bytes, header + 20, optional_header);
    constexpr std::uint32_t table = header + 24 + optional_header, begin = table + 40;
    bytes.resize(table, '\0');
    bytes += ".nv_fatb";
    put<std::uint32_t>(bytes, table + 16, content.size());
    put<std::uint32_t>(bytes, table + 20, begin);
    bytes.resize(begin, '\0');
    return bytes + content;
}

/// An archive of these members, named as given.
inline std::string archive(const Sections& members) {
    std::string bytes = "!<arch>\n";
    for (const auto& [name, content] : members) {
        std::string header(60, ' ');
        header.replace(0, name.size(), name);
        const std::string size = std::to_string(content.size());
        header.replace(48, size.size(), size);
        header.replace(58, 2, "`\n");
        bytes += header + content + (content.size() % 2 == 0 ? "" : "\n");
    }
    return bytes;
}

}  // namespace cudastdenv::image

// SPDX-License-Identifier: MIT
#include "elf/bytes.hpp"

#include "os/machine_error.hpp"

#include <elf.h>

namespace cudastdenv::machine {

namespace {

// What no linker makes is refused before anything is allocated for it: sizes in a hostile file mean nothing.
constexpr std::uint64_t largest_file = std::uint64_t{16} << 30;
constexpr std::uint64_t largest_table = std::uint64_t{1} << 29;

/// How a file that begins so is written; nothing where it is no ELF file.
std::optional<ElfFormat> format_of(std::string_view identification) {
    if (identification.size() < EI_NIDENT || !identification.starts_with(ELFMAG)) return std::nullopt;
    const char bits = identification[EI_CLASS];
    const char order = identification[EI_DATA];
    if (bits != ELFCLASS32 && bits != ELFCLASS64) return std::nullopt;
    if (order != ELFDATA2LSB && order != ELFDATA2MSB) return std::nullopt;
    if (identification[EI_VERSION] != EV_CURRENT) return std::nullopt;
    return ElfFormat{bits == ELFCLASS64, order == ELFDATA2LSB};
}

}  // namespace

ElfBytes::ElfBytes(const RegularFile& file, const std::string& name) : file_(&file), size_(file.size), name_(name) {
    begin();
}

ElfBytes::ElfBytes(std::span<const std::byte> image, const std::string& name)
    : image_(image), size_(image.size()), name_(name) {
    begin();
}

void ElfBytes::begin() {
    if (size_ == 0) fail("is empty");
    if (size_ > largest_file) fail("is larger than 16 GiB, which is not looked into");
    const ElfTable start(bytes_of({.size = std::min<std::uint64_t>(size_, EI_NIDENT)}), {});
    const auto format = format_of(start.text());
    if (!format) fail("is no ELF file");
    format_ = *format;
}

void ElfBytes::fail(const std::string& what) const { throw MachineError(name_ + ": " + what); }

void ElfBytes::fail_senseless(const std::string& what) const { fail("is no ELF file that makes sense: " + what); }

void ElfBytes::check_extent(const ElfPart& part, const char* what) const {
    if (part.offset > size_ || part.size > size_ - part.offset)
        fail(std::string("is truncated: its ") + what + " lies beyond its end");
}

ElfTable ElfBytes::read(const ElfPart& part, const char* what) const {
    check_extent(part, what);
    if (part.size > largest_table) fail_senseless(std::string("its ") + what + " is too large");
    return {bytes_of(part), format_};
}

std::vector<std::byte> ElfBytes::bytes_of(const ElfPart& part) const {
    if (file_) return read_at(*file_, part.offset, part.size, name_);
    const auto bytes = image_.subspan(part.offset, part.size);
    return {bytes.begin(), bytes.end()};
}

}  // namespace cudastdenv::machine

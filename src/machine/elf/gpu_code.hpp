// SPDX-License-Identifier: MIT
#pragma once

/// The GPU code of files on a disk, and in packages (wheels) that are not unpacked.

#include "findings/gpu_code.hpp"
#include "machine/os/files.hpp"

namespace cudastdenv::machine {

/// The code of these files, and of those in their directories and below, each once. A package is read like a directory.
/// `progress` is called with the number of bytes of these files that are read, often in a package.
[[nodiscard]] CodeFiles read_code_files(const std::vector<std::filesystem::path>& paths,
                                        const std::function<void(std::uint64_t bytes)>& progress = {});

/// The code of files that a log names; a path with `/` at its end is a directory. Leaves out missing and unreadable
/// paths, pipes, devices, and packages above 128 MiB. Of a directory, it lists 100,000 entries, and reads the eight
/// largest shared libraries until four have code. Links to directories are not followed.
[[nodiscard]] CodeFiles read_named_code(const std::vector<std::string>& paths);

/// The code of one open file. Throws MachineError, with `name` in front.
[[nodiscard]] GpuCode read_gpu_code(const RegularFile& file, const std::string& name);

}  // namespace cudastdenv::machine

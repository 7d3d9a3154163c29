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

/// The code of files that a log names; a path with `/` at its end is a directory. Anything that is missing, no regular
/// file or not readable is left out, and so is a package above 128 MiB. Of a directory, the first 100,000 entries are
/// listed, and its eight largest shared libraries are read, until four have code. Links to directories are not
/// followed.
[[nodiscard]] CodeFiles read_named_code(const std::vector<std::string>& paths);

/// The code of one open file. Throws MachineError, with `name` in front.
[[nodiscard]] GpuCode read_gpu_code(const RegularFile& file, const std::string& name);

}  // namespace cudastdenv::machine

#pragma once

#include <filesystem>
#include <string_view>

namespace cudastdenv::machine {

/// Makes `path` hold exactly `text`, all at once: whoever reads it sees the old content or the new one. An existing
/// file keeps its permissions, and is left alone if it holds that text already; a symbolic link stays, its target is
/// replaced. Throws MachineError.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace cudastdenv::machine

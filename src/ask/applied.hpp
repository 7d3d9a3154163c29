// SPDX-License-Identifier: MIT
#pragma once

/// How an answer is applied: the lines that it ends with.

#include "apply/apply.hpp"
#include "ask/context.hpp"
#include "ask/owned_request.hpp"
#include "resolve/resolve.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace cudastdenv::asking {

/// `--for` that, for no lines at all.
inline constexpr std::string_view for_nobody = "none";

/// For whom lines are asked.
struct ToolAsked {
    bool is_none = false;                ///< no lines at all
    std::optional<ApplyTool> tool = {};  ///< absent: whatever fits
};

/// `--for`. Throws BadInput.
[[nodiscard]] ToolAsked read_tool_asked(const Texts& texts);

/// What of an answer is to be applied: the host compiler, and with a tool that was named whose libstdc++ is linked and
/// what is built. Nothing where there is no host compiler that works, in a cross build, and under nixpkgs_exact.
[[nodiscard]] ToApply to_apply(const OwnedRequest& question, const Resolution& resolution, const ToolAsked& asked);

/// The lines for the tool that was named, which may be none, or for the one that fits. Throws BadInput where the
/// environment's packages come by another tool.
[[nodiscard]] std::vector<LinesToType> applied(const Tables& tables, const ToApply& answer, const ToolAsked& asked);

/// The lines that `--for` asks for. Throws BadInput.
[[nodiscard]] std::vector<LinesToType> lines_for(const OwnedRequest& question, const Resolution& resolution,
                                                 const Texts& texts);

}  // namespace cudastdenv::asking

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace cudastdenv::machine {

/// What an expression that meets a symbolic link ends with, before the link's path below the checkout.
inline constexpr std::string_view link_met = "symbolic link in the checkout: ";

/// Nix code, a function of `links` and `drafts`, that evaluates `expression` with no other builtins than those that
/// read nothing, and with an `import` and a few others that read nothing but the regular files below `<checkout>`,
/// which the expression finds as `checkout`. So has every file that it imports. No language feature of Nix reads a file
/// by itself but the conversion of a path to a string, which the store has to refuse.
///
/// `links` is a text of lines: the path of a symbolic link below the checkout, then `/` and the path below the checkout
/// that it leads to, without links; and so on. Any other link is met with an abort.
[[nodiscard]] std::string contained(std::string_view expression);

}  // namespace cudastdenv::machine

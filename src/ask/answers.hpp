#pragma once

/// The commands that take texts and give a text, and need no process and no file: one function each, named as they are.

#include "ask/outcome.hpp"

#include <string_view>

namespace cudastdenv::asking {

[[nodiscard]] Outcome answer_resolve(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_explain(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_capabilities(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_flags(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_compat(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_releases(const Context& context, const Texts& texts, const Form& form);
/// `text` is the list itself.
[[nodiscard]] Outcome answer_covers(const Context& context, const Texts& texts, const Form& form);
/// `text` is the list itself.
[[nodiscard]] Outcome answer_lint(const Context& context, const Texts& texts, const Form& form);
/// `file` is the manifest's name, `text` what stands in it.
[[nodiscard]] Outcome answer_manifest(const Context& context, const Texts& texts, const Form& form);

[[nodiscard]] Outcome answer_nix_flags(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_nix_nvcc(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_nix_cuda(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_nix_config(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_nix_variants(const Context& context, const Texts& texts, const Form& form);
[[nodiscard]] Outcome answer_nix_checks(const Context& context, const Texts& texts, const Form& form);

/// One of these by the command's name: `resolve`, `nix flags`; nullptr where there is none.
[[nodiscard]] Answerer find_answerer(std::string_view command) noexcept;

}  // namespace cudastdenv::asking

// SPDX-License-Identifier: MIT
#pragma once

/// Text output of the commands.

#include "manifest/manifest.hpp"
#include "messages/message.hpp"
#include "report/page.hpp"

#include <cudastdenv/answers.hpp>

namespace cudastdenv::report {

// The answers of the commands.
[[nodiscard]] std::string resolution_text(const ResolveAnswer& answer, const Style& style);
/// The verdict on one candidate, and each limit with its source.
[[nodiscard]] std::string explanation_text(const ExplainAnswer& answer, const Style& style);
[[nodiscard]] std::string provides_text(const ProvidesAnswer& answer, const Style& style);
[[nodiscard]] std::string api_text(const ApiAnswer& answer, const Style& style);
[[nodiscard]] std::string gpu_text(const GpuAnswer& answer, const Style& style);
[[nodiscard]] std::string wheel_text(const WheelAnswer& answer, const Style& style);
[[nodiscard]] std::string compat_text(const CompatAnswer& answer, const Style& style);
[[nodiscard]] std::string coverage_text(const CoversAnswer& answer, const Style& style);
[[nodiscard]] std::string files_text(const FilesAnswer& answer, const Style& style);
/// Adds the files with GPU code to a page: whether they run on the GPUs, and their code. `on`: `on RTX 4090 (8.9)`.
void add_files(Page& page, const std::vector<FilesAnswer::File>& files, const std::string& on, const Style& style);
/// Whether the parts that a log names work together. The answer has `health`.
[[nodiscard]] std::string health_text(const DiagnoseAnswer& answer, const Style& style);
[[nodiscard]] std::string diagnosis_text(const DiagnoseAnswer& answer, const Style& style);
/// A line for each finding, in the form of compilers, and the number of all.
[[nodiscard]] std::string port_text(const PortAnswer& answer, const Style& style);
[[nodiscard]] std::string lint_text(const LintAnswer& answer, const Style& style);
[[nodiscard]] std::string manifest_text(const manifest::Manifest& answer, const Style& style);
/// The releases, newest first, with neighbours of the same compiler on one line; or why no release matches.
[[nodiscard]] std::string releases_text(const ReleasesAnswer& answer, const Style& style);

/// Explanations of a message and of an advisory.
[[nodiscard]] std::string message_text(const messages::AboutMessage& message, const Style& style);
[[nodiscard]] std::string advisory_text(const Advisory& advisory, const Style& style);

/// The explanation of a message, as a section with a heading of the second level. Ends with a newline.
[[nodiscard]] std::string message_markdown(const messages::AboutMessage& message);

/// The same in HTML, with the id `message-gcc-too-new`.
[[nodiscard]] std::string message_section(const messages::AboutMessage& message);

/// The same as a collapsed section, with a heading of the third level.
[[nodiscard]] std::string message_details(const messages::AboutMessage& message);

/// `manifest --features -o FILE`: the outputs of each package.
[[nodiscard]] std::string features_text(const manifest::Manifest& manifest, const Style& style);
/// The packages omitted from a feature manifest, one line each.
[[nodiscard]] std::vector<std::string> features_missing(const manifest::Manifest& manifest);

}  // namespace cudastdenv::report

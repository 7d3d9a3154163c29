// SPDX-License-Identifier: MIT
#pragma once

/// What `diagnose` answers.

#include "wire/records/shared.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudastdenv::wire {

struct FixRecord {
    std::string_view tool;
    std::vector<std::string> lines;

    static constexpr std::string_view title = "fix";
    static constexpr std::string_view meaning = "What to type against a message.";
    static constexpr auto fields =
        pack_of(Field{"for", &FixRecord::tool, "For whom: a tool as --for calls it, or a manager of packages."},
                Field{"lines", &FixRecord::lines, "What to type, line by line."});
};

struct ExplainedMessageRecord {
    std::string_view message;
    std::string_view title_text;
    int line;
    ForeignText text;
    std::string cause;
    std::vector<SaidRecord> why;
    std::vector<SaidRecord> remedies;
    std::vector<FixRecord> fix;
    std::optional<std::string_view> advisory;
    std::vector<std::string_view> sources;

    static constexpr std::string_view title = "explainedMessage";
    static constexpr std::string_view meaning = "A message that stopped the log.";
    static constexpr auto fields = pack_of(
        Field{"message", &ExplainedMessageRecord::message, "Its id in the table messages."},
        Field{"title", &ExplainedMessageRecord::title_text, "What happened."},
        Field{"line", &ExplainedMessageRecord::line, "Number of the line that it begins in, from 1 on."},
        Field{"text", &ExplainedMessageRecord::text, "That line, without what a terminal cannot show."},
        Field{"cause", &ExplainedMessageRecord::cause, "Why, in one text."},
        Field{"why", &ExplainedMessageRecord::why, "The same, sentence by sentence, with sources."},
        Field{"remedies", &ExplainedMessageRecord::remedies, "What can be done, the best first."},
        Field{"fix", &ExplainedMessageRecord::fix, "The same as lines to type; none where nothing is known to work."},
        Field{"advisory", &ExplainedMessageRecord::advisory, "Its id, where the cause is one; null: it is none."},
        Field{"sources", &ExplainedMessageRecord::sources, "Ids of all sources."});
};

struct ReleasesFactRecord {
    Version first;
    Version last;
    std::optional<int> line;

    static constexpr std::string_view title = "releasesFact";
    static constexpr std::string_view meaning = "Releases of CUDA that it can be; the same twice where it is certain.";
    static constexpr auto fields =
        pack_of(Field{"first", &ReleasesFactRecord::first, "The oldest."},
                Field{"last", &ReleasesFactRecord::last, "The newest, included."},
                Field{"line", &ReleasesFactRecord::line, "Of the log; null: an option says it."});
};

struct CompilerFactRecord {
    Compiler value;
    std::optional<Version> version;
    std::optional<int> line;

    static constexpr std::string_view title = "compilerFact";
    static constexpr std::string_view meaning = "The host compiler.";
    static constexpr auto fields =
        pack_of(Field{"value", &CompilerFactRecord::value, "The compiler."},
                Field{"version", &CompilerFactRecord::version, "null: its major version only is known."},
                Field{"line", &CompilerFactRecord::line, "Of the log; null: an option says it."});
};

struct VersionFactRecord {
    Version value;
    bool or_newer;
    std::optional<int> line;

    static constexpr std::string_view title = "versionFact";
    static constexpr std::string_view meaning = "A version.";
    static constexpr auto fields =
        pack_of(Field{"value", &VersionFactRecord::value, "The version."},
                Field{"orNewer", &VersionFactRecord::or_newer, "It is this one or a newer one."},
                Field{"line", &VersionFactRecord::line, "Of the log; null: an option says it."});
};

struct TextFactRecord {
    std::string value;
    std::optional<int> line;

    static constexpr std::string_view title = "textFact";
    static constexpr std::string_view meaning = "A driver, or a system.";
    static constexpr auto fields =
        pack_of(Field{"value", &TextFactRecord::value, "As NVIDIA or Nix writes it."},
                Field{"line", &TextFactRecord::line, "Of the log; null: an option says it."});
};

struct GpuFactRecord {
    std::optional<std::string_view> name;
    Capability capability;
    std::optional<int> line;

    static constexpr std::string_view title = "gpuFact";
    static constexpr std::string_view meaning = "A GPU.";
    static constexpr auto fields = pack_of(
        Field{"name", &GpuFactRecord::name, "As the table gpus calls it; null: an option says the capability alone."},
        Field{"capability", &GpuFactRecord::capability, "Its compute capability."},
        Field{"line", &GpuFactRecord::line, "Of the log; null: an option says it."});
};

struct FactsRecord {
    std::optional<ReleasesFactRecord> cuda;
    std::optional<CompilerFactRecord> host_compiler;
    std::optional<VersionFactRecord> glibc;
    std::optional<TextFactRecord> driver;
    std::vector<GpuFactRecord> gpus;
    std::optional<std::vector<Capability>> architectures;
    std::optional<TextFactRecord> system;
    std::optional<std::string_view> environment;
    std::optional<VersionFactRecord> torch;
    std::optional<VersionFactRecord> torch_cuda;

    static constexpr std::string_view title = "facts";
    static constexpr std::string_view meaning = "What the log and the options say; null: they do not.";
    static constexpr auto fields = pack_of(
        Field{"cuda", &FactsRecord::cuda}, Field{"hostCompiler", &FactsRecord::host_compiler},
        Field{"glibc", &FactsRecord::glibc, "The C library."}, Field{"driver", &FactsRecord::driver},
        Field{"gpus", &FactsRecord::gpus}, Field{"architectures", &FactsRecord::architectures, "That it names."},
        Field{"system", &FactsRecord::system}, Field{"environment", &FactsRecord::environment, "Its id."},
        Field{"torch", &FactsRecord::torch, "PyTorch."},
        Field{"torchCuda", &FactsRecord::torch_cuda, "The CUDA that PyTorch was compiled with."});
};

struct DiagnosisRecord {
    SchemaVersion schema;
    std::vector<ExplainedMessageRecord> findings;
    std::vector<SaidRecord> for_all;
    std::vector<SaidRecord> oddities;
    FactsRecord facts;
    std::optional<ForeignText> first_error;
    std::vector<std::string_view> unknown;
    std::optional<std::string> ask;

    static constexpr std::string_view title = "diagnose";
    static constexpr std::string_view meaning = "What the messages in a log mean.";
    static constexpr auto fields = pack_of(
        Field{"schemaVersion", &DiagnosisRecord::schema},
        Field{"findings", &DiagnosisRecord::findings,
              "In the order in which they stop the build, the first the cause."},
        Field{"forAll", &DiagnosisRecord::for_all, "What mends all of several findings."},
        Field{"oddities", &DiagnosisRecord::oddities, "Lines that contradict each other, facts that cannot be."},
        Field{"facts", &DiagnosisRecord::facts},
        Field{"firstError", &DiagnosisRecord::first_error, "The first error that is no known message; null: none."},
        Field{"unknown", &DiagnosisRecord::unknown, "Facts that would make the answer better."},
        Field{"ask", &DiagnosisRecord::ask, "The command that tells them; null: nothing is missing."});
};

}  // namespace cudastdenv::wire

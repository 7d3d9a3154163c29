// SPDX-License-Identifier: MIT
/// Writes the schema of every answer or of every table into a folder: what docs/schema/ and data/schema/ hold
/// (schemas.py compares).

#include "wire/records/abi.hpp"
#include "wire/records/audit.hpp"
#include "wire/records/closure.hpp"
#include "wire/records/compat.hpp"
#include "wire/records/covers.hpp"
#include "wire/records/diagnosis.hpp"
#include "wire/records/gpu.hpp"
#include "wire/records/help.hpp"
#include "wire/records/host.hpp"
#include "wire/records/impact.hpp"
#include "wire/records/ingest.hpp"
#include "wire/records/lint.hpp"
#include "wire/records/nix.hpp"
#include "wire/records/nix_update.hpp"
#include "wire/records/releases.hpp"
#include "wire/records/reply.hpp"
#include "wire/records/resolution.hpp"
#include "wire/records/verify.hpp"
#include "wire/schema.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

using namespace cudastdenv;
using namespace cudastdenv::wire;

void write(const std::filesystem::path& file, const Datum& schema) {
    std::ofstream stream(file);
    stream.exceptions(std::ios::failbit | std::ios::badbit);
    stream << json_text(schema) << '\n';
}

template <class... Answers>
void write_answers(const std::filesystem::path& folder) {
    Definitions definitions;
    SchemaWriter writer(definitions);
    (write(folder / (std::string(Answers::title) + ".schema.json"), writer.answer<Answers>()), ...);
    write(folder / std::string(common_schema), common_schema_of(definitions, "answers"));
}

void write_tables(const std::filesystem::path& folder) {
    Definitions definitions;
    SchemaWriter writer(definitions);
    for (const TableFile& file : table_files)
        write(folder / std::filesystem::path(file.file).replace_extension(".schema.json"), writer.table(file));
    write(folder / std::string(common_schema), common_schema_of(definitions, "tables"));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view kind = argc == 3 ? argv[1] : "";
    if (kind == "tables") {
        write_tables(argv[2]);
        return 0;
    }
    if (kind != "answers") {
        std::cerr << "usage: schemas answers|tables FOLDER\n";
        return 2;
    }
    write_answers<AbiRecord, CapabilitiesRecord, ClosureRecord, CompatRecord, CoversRecord, DetectRecord,
                  DiagnosisRecord, GpuRecord, EnvRecord, ErrorRecord, ExplainRecord, HelpRecord, IngestAllRecord,
                  IngestedRecord, LintRecord, ManifestRecord, NixAuditRecord, NixDiffRecord, NixImpactRecord,
                  NixUpdateRecord, ReleasesRecord, ReplyRecord, ResolveRecord, SpelledRecord, VerifyRecord>(argv[2]);
}

// SPDX-License-Identifier: MIT
/// Writes the schema of every answer into a folder: what docs/schema/ holds (schemas.py compares).

#include "wire/records/answers.hpp"
#include "wire/records/closure.hpp"
#include "wire/records/findings.hpp"
#include "wire/records/nix.hpp"
#include "wire/records/reply.hpp"
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
    write(folder / std::string(common_schema), common_schema_of(definitions));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: schemas FOLDER\n";
        return 2;
    }
    write_answers<AbiRecord, CapabilitiesRecord, ClosureRecord, CompatRecord, CoversRecord, DetectRecord, EnvRecord,
                  ErrorRecord, ExplainRecord, IngestAllRecord, IngestedRecord, LintRecord, ManifestRecord,
                  NixDiffRecord, ReleasesRecord, ReplyRecord, ResolveRecord, SpelledRecord, VerifyRecord>(argv[1]);
}

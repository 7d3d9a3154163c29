// SPDX-License-Identifier: MIT
#include "wire/findings.hpp"
#include "wire/records/host.hpp"

namespace cudastdenv::wire {

std::string assignments_json(std::span<const Assignment> assignments, const words::BuildEnvironmentReport* reasons) {
    EnvRecord record;
    if (reasons) {
        record.cuda.value = words::asked_release(reasons->answer);
        record.host_compiler.value = reasons->choice.compiler->compiler;
        record.uses_stdenv.value = reasons->answer.resolution.host->uses_stdenv;
    }
    for (const Assignment& assignment : assignments)
        record.variables.push_back(
            {.name = assignment.name,
             .value = assignment.value ? std::optional(ForeignText{*assignment.value}) : std::nullopt,
             .why = foreign_texts(words::reasons_of(assignment, reasons))});
    return answer_text(record);
}

}  // namespace cudastdenv::wire

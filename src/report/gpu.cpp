// SPDX-License-Identifier: MIT
#include "words/gpu.hpp"

#include "report/page.hpp"
#include "report/text.hpp"
#include "words/drivers.hpp"
#include "words/phrases.hpp"

namespace cudastdenv::report {

std::string gpu_text(const words::GpuReport& report, const Style& style) {
    Page page(style);
    page.sentence(style.strong(words::headline(report)));
    for (const GpuSupport& support : report.support) {
        const CapabilityRow& row = *support.capability;
        page.gap();
        if (report.support.size() > 1) page.row("GPU", words::gpu_in_words(support.drivers.gpu));
        page.row("nvcc", words::cited(words::releases_in_words(row), row.nvcc.sources));
        if (!row.jetson) {
            const words::Said drivers = words::say(support.drivers);
            page.row("drivers", words::cited(drivers.text, drivers.sources));
        }
        page.row("newest CUDA", words::newest_in_words(support));
    }
    return page.take();
}

}  // namespace cudastdenv::report

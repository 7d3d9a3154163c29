// SPDX-License-Identifier: MIT
#include "report/page.hpp"
#include "report/text.hpp"
#include "words/gpu.hpp"

namespace cudastdenv::report {

std::string gpu_text(const GpuAnswer& answer, const Style& style) {
    Page page(style);
    page.sentence(style.strong(answer.headline));
    for (const GpuFacts& gpu : answer.gpus) {
        page.gap();
        if (answer.gpus.size() > 1) page.row("GPU", words::gpu_in_words({gpu.name.value_or(""), gpu.capability}));
        page.row("nvcc", gpu.releases_text);
        if (!gpu.drivers_text.empty()) page.row("drivers", gpu.drivers_text);
        page.row("newest CUDA", gpu.newest_text);
    }
    return page.take();
}

}  // namespace cudastdenv::report

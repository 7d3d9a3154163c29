// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUstream stream{};
    CUstreamCaptureStatus status;
    cuStreamGetCaptureInfo_v2(stream, &status, nullptr, nullptr, nullptr, nullptr);  //! api-removed => cuStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, nullptr, nullptr);
}

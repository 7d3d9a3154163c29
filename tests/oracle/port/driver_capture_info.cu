// SPDX-License-Identifier: MIT
#include <cuda.h>

int main() {
    CUstream stream{};
    CUstreamCaptureStatus status;
    cuStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, nullptr);  //! api-signature => cuStreamGetCaptureInfo(stream, &status, nullptr, nullptr, nullptr, nullptr, nullptr);
}

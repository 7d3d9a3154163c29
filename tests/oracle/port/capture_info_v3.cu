// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamCaptureStatus status;
    cudaStreamGetCaptureInfo_v3(stream, &status, nullptr, nullptr, nullptr, nullptr, nullptr);  //! api-removed
}

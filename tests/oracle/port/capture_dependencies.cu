#include <cuda_runtime.h>

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamUpdateCaptureDependencies(stream, nullptr, 0, 0);  //! api-signature => cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, 0);
}

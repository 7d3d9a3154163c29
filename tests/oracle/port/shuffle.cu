// SPDX-License-Identifier: MIT
__global__ void kernel(float* data) {
    float value = data[threadIdx.x];
    data[threadIdx.x] = __shfl(value, 0);  //! api-removed => data[threadIdx.x] = __shfl_sync(0xffffffff, value, 0);
}

int main() {
    kernel<<<1, 32>>>(nullptr);
}

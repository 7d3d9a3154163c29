// SPDX-License-Identifier: MIT
__global__ void kernel(float* data) {
    float value = data[threadIdx.x];
    data[threadIdx.x] = __shfl_xor(value, 1, 16);  //! api-removed => data[threadIdx.x] = __shfl_xor_sync(0xffffffff, value, 1, 16);
}

int main() {
    kernel<<<1, 32>>>(nullptr);
}

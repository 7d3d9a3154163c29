// SPDX-License-Identifier: MIT
__global__ void kernel(float* data) {
    float value = data[threadIdx.x];
    data[threadIdx.x] = __shfl_down(value, 1);  //! api-removed => data[threadIdx.x] = __shfl_down_sync(0xffffffff, value, 1);
}

int main() {
    kernel<<<1, 32>>>(nullptr);
}

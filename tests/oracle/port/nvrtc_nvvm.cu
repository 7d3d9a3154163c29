// SPDX-License-Identifier: MIT
#include <nvrtc.h>

int main() {
    nvrtcProgram program{};
    size_t size = 0;
    nvrtcGetNVVMSize(program, &size);  //! api-removed => nvrtcGetLTOIRSize(program, &size);
    char text[1];
    nvrtcGetNVVM(program, text);  //! api-removed => nvrtcGetLTOIR(program, text);
}

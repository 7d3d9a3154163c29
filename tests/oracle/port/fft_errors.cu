// SPDX-License-Identifier: MIT
#include <cufft.h>

const char* name(cufftResult result) {
    switch (result) {
        case CUFFT_INVALID_PLAN: return "invalid plan";
        case CUFFT_INCOMPLETE_PARAMETER_LIST: return "incomplete parameter list";  //! api-removed =>
        case CUFFT_PARSE_ERROR: return "parse error";  //! api-removed =>
        case CUFFT_LICENSE_ERROR: return "license error";  //! api-removed =>
        default: return "unknown";
    }
}

int main() {
    return name(CUFFT_SUCCESS) == nullptr;
}

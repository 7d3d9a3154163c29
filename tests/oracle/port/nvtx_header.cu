// SPDX-License-Identifier: MIT
#include <nvToolsExt.h>  //! api-removed

int main() {
    nvtxRangePushA("main");
    nvtxRangePop();
}

#include <nvToolsExt.h>  //! api-header-removed

int main() {
    nvtxRangePushA("main");
    nvtxRangePop();
}

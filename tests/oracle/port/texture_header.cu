#include <texture_fetch_functions.h>  //! api-header-removed =>

int main() {}

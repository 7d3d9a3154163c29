#include "surface_functions.h"  //! api-header-removed =>

int main() {}

// The two functions of OpenBLAS that the encoder calls, declared here so that the header's own names stay out of Swift.
#ifndef NEXUS_BLAS_SHIM_H
#define NEXUS_BLAS_SHIM_H

#include <cblas.h>

#endif

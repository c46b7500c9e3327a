// The commit of the build; Package.swift defines it.
#include "CKernels.h"
#if !defined(LAUGHTRACK_COMMIT)
#define LAUGHTRACK_COMMIT 0
#endif

uint32_t kernel_commit(void) { return LAUGHTRACK_COMMIT; }

/* SPDX-License-Identifier: MIT */
#ifndef CUDASTDENV_H
#define CUDASTDENV_H

/* The C interface of the library, also for other languages. Every function may be called from any thread. */

#include <cudastdenv/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `0.1.0`, a static string. */
CUDASTDENV_API const char* cudastdenv_version(void);

/* Answers a query. `request` is JSON in UTF-8, terminated by a null byte:
       {"command": "resolve", "cuda": "12.8", "stdenv": "debian-13", "gpu": ["RTX 4090"]}
   with the names of the command's options in camelCase (cudastdenv_request_schema() has all). The answer is JSON too:
       {"status": 0, "answer": {...}, "notes": [...], "error": null}
   `status` is the command's exit code: 0 answered, 1 none or no, 2 bad input, 3 bad data. `answer` is the output of the
   command with --json. The caller must pass the result to cudastdenv_free(). NULL: out of memory. */
CUDASTDENV_API char* cudastdenv_ask(const char* request);

/* The JSON schema of a request. The caller must pass it to cudastdenv_free(). NULL: out of memory. */
CUDASTDENV_API char* cudastdenv_request_schema(void);

/* Frees a result; does nothing for NULL. */
CUDASTDENV_API void cudastdenv_free(char* text);

#ifdef __cplusplus
}
#endif

#endif

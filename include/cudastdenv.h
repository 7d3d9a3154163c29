/* SPDX-License-Identifier: MIT */
#ifndef CUDASTDENV_H
#define CUDASTDENV_H

/* The library from C, and from whatever can call C. Every function may be called from any thread. */

#include <cudastdenv/config.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `0.1.0`; a text of the library's. */
CUDASTDENV_API const char* cudastdenv_version(void);

/* Answers a question. `request` is JSON, in UTF-8 and ended by a zero byte:
       {"command": "resolve", "cuda": "12.8", "stdenv": "debian-13", "gpu": ["RTX 4090"]}
   with the names of the command's options in camelCase (cudastdenv_request_schema() has all). The answer is JSON too:
       {"status": 0, "answer": {...}, "notes": [...], "error": null}
   where `status` is what the command's exit code would be: 0 answered, 1 none or no, 2 bad input, 3 bad data; `answer` is
   what the command prints with --json. It is yours, to be given to cudastdenv_free(). NULL: out of memory. */
CUDASTDENV_API char* cudastdenv_ask(const char* request);

/* The JSON schema of a request; yours, to be given to cudastdenv_free(). NULL: out of memory. */
CUDASTDENV_API char* cudastdenv_request_schema(void);

/* Of NULL too. */
CUDASTDENV_API void cudastdenv_free(char* text);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: MIT
// A small library with needed and defined versions, symbols and a run path, for elf.cpp to change.
#include <condition_variable>
#include <mutex>
#include <string>

std::mutex mutex;
std::condition_variable condition;

std::string wait(const std::string& text) {
    std::unique_lock lock(mutex);
    condition.wait(lock);
    return text + text;
}

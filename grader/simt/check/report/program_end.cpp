// A standalone program prints its findings when it ends; a runner reads the report instead.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "check/report/findings.h"
#include "check/report/reporter.h"
#include "engine/checker.h"
#include "simt/host.h"

namespace simt::check {

namespace {

std::vector<std::string> own_command_line() {
  std::vector<std::string> words;
  std::FILE* in = std::fopen("/proc/self/cmdline", "r");
  if (!in) return words;
  std::string word;
  for (int c; (c = std::fgetc(in)) != EOF;) {
    if (c) {
      word.push_back(static_cast<char>(c));
    } else {
      words.push_back(word);
      word.clear();
    }
  }
  std::fclose(in);
  return words;
}

/// Restarts the program with one worker. Unflushed output is discarded, so nothing is printed
/// twice.
void start_again_serially() {
  std::vector<std::string> words = own_command_line();
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  setenv("SIMT_WORKERS", "1", 1);
  execv("/proc/self/exe", arguments.data());
}

void at_end() {
  if (&report() != program_report()) return;
  simt::finish_all();
  finish();
  if (report().again_serially) {
    dismiss_reporter();
    start_again_serially();
  }
  flush_report();
  if (const char* name = std::getenv("SIMT_METRICS")) print_metrics(name);
}

/// A program that exits with an error, or inside a checked call, may do so because a CUDA call
/// failed. Runs before at_end.
void at_exit(int status, void*) {
  if (&report() != program_report() || status != 0) note_abort();
}

[[gnu::constructor(102)]] void print_at_end() {
  std::atexit(at_end);
  on_exit(at_exit, nullptr);
}

}  // namespace

}  // namespace simt::check

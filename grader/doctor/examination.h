// Evaluates a machine's survey: fit, fit with remarks or not fit, and the remedies.
#pragma once

#include <string>
#include <vector>

#include "doctor/machine.h"

namespace warpgrade::doctor {

enum class Level { fit, remark, unfit };

/// "fit", "remark", "not fit": the names in the JSON.
const char* name(Level level);

/// One finding: a sentence, and a remedy unless all is well.
struct Remark {
  Level level = Level::fit;
  std::string text;
  std::string advice;
};

struct Figure {
  std::string label, value;
};

struct Table {
  std::vector<std::string> head;  // titles of the columns; the first column has the names
  std::vector<std::vector<std::string>> rows;  // a value that begins with "!" is highlighted
  std::string note;                            // below it; or ""
};

struct Section {
  std::string key;  // in the JSON: tools, devices, speed, sandbox, cpu, labs, room
  std::string title;
  std::vector<Remark> remarks;
  std::vector<Figure> figures;
  std::vector<Table> tables;

  void add(Level level, std::string text, std::string advice = {}) {
    remarks.push_back({level, std::move(text), std::move(advice)});
  }
};

/// All sections except the room's, in the order of the report.
std::vector<Section> examine(const Machine& machine);

// The individual sections.
Section examine_tools(const Machine& machine);
Section examine_devices(const Machine& machine);
Section examine_speed(const Machine& machine);
Section examine_sandbox(const Machine& machine);
Section examine_cpu(const Machine& machine);
Section examine_labs(const Machine& machine);

/// The worst level of all remarks.
Level verdict(const std::vector<Section>& sections);

/// The remedies without duplicates, the most urgent first.
std::vector<std::string> actions(const std::vector<Section>& sections);

/// True if there is too little disk space for compilers.
bool lacks_disk(const CpuReport& cpu);

/// What can be graded on this machine, in sentences.
std::string can_grade(const Machine& machine);
/// True if speed can be graded: a working GPU and nvcc.
bool can_grade_speed(const Machine& machine);

}  // namespace warpgrade::doctor

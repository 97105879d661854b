#include "runtime/observe/fault_words.h"

#include <string>

#include "detectors/finding_kinds.h"
#include "detectors/sentence.h"
#include "runtime/machine/fatal.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/state/control.h"

namespace heddle::runtime {

// "data race on total: write by T2 at bank.cpp:12, read by T1 at bank.cpp:20 before it and not ordered with it"
void describe_fault(const Fault& fault) {
  char text[512];
  Line line(text, sizeof text);
  std::string kind(name(fault.kind));
  for (char& character : kind) {
    character = character == '-' ? ' ' : character;
  }
  line.text(kind.c_str());
  const char* variable = variable_of_site(fault.last().operation.site);
  if (variable[0] == '\0') {
    variable = variable_of_site(fault.earlier().operation.site);
  }
  if (variable[0] != '\0') {
    line.text(" on ").text(variable);
  }
  line.text(": ");
  Sentence sentence(place_of_site);
  row_of(fault.kind).say(sentence, fault);
  line.text(sentence.words().c_str());
  describe_outcome(text);
}

}  // namespace heddle::runtime

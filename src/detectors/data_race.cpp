#include "detectors/data_race.h"

#include "detectors/sentence.h"

namespace heddle {

void say_data_race(Sentence& sentence, const Fault& fault) {
  say_operations(sentence, fault);
  if (fault.earlier().thread != kNoThread && !fault.earlier().pending) {
    sentence.text(" and not ordered with it");
  }
}

}  // namespace heddle

// Copies of locales and facets used by several threads at once give the same text.
// CHECK: passes
#include <cassert>
#include <ctime>
#include <locale>
#include <sstream>
#include <thread>

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  std::string do_grouping() const override { return "\3"; }
  char do_thousands_sep() const override { return '.'; }
};

int main() {
  const std::locale with_comma(std::locale::classic(), new Comma);
  auto format = [&with_comma] {
    std::ostringstream out;
    out.imbue(with_comma);
    out << 1234567 << ' ' << 2.5;
    assert(out.str() == "1.234.567 2,5");
    const std::locale copy = out.getloc();
    assert(std::use_facet<std::ctype<char>>(copy).toupper('a') == 'A');
    assert(copy == with_comma && copy != std::locale());
  };
  std::thread one(format);
  std::thread two(format);
  one.join();
  two.join();
}

// EVENTS: vptr_write this->_vptr$Shape 8
// EVENTS: vptr_write this->_vptr$Shape 8
// EVENTS: write this->side 4
// EVENTS: vptr_read shape->_vptr$Shape 8
// EVENTS: read this->side 4
// EVENTS: read this->side 4
struct Shape {
  Shape() {}
  virtual int area() { return 0; }
};
struct Square : Shape {
  explicit Square(int side) : side(side) {}
  int area() override { return side * side; }
  int side;
};
__attribute__((noinline)) int area_of(Shape* shape) { return shape->area(); }
alignas(Square) static char storage[sizeof(Square)];
void* operator new(unsigned long, void* place) noexcept { return place; }
int main() { return area_of(new (storage) Square(3)) == 9 ? 0 : 1; }

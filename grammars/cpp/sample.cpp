#include <string>
#include "shape.h"

#define CHECK(x) do { (void)(x); } while (0)

namespace geo {

constexpr double PI = 3.14;
static int instances = 0;
using Names = std::vector<std::string>;
typedef int Index;

enum class Color { Red, Green = 2 };

template <typename T>
concept Small = sizeof(T) < 8;

class Shape {
public:
    Shape();
    explicit Shape(int sides) : sides_(sides) {}
    virtual ~Shape() = default;
    virtual double area() const = 0;
    static Shape unit() { return Shape(1); }
    bool operator==(const Shape &other) const;
    operator bool() const { return sides_ > 0; }
    template <typename T> T as(T fallback) { return fallback; }
    void overload(int a);
    void overload(int a, int b) {}
    const std::string &name() const;
    static constexpr int kMax = 4;
    using Ptr = Shape *;
    enum Mode { Fast, Slow };

    struct Inner {
        int depth;
        void dive();
    };

private:
    int sides_, corners_;
    int *data_ = nullptr;
    int (*callback_)(int);
    friend class Other;
};

Shape::Shape() : sides_(0) {}

bool Shape::operator==(const Shape &other) const { return sides_ == other.sides_; }

const std::string &Shape::name() const {
    static std::string text;
    return text;
}

void Shape::Inner::dive() { depth++; }

template <typename T>
class Box : public Shape, private Base<T> {
    T value;
public:
    T get() const;
};

template <typename T>
T Box<T>::get() const { return value; }

template <>
struct Box<int> {
    int value;
};

auto twice = [](int x) { return x * 2; };

namespace inner::deep {
int buried() { return 1; }
}

namespace {
int hidden;
}

inline namespace v1 {
struct Versioned final : Shape {};
}

}  // namespace geo

namespace geo {
Shape *make(int sides) { return new Shape(sides); }
union Value { int i; float f; };
}

extern "C" {
int c_entry(void);
}

template <class T> T maximum(T a, T b) { return a > b ? a : b; }

geo::Shape global_shape{3};

[[nodiscard]] auto trailing(int x) -> int { return geo::make(x)->area(); }

struct Point { int x, y; } origin;

std::ostream &operator<<(std::ostream &out, const geo::Shape &s) { return out; }

#if defined(DEBUG)
void report() {}
#else
void report() { CHECK(1); }
#endif

int main(int argc, char **argv) {
    auto local = [&](int v) { return v; };
    struct Local { int z; };
    geo::Shape::unit().area();
    return local(0);
}

/* A file comment. */
#include <stdio.h>
#include "local.h"

#define LIMIT 10
#define SQUARE(x) \
    ((x) * (x))

typedef unsigned long size_type;
typedef int (*compare_fn)(const void *, const void *);
typedef struct list list_t;
typedef char name_buffer[64];

/* A node. */
struct list {
    int value;
    struct list *next, *previous;
    char name[32];
    void (*free_fn)(void *);
    unsigned flags : 4;
    union {
        int as_int;
        float as_float;
    } payload;
};

typedef struct {
    int x, y;
} point_t;

union number {
    int i;
    double d;
};

enum color {
    RED,
    GREEN = 2
};

typedef enum { OFF, ON } switch_t;

int counter = 0;
static const int MAX_ITEMS = LIMIT;
const char *const names[] = { "a", "b" };
static int first, *second = 0, third[3];
extern int elsewhere;
int (*handler)(int) = 0;
static struct list head = { .value = 1 };

int add(int a, int b);
static int helper(void);
void *allocate(size_type size);

static int helper(void) {
    int local = 1;
    return local;
}

/* Adds. */
int add(int a, int b)
{
    return SQUARE(a) + helper() + b;
}

char *copy(const char *text) {
    return strdup(text);
}

struct list **find_all(void) { return 0; }

int (*pick(int which))(int) {
    return handler;
}

#ifdef _WIN32
static void pause_for(int ms) { Sleep(ms); }
#else
static void pause_for(int ms) {
    usleep(ms * 1000);
}
#endif

int old_style(a, b)
    int a;
    int b;
{
    return a + b;
}

static void walk(struct list *l) {
    l->free_fn(l);
    list_t *copy = (list_t *) l;
}

// Package sample covers what Go declares.
package sample

import (
	"fmt"
	m "math"
	. "strings"
)

// Limit bounds.
const Limit = 3

const (
	// First is zero.
	First = iota
	second
)

var level int

var x, y = 1, 2

var (
	table  = map[string]int{}
	handle = func(a int) int { return a }
)

type Celsius float64

type Alias = string

type (
	// ID names.
	ID    int
	Pair[K comparable, V any] struct {
		Key K
		a, b V
	}
)

// Store keeps.
type Store struct {
	Base
	*fmt.Formatter
	Name  string `json:"name"`
	inner struct {
		depth int
	}
}

type Reader interface {
	Read(p []byte) (n int, err error)
	fmt.Stringer
}

// Load reads.
func Load(path string) (*Store, error) {
	const local = 1
	var other = 2
	helper := func(s string) string {
		return ToUpper(s)
	}
	type point struct{ px int }
	return nil, nil
}

func (s *Store) Get(key string) string {
	return s.inner.String()
}

func (Store) Get2() {}

func (p *Pair[K, V]) Swap() {}

func init() {}

func init() {}

func Generic[T any](x T) T { return m.Max[T](x) }

func assembly(x int)

package org.example.shapes

import scala.collection.mutable.{Map, Set => MutableSet, _}
import org.example.base.Base
import org.example.util._
import solo

/** A store. */
@deprecated("x")
class Store[T](key: String, val value: T, private var count: Int) extends Base(key) with Area[T] {
  private val size: Int = 1
  var first, second = 2
  val (left, right) = pair()
  lazy val late = compute()
  val handler = (x: Int) => x
  val partial: PartialFunction[Int, Int] = { case x => x }

  def this(key: String) = this(key, null, 0)

  /** Gets. */
  @inline
  protected def get(key: String)(default: T): T = {
    val local = 1
    def nested = helper(local)
    val inner = (y: Int) => y
    new Other(1).run()
    left append right
  }

  def get(key: Int): T = value

  def +(other: Store[T]) = this

  type Key = String

  class Inner {
    def deep(): Unit = {}
  }

  object Nested
}

object Store {
  val Empty = ""

  def apply(): Store[Int] = new Store("a")
}

case class Point(x: Int, y: Int)

sealed trait Area[T] {
  def area: Double
  val sides: Int
}

abstract class Abstract

enum Color(val code: Int) extends Named {
  case Red, Green
  case Blue extends Color(1)
  case Mixed(parts: List[Color])

  def label = toString
}

given ordering: Ordering[Int] with {
  def compare(x: Int, y: Int) = 0
}

extension (text: String) {
  def shout: String = text
}

extension [T](items: List[T])
  def second: T = items(1)
  def third: T = items(2)

package object helpers {
  val answer = 42
}

type Alias = Int

def top(x: Int) = x

val LIMIT = 3

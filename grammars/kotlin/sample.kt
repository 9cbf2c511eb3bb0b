@file:JvmName("Sample")
package org.example.shapes

import org.example.base.Base
import org.example.other.Thing as Other
import kotlin.math.*
import solo

const val LIMIT = 3
val level: Int = 0
var counter = 1
val double = { x: Int -> x * 2 }
val named = fun(x: Int): Int { return x }

typealias Pair2 = Pair<Int, Int>

/** Loads. */
fun load(path: String): String {
    val local = 1
    fun nested() {}
    val inner = { x: Int -> x }
    return inner(local).toString()
}

fun String.shout(): String = uppercase()

fun <T> List<T>?.second(): T? = null

val String.first: Char
    get() = this[0]

/**
 * A store.
 */
@Serializable
@Named("x")
data class Store<T>(
    private val key: String,
    var value: T,
    plain: Int,
) : Base(plain), Area, Closer by plain {
    internal val size: Int
        get() = 1

    lateinit var late: String

    val handler = { x: Int -> x }

    init {
        val ignored = 1
    }

    constructor(key: String) : this(key, 1) {
        late = key
    }

    @Synchronized
    protected suspend fun get(key: String): T {
        return cache.fetch(key)
    }

    fun get(key: Int): T = value

    operator fun plus(other: Store<T>) = this

    inner class Inner {
        fun deep() {}
    }

    companion object {
        const val EMPTY = ""

        @JvmStatic
        fun create(): Store<Int> = Store("a")
    }
}

class WithNamed {
    companion object Factory : Maker {
        fun make() {}
    }
}

interface Area {
    val sides: Int

    fun area(): Double
}

fun interface Action {
    fun run()
}

enum class Color(val code: Int) : Area {
    RED(1) {
        override fun area() = 1.0
    },
    GREEN(2);

    fun label() = name
}

sealed class Result {
    object Empty : Result()

    data class Full(val items: Int) : Result()
}

object Registry : Base(1) {
    val all by lazy { 1 }

    fun register(item: Base) {
        all add item
    }
}

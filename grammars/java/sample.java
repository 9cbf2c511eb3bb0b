package org.example.shapes;

import java.util.*;
import static java.lang.Math.max;
import org.example.base.Base;

/**
 * A shape.
 */
@Entity(name = "public")
public abstract class Sample<T extends Base> extends Base<T> implements Area, outer.Other<T> {
    public static final int LIMIT = 3;
    private final static String NAME = "n";
    protected int width = 1, height;
    Runnable task = () -> {};

    static {
        int local = 1;
    }

    Sample(int x) {
        this.width = x;
        Runnable inner = () -> max(1, 2);
        new Thread() {
            @Override
            public void run() { helper(); }
        }.start();
    }

    public Sample() { this(1); }

    /** Area. */
    @Override
    public abstract double area();

    int get(int key) { return key; }

    <U> U get(U key, int... more) {
        class Local {
            void m() {}
        }
        return key;
    }

    enum Color implements Named {
        RED(1) {
            String label() { return "r"; }
        },
        GREEN(2);

        private final int code;

        Color(int code) { this.code = code; }
    }

    record Point(int x, double y) implements Named {
        Point {
            Objects.requireNonNull(x);
        }

        static Point origin = null;
    }

    interface Named extends Area, Other {
        int MAX = 1;
        String label();
        default void show() {}
    }

    @interface Marker {
        String value() default "";
    }
}

class Second {}

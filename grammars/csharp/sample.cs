using System;
using Alias = System.Text.StringBuilder;

namespace Sample.Core
{
    public delegate int Transform(int value);

    public interface IShape : IComparable
    {
        double Area();
        string Name { get; }
    }

    [Flags]
    public enum Color { Red = 1, Green }

    /// <summary>A circle.</summary>
    [Serializable]
    public partial class Circle : Shape, IShape
    {
        public const double Pi = 3.14;
        private static readonly int Limit = 10, Floor = 1;
        private double _radius;
        public event EventHandler Changed;
        public event EventHandler Resized { add { } remove { } }

        public string Name { get; set; } = "circle";
        public double Diameter => _radius * 2;

        public Circle() : this(1) { }

        public Circle(double radius)
        {
            _radius = radius;
        }

        ~Circle() { }

        static Circle() { }

        public double this[int index] => _radius;

        [Obsolete]
        public double Area() => Pi * _radius * _radius;

        public void Scale(int by) { Scale((double)by); }
        public void Scale(double by)
        {
            double Local(double x) { return x * by; }
            _radius = Local(_radius);
        }

        double IShape.Area() { return Area(); }

        public static Circle operator +(Circle a, Circle b) => a;
        public static explicit operator double(Circle c) => c._radius;

        private static readonly Func<int, int> Twice = x => x * 2;

        class Nested<T> where T : new()
        {
            T value;
        }
    }

    public partial class Circle
    {
        public int More;
    }

    public struct Point
    {
        public int X, Y;
    }

    public record Person(string Name, int Age)
    {
        public string Title { get; init; }
    }

    public record struct Pair(int A, int B);

    public static class Extensions
    {
        public static int WordCount(this string text) => text.Split(' ').Length;
    }

    namespace Inner
    {
        class Deep { }
    }
}

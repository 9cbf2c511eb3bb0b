import Foundation
import struct Swift.Int

let maximum = 10
var counter = 0, other = 1
let (left, right) = (1, 2)

typealias Handler = (Int) -> Void

/// A shape.
protocol Shape: AnyObject {
    associatedtype Unit
    var area: Double { get }
    static var zero: Self { get }
    init(side: Int)
    func scaled(by factor: Double) -> Self
    subscript(index: Int) -> Int { get }
}

enum Direction: String {
    case north, south
    case east = "E"
    indirect case pair(Direction, Direction)

    var opposite: Direction { .south }

    func turn() -> Direction { self }
}

@objc
public final class Circle: Base, Shape {
    static let pi = 3.14
    private var radius: Double = 1
    lazy var cache: [Int] = []
    weak var delegate: Delegate?
    @Published var state = 0
    var diameter: Double {
        get { radius * 2 }
        set { radius = newValue / 2 }
    }
    var observed: Int = 0 {
        didSet { counter += 1 }
    }
    let callback: (Int) -> Int = { $0 * 2 }

    init(side: Int) { radius = Double(side) }
    convenience init?(text: String) { self.init(side: 1) }
    deinit { counter -= 1 }

    func move(to x: Int) { log(x) }
    func move(by x: Int) {
        func local() {}
        local()
    }
    class func make() -> Circle { Circle(side: 1) }
    static func == (a: Circle, b: Circle) -> Bool { a === b }

    subscript(index: Int) -> Int { index }

    struct Inner<T> {
        var value: T
    }
}

struct Point: Equatable {
    var x = 0, y = 0
    mutating func shift() { x += 1 }
}

extension Circle: CustomStringConvertible {
    var description: String { "circle" }
    func extra() {}
}

extension Outer.Nested where T == Int {
    static let tag = 1
}

actor Bank {
    func deposit() async throws {}
}

infix operator +++: AdditionPrecedence

func +++ (a: Int, b: Int) -> Int { a + b }

func topLevel<T>(_ value: T) -> T {
    let local = value
    return local
}

let double = { (x: Int) in x * 2 }

#if os(Linux)
func platform() {}
#else
func platform() {}
#endif

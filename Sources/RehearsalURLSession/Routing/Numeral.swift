/// A number that is a type: a binary one, written from its last digit to its first.
protocol Numeral {
    static var value: Int { get }
}

enum Zero: Numeral {
    static let value = 0
}

enum Even<Half: Numeral>: Numeral {
    static var value: Int { 2 * Half.value }
}

enum Odd<Half: Numeral>: Numeral {
    static var value: Int { 2 * Half.value + 1 }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A protocol class of its own for each number.
///
/// All that a configuration says of a protocol is its class, and all that a class is told is the request: so each route
/// has a class. One class for all would have to find the route in the request, and what stands there goes over the wire
/// or is lost on the way.
final class NumberedProtocol<Number: Numeral>: ReroutedProtocol {
    override class var route: Route? { Routes.shared[Number.value] }
}

extension ReroutedProtocol {
    /// The class that has that number.
    static func numbered(_ number: Int) -> ReroutedProtocol.Type {
        func protocolClass<Number: Numeral>(_: Number.Type) -> ReroutedProtocol.Type { NumberedProtocol<Number>.self }
        return protocolClass(numeral(number))
    }

    private static func numeral(_ number: Int) -> any Numeral.Type {
        func even<Half: Numeral>(_: Half.Type) -> any Numeral.Type { Even<Half>.self }
        func odd<Half: Numeral>(_: Half.Type) -> any Numeral.Type { Odd<Half>.self }
        if number == 0 { return Zero.self }
        let half = numeral(number / 2)
        return number.isMultiple(of: 2) ? even(half) : odd(half)
    }
}

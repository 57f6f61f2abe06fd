import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads what a route leads to.
class ReroutedProtocol: URLProtocol {
    /// Where it leads; each subclass has its own.
    class var route: Route? { nil }

    private var exchange: Exchange?

    override class func canInit(with request: URLRequest) -> Bool {
        guard let url = request.url, let route else { return false }
        return route.hosts.leads(url)
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override class func requestIsCacheEquivalent(_ one: URLRequest, to other: URLRequest) -> Bool { one == other }

    /// Begins, or goes on: where the loading system has a queue that only it can reach, it is made to call this again
    /// there when there is something to tell.
    override func startLoading() {
        if exchange != nil { return deliver() }
        guard let route = Self.route, let url = request.url else { return }
        let exchange = Exchange(route, asking: url, Summons(self))
        self.exchange = exchange
        let (request, obstacle) = (request, Obstacle.of(task, request))
        // What is called here must return before anything is told, and reading a body may take its time.
        DispatchQueue.global().async { exchange.begin(request, obstacle) }
    }

    override func stopLoading() {
        if Summons.isPause(task) { return }
        exchange?.stop()
        exchange = nil
    }

    /// Tells the client what has come; only where the loading system listens.
    func deliver() {
        guard Summons.isHeard(task) else { return }
        for event in exchange?.take() ?? [] {
            switch event {
            case .redirected(let response, let request):
                client?.urlProtocol(self, wasRedirectedTo: request, redirectResponse: response)
            case .responded(let response):
                // The cache is asked on the way to the backend; it need not be asked twice.
                client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            case .received(let data):
                client?.urlProtocol(self, didLoad: data)
            case .ended(nil):
                client?.urlProtocolDidFinishLoading(self)
            case .ended(let error?):
                client?.urlProtocol(self, didFailWithError: error)
            }
        }
    }
}

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

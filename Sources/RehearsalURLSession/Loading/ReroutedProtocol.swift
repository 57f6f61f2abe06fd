import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URL protocol that loads requests for the hosts of a route from the route's backend.
class ReroutedProtocol: URLProtocol {
    /// The route; each subclass has its own.
    class var route: Route? { nil }

    private var exchange: RoutedExchange?

    override class func canInit(with request: URLRequest) -> Bool {
        guard let url = request.url, let route else { return false }
        return route.hosts.isRouted(url)
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override class func requestIsCacheEquivalent(_ one: URLRequest, to other: URLRequest) -> Bool { one == other }

    /// Starts loading on the first call, and delivers events on later calls. On Linux only the queue of the loading
    /// system may call the client, so `ClientDispatcher` makes the system call this method again on that queue.
    override func startLoading() {
        if exchange != nil { return deliver() }
        guard let route = Self.route, let url = request.url else { return }
        let exchange = RoutedExchange(route, asking: url, ClientDispatcher(self))
        self.exchange = exchange
        let (request, error) = (request, UnsupportedTask.error(task, request))
        // Reading the request's body may block, and the system must not wait for this method.
        DispatchQueue.global().async { exchange.begin(request, error) }
    }

    override func stopLoading() {
        if ClientDispatcher.isTemporaryStop(task) { return }
        exchange?.stop()
        exchange = nil
    }

    /// Reports pending events to the client, unless the task is being cancelled.
    func deliver() {
        guard ClientDispatcher.mayCallClient(task) else { return }
        for event in exchange?.takeEvents() ?? [] { report(event, to: client) }
    }

    /// Reports an event to the client.
    func report(_ event: RoutedExchange.Event, to client: (any URLProtocolClient)?) {
        switch event {
        case .redirected(let response, let request):
            client?.urlProtocol(self, wasRedirectedTo: request, redirectResponse: response)
            // The loading system starts another protocol for the new request and waits for the end of this one, with
            // this error, as in Apple's sample CustomHTTPProtocol.
            client?.urlProtocol(self, didFailWithError: CocoaError(.userCancelled))
        case .responded(let response):
            // The backend session stores cacheable responses already.
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

/// A URL protocol class whose type contains the number of its route.
///
/// A configuration contains protocol classes, and a class receives only the request. So each route needs its own
/// class. A route number in the request is not an alternative, because it would be sent to the backend or be lost.
final class NumberedProtocol<Number: Numeral>: ReroutedProtocol {
    override class var route: Route? { Routes.shared[Number.value] }
}

extension ReroutedProtocol {
    /// Returns the class with a number.
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

/// A binary number as a type, from its last digit to its first.
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

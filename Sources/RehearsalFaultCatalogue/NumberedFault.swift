import Rehearsal

/// One fault that has a number.
package struct NumberedFault: Sendable {
    /// `F05`.
    package let id: String
    /// A few words.
    package let title: String
    /// The bytes and flags on the wire, in one sentence.
    package private(set) var wire = ""
    /// Where it can be shown to happen.
    package private(set) var provable = Provable.wire
    /// The names of other tools for it.
    package private(set) var peers = Peers()
    /// The ways it comes in; one with the number of the fault alone where there is only one.
    package private(set) var cases: [FaultCase] = []

    init(_ id: String, _ title: String) { (self.id, self.title) = (id, title) }

    /// Whether a number in small letters is this fault's or one of its cases'.
    func answers(toNumber number: String) -> Bool {
        id.lowercased() == number || cases.contains { $0.id.lowercased() == number }
    }

    /// The ways in which its cases are said, each once.
    package var said: String { cases.map(\.said).unique.joined(separator: ", ") }

    /// The names of other tools for a fault; nil where a tool has none.
    package struct Peers: Sendable, Hashable {
        package var wireMock: String?
        package var toxiproxy: String?
        package var mockWebServer: String?

        /// Each name that there is, with the tool it belongs to.
        package var named: [(tool: String, name: String)] {
            [("WireMock", wireMock), ("Toxiproxy", toxiproxy), ("MockWebServer", mockWebServer)]
                .compactMap { tool, name in name.map { (tool, $0) } }
        }

        var names: [String] { named.map(\.name) }
    }

    /// Where a fault can be shown to happen.
    package enum Provable: Sendable, Hashable {
        /// In the bytes and flags of a connection.
        case wire
        /// Only by what Linux does.
        case linux(because: String)
        /// Only in the client; no server takes part.
        case client(because: String)

        /// The word alone.
        package var name: String {
            switch self {
            case .wire: "wire"
            case .linux: "linux"
            case .client: "client"
            }
        }

        /// Why it is not to be seen on the wire everywhere.
        package var reason: String? {
            switch self {
            case .wire: nil
            case .linux(let reason), .client(let reason): reason
            }
        }
    }
}

/// A row of the catalogue is a fault with what goes on the wire, its peers and its cases, one behind the other; a case
/// without a title has the fault's.
extension NumberedFault {
    private func with<Value>(_ property: WritableKeyPath<NumberedFault, Value>, _ value: Value) -> NumberedFault {
        var result = self
        result[keyPath: property] = value
        return result
    }

    func onWire(_ text: String) -> NumberedFault { with(\.wire, text) }

    func called(
        wireMock: String? = nil,
        toxiproxy: String? = nil,
        mockWebServer: String? = nil,
    ) -> NumberedFault {
        with(\.peers, Peers(wireMock: wireMock, toxiproxy: toxiproxy, mockWebServer: mockWebServer))
    }

    func provable(_ provable: Provable) -> NumberedFault { with(\.provable, provable) }

    /// Adds a case that these endpoints play.
    func endpoints(as title: String, _ endpoints: [Scenario.Endpoint], drive: FaultDrive = .get) -> NumberedFault {
        adding(FaultCase(title, drive, Scenario("", endpoints: endpoints)))
    }

    /// Adds a case in which these replies answer every request, one after the other.
    func replies(as title: String? = nil, _ replies: [Scenario.Reply], drive: FaultDrive = .get) -> NumberedFault {
        endpoints(as: title ?? self.title, [.any("/**", replies: replies)], drive: drive)
    }

    func reply(as title: String? = nil, _ reply: Scenario.Reply, drive: FaultDrive = .get) -> NumberedFault {
        replies(as: title, [reply], drive: drive)
    }

    /// Adds a case of a good reply with these faults.
    func reply(
        as title: String? = nil,
        of json: String = Sample.json,
        _ faults: Fault...,
        drive: FaultDrive = .get,
    ) -> NumberedFault {
        reply(as: title, Sample.with(\.faults, faults, Sample.reply(json)), drive: drive)
    }

    /// Adds a case of exact bytes, after which the connection is closed.
    func raw(as title: String, _ text: String) -> NumberedFault { reply(as: title, Sample.raw(text)) }

    /// Adds a case that happens to connections, whatever is asked on them; where one is served, it is served well.
    func network(
        as title: String? = nil,
        _ state: Scenario.Network.State,
        on moment: Scenario.Network.Moment = .accept,
    ) -> NumberedFault {
        let endpoints: [Scenario.Endpoint] = [.any("/**", replies: [Sample.reply])]
        let scenario = Scenario("", endpoints: endpoints, network: [Scenario.Network(state, on: moment)])
        let drive = moment == .clientHello ? FaultDrive(scheme: "https") : .get
        return adding(FaultCase(title ?? self.title, drive, scenario))
    }

    /// Adds a case that no server can play.
    func unplayable(as title: String? = nil, because reason: String) -> NumberedFault {
        adding(FaultCase(title ?? self.title, reason: reason))
    }

    private func adding(_ item: FaultCase) -> NumberedFault {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let cases = cases + [item]
        return with(\.cases, zip(cases, letters).map { $0.named(cases.count == 1 ? id : id + $1, of: title) })
    }
}

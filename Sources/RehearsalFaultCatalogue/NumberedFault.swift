import Rehearsal

/// A fault with a number.
package struct NumberedFault: Sendable {
    /// The number: `F05`.
    package let id: String
    package let title: String
    /// The bytes and TCP flags on the wire, in one sentence.
    package private(set) var wire = ""
    /// The place at which a test can observe it.
    package private(set) var observability = Observability.wire
    /// The names of the fault in other tools.
    package private(set) var toolNames = ToolNames()
    /// The variants; a single one has the number of the fault alone.
    package private(set) var variants: [FaultVariant] = []

    init(_ id: String, _ title: String) { (self.id, self.title) = (id, title) }

    /// Whether a number in lower case belongs to this fault or to one of its variants.
    func matches(toNumber number: String) -> Bool {
        id.lowercased() == number || variants.contains { $0.id.lowercased() == number }
    }

    /// The notations of its variants in scenarios, each once.
    package var notation: String { variants.map(\.notation).unique.joined(separator: ", ") }

    /// The names of a fault in other tools; nil for a tool without a name.
    package struct ToolNames: Sendable, Hashable {
        package var wireMock: String?
        package var toxiproxy: String?
        package var mockWebServer: String?

        /// The existing names, each with its tool.
        package var named: [(tool: String, name: String)] {
            [("WireMock", wireMock), ("Toxiproxy", toxiproxy), ("MockWebServer", mockWebServer)]
                .compactMap { tool, name in name.map { (tool, $0) } }
        }

        var names: [String] { named.map(\.name) }
    }

    /// The place at which a test can observe a fault.
    package enum Observability: Sendable, Hashable {
        /// The bytes and flags of a connection.
        case wire
        /// The bytes and flags of a connection, on Linux only.
        case linux(because: String)
        /// The client only, without a server.
        case client(because: String)

        /// The name without the reason.
        package var name: String {
            switch self {
            case .wire: "wire"
            case .linux: "linux"
            case .client: "client"
            }
        }

        /// The reason that it cannot be observed on the wire everywhere; nil if it can.
        package var reason: String? {
            switch self {
            case .wire: nil
            case .linux(let reason), .client(let reason): reason
            }
        }
    }
}

/// The builder methods of the catalogue: a fault with its wire behavior, its names in other tools and its variants.
///
/// A variant without a title has the title of the fault.
extension NumberedFault {
    private func with<Value>(_ property: WritableKeyPath<NumberedFault, Value>, _ value: Value) -> NumberedFault {
        var result = self
        result[keyPath: property] = value
        return result
    }

    func onWire(_ text: String) -> NumberedFault { with(\.wire, text) }

    func named(
        wireMock: String? = nil,
        toxiproxy: String? = nil,
        mockWebServer: String? = nil,
    ) -> NumberedFault {
        with(\.toolNames, ToolNames(wireMock: wireMock, toxiproxy: toxiproxy, mockWebServer: mockWebServer))
    }

    func observable(_ provable: Observability) -> NumberedFault { with(\.observability, provable) }

    /// Adds a variant that these endpoints play.
    func endpoints(as title: String, _ endpoints: [Scenario.Endpoint], drive: FaultTrigger = .get) -> NumberedFault {
        adding(FaultVariant(title, drive, Scenario("", endpoints: endpoints)))
    }

    /// Adds a variant in which these replies answer the requests in turn.
    func replies(as title: String? = nil, _ replies: [Scenario.Reply], drive: FaultTrigger = .get) -> NumberedFault {
        endpoints(as: title ?? self.title, [.any("/**", replies: replies)], drive: drive)
    }

    func reply(as title: String? = nil, _ reply: Scenario.Reply, drive: FaultTrigger = .get) -> NumberedFault {
        replies(as: title, [reply], drive: drive)
    }

    /// Adds a variant of a correct reply with these faults.
    func reply(
        as title: String? = nil,
        of json: String = Sample.json,
        _ faults: Fault...,
        drive: FaultTrigger = .get,
    ) -> NumberedFault {
        reply(as: title, Sample.with(\.faults, faults, Sample.reply(json)), drive: drive)
    }

    /// Adds a variant of exact bytes, after which the server closes the connection.
    func raw(as title: String, _ text: String) -> NumberedFault { reply(as: title, Sample.raw(text)) }

    /// Adds a variant that affects connections, whatever their requests; served connections receive a correct reply.
    func network(
        as title: String? = nil,
        _ state: Scenario.Network.State,
        on moment: Scenario.Network.ConnectionPhase = .accept,
    ) -> NumberedFault {
        let endpoints: [Scenario.Endpoint] = [.any("/**", replies: [Sample.reply])]
        let scenario = Scenario("", endpoints: endpoints, network: [Scenario.Network(state, on: moment)])
        let drive = moment == .clientHello ? FaultTrigger(scheme: "https") : .get
        return adding(FaultVariant(title ?? self.title, drive, scenario))
    }

    /// Adds a variant that no server can play.
    func unplayable(as title: String? = nil, because reason: String) -> NumberedFault {
        adding(FaultVariant(title ?? self.title, reason: reason))
    }

    private func adding(_ item: FaultVariant) -> NumberedFault {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let cases = variants + [item]
        return with(\.variants, zip(cases, letters).map { $0.named(cases.count == 1 ? id : id + $1, of: title) })
    }
}

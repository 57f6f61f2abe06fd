import Rehearsal

/// A fault of the catalogue: its number, its bytes on the wire, its names in other tools, and its variants.
package struct NumberedFault: Sendable {
    /// The number: `F05`.
    package let id: String
    package let title: String
    /// The bytes and TCP flags on the wire, in one sentence. A variant may replace it.
    package private(set) var wire = ""
    /// The way in which a test can observe the fault.
    package private(set) var observability = Observability.wire
    /// The names of the fault in other tools.
    package private(set) var toolNames = ToolNames()
    /// The variants. A single variant has the number of the fault without a letter.
    package private(set) var variants: [FaultVariant] = []

    init(_ id: String, _ title: String) { (self.id, self.title) = (id, title) }

    /// Whether a number in lower case belongs to this fault or to one of its variants.
    func matches(toNumber number: String) -> Bool {
        id.lowercased() == number || variants.contains { $0.id.lowercased() == number }
    }

    /// The distinct notations of the variants in scenarios.
    package var notation: String { variants.map(\.notation).unique.joined(separator: ", ") }

    /// The names of a fault in other tools; nil for a tool that has no name for it.
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

    /// A way in which a test can observe a fault.
    package enum Observability: Sendable, Hashable {
        /// By the bytes and TCP flags of a connection.
        case wire
        /// By the bytes and TCP flags of a connection, on Linux only.
        case linux(because: String)
        /// By the behavior of the client, without a server.
        case client(because: String)

        /// The name without the reason.
        package var name: String {
            switch self {
            case .wire: "wire"
            case .linux: "linux"
            case .client: "client"
            }
        }

        /// The reason why a test cannot observe the fault on the wire on every system; nil if it can.
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

    func observable(_ observability: Observability) -> NumberedFault { with(\.observability, observability) }

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

    /// Adds a variant with a network state. If the server serves a connection, its requests receive a correct reply.
    func network(
        as title: String? = nil,
        _ state: Scenario.Network.State,
        on phase: Scenario.Network.ConnectionPhase = .accept,
    ) -> NumberedFault {
        let endpoints: [Scenario.Endpoint] = [.any("/**", replies: [Sample.reply])]
        let scenario = Scenario("", endpoints: endpoints, network: [Scenario.Network(state, on: phase)])
        let drive = phase == .clientHello ? FaultTrigger(scheme: "https") : .get
        return adding(FaultVariant(title ?? self.title, drive, scenario))
    }

    /// Adds a variant that no server can play.
    func unplayable(as title: String? = nil, because reason: String) -> NumberedFault {
        adding(FaultVariant(title ?? self.title, reason: reason))
    }

    /// Sets the bytes of the variant that was added last, because they differ from those of the fault.
    func lastOnWire(_ text: String) -> NumberedFault {
        var result = self
        result.variants[variants.count - 1] = variants[variants.count - 1].onWire(text)
        return result
    }

    private func adding(_ variant: FaultVariant) -> NumberedFault {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let variants = self.variants + [variant]
        return with(\.variants, zip(variants, letters).map { $0.named(variants.count == 1 ? id : id + $1, of: title) })
    }
}

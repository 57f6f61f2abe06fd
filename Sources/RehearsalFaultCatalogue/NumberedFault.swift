import Rehearsal

/// One fault that has a number.
package struct NumberedFault: Sendable {
    /// `F05`.
    package let id: String
    /// A few words.
    package let title: String
    /// What goes on the wire, in one sentence.
    package let wire: String
    /// Where it can be shown to happen.
    package let provable: Provable
    /// What other tools call it.
    package let peers: Peers
    /// The ways it comes in; one with the number of the fault alone where there is only one.
    package let cases: [FaultCase]

    init(
        _ id: String,
        _ title: String,
        wire: String,
        provable: Provable = .wire,
        peers: Peers = Peers(),
        _ cases: FaultCase...,
    ) {
        self.id = id
        self.title = title
        self.wire = wire
        self.provable = provable
        self.peers = peers
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        self.cases = zip(cases, letters).map { $0.named(cases.count == 1 ? id : id + $1, of: title) }
    }

    /// Whether a number in small letters is this fault's or one of its cases'.
    func answers(toNumber number: String) -> Bool {
        id.lowercased() == number || cases.contains { $0.id.lowercased() == number }
    }

    /// The ways in which its cases are said, each once.
    package var said: String {
        var ways: [String] = []
        for way in cases.map(\.said) where !ways.contains(way) { ways.append(way) }
        return ways.joined(separator: ", ")
    }

    /// What other tools call a fault; nil where they have no name for it.
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

extension Fault.Catalogue {
    /// One way in which a fault comes, with what plays it.
    package struct Case: Sendable {
        /// `F31b`; the number of the fault alone where it has no other case.
        package private(set) var id = ""
        /// What makes it differ from the others, in a few words.
        package let title: String
        /// What plays it; nil where no server can.
        package private(set) var scenario: Scenario?
        /// Why nothing plays it.
        package private(set) var reason: String?
        /// What a client has to ask in order to meet it.
        package let drive: Drive

        private init(_ title: String, _ drive: Drive) {
            self.title = title
            self.drive = drive
        }

        /// A case that these replies play, one after the other, to whoever asks for anything.
        static func replies(_ title: String, _ replies: [Scenario.Reply], drive: Drive = .get) -> Case {
            endpoints(title, [.any("/**", replies: replies)], drive: drive)
        }

        static func reply(_ title: String, _ reply: Scenario.Reply, drive: Drive = .get) -> Case {
            replies(title, [reply], drive: drive)
        }

        static func endpoints(_ title: String, _ endpoints: [Scenario.Endpoint], drive: Drive = .get) -> Case {
            var result = Case(title, drive)
            result.scenario = Scenario("", endpoints: endpoints)
            return result
        }

        /// A case of exact bytes, after which the connection is closed.
        static func raw(_ title: String, _ text: String, drive: Drive = .get) -> Case {
            reply(title, Scenario.Reply(body: .raw([Scenario.Body.Piece(text)])), drive: drive)
        }

        /// A case that happens to connections, whatever is asked on them; where one is served, it is served well.
        static func network(
            _ title: String,
            _ state: Scenario.Network.State,
            on moment: Scenario.Network.Moment = .accept,
        ) -> Case {
            var result = Case(title, moment == .clientHello ? Drive(scheme: "https") : .get)
            let endpoints: [Scenario.Endpoint] = [.any("/**", replies: [Sample.reply])]
            result.scenario = Scenario("", endpoints: endpoints, network: [Scenario.Network(state, on: moment)])
            return result
        }

        /// A case that no server can play.
        static func unplayable(_ title: String, because reason: String) -> Case {
            var result = Case(title, .get)
            result.reason = reason
            return result
        }

        func named(_ id: String, of title: String) -> Case {
            var result = self
            result.id = id
            result.scenario?.name = id
            result.scenario?.summary = self.title == title ? title : "\(title): \(self.title)"
            return result
        }
    }
}

extension Fault.Catalogue.Case {
    /// How a scenario says it: `reset at beforeHead`, `raw bytes`, `network: refusing`.
    package var said: String {
        guard let scenario else { return "not played" }
        if let network = scenario.network.first {
            return "network: \(network.state.name)" + (network.on == .accept ? "" : " on \(network.on.rawValue)")
        }
        var ways: [String] = []
        for reply in scenario.endpoints.flatMap(\.replies) {
            if case .raw = reply.body { ways.append("raw bytes") }
            if reply.isEarly { ways.append("early") }
            if reply.delay != .none { ways.append("delay") }
            ways += reply.faults.map(\.description)
        }
        var seen: Set<String> = []
        let unique = ways.filter { seen.insert($0).inserted }
        return unique.isEmpty ? "plain reply" : unique.joined(separator: " + ")
    }
}

extension Scenario.Network.State {
    /// As documents write it.
    package var name: String {
        switch self {
        case .open: "open"
        case .refusing: "refusing"
        case .resetting: "resetting"
        case .closing: "closing"
        case .silent: "silent"
        case .bytes: "bytes"
        case .slow: "slow"
        }
    }
}

import Rehearsal

/// What the journal has to know of a scenario that is played no more: how its endpoints and faults are called.
struct PlayedNames: Sendable {
    private let labels: [String]
    /// Of replies that always go wrong, by endpoint and reply.
    private let faults: [Place: String]
    /// The cookies that its clients may have; nil if that cannot be told.
    let cookies: Set<String>?

    private struct Place: Hashable {
        let endpoint: Int
        let reply: Int
    }

    init(_ playbook: Playbook) {
        labels = (0..<playbook.labelCount).map { playbook.label(of: $0) }
        cookies = playbook.cookieNames
        var faults: [Place: String] = [:]
        for (index, endpoint) in playbook.endpoints.enumerated() {
            for (number, reply) in endpoint.replies.enumerated() {
                if let names = reply.constantFaultNames { faults[Place(endpoint: index, reply: number)] = names }
            }
        }
        self.faults = faults
    }

    /// An endpoint or a policy as a person names it.
    func label(of index: Int) -> String? { labels.indices.contains(index) ? labels[index] : nil }

    /// What goes wrong with a reply whenever it is given; nil for nothing.
    func faultNames(_ endpoint: Int, _ reply: Int) -> String? { faults[Place(endpoint: endpoint, reply: reply)] }
}

extension Scenario.Reply {
    /// What goes wrong with it whenever it is given; what does not always happen is on record by itself.
    fileprivate var constantFaultNames: String? {
        guard !faults.isEmpty, faults.allSatisfy({ $0.occurrence == .always }) else { return nil }
        return faults.map(\.description).joined(separator: ", ")
    }
}

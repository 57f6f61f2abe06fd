extension Fault.Catalogue {
    /// One fault that has a number.
    package struct Entry: Sendable {
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
        package let cases: [Case]

        init(
            _ id: String,
            _ title: String,
            wire: String,
            provable: Provable = .wire,
            peers: Peers = Peers(),
            _ cases: Case...,
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
    }
}

/// The faults that have a number, and what plays each of them.
///
/// The list is data: a fault is a pair of stage and effect, a treatment of connections, raw bytes or a plain reply,
/// and nothing in the server knows its number.
package enum FaultCatalogue {
    /// All of them, in order of their numbers.
    package static let entries: [NumberedFault] =
        ConnectionFaults.early + ConnectionFaults.cut + TimingFaults.all + MessageFaults.all + ContentFaults.all
        + ConnectionFaults.handshake

    /// Every case of every fault, in order.
    package static var cases: [FaultCase] { entries.flatMap(\.cases) }

    /// The faults that a number, a case's number, a peer's name or a word of a title stands for: `F31`, `f31b`,
    /// `reset_peer`, `gzip`.
    package static func find(_ name: String) -> [NumberedFault] {
        let wanted = name.lowercased()
        if let entry = entries.first(where: { $0.answers(toNumber: wanted) }) { return [entry] }
        let named = entries.filter { entry in entry.peers.names.contains { $0.lowercased().hasPrefix(wanted) } }
        if !named.isEmpty { return named }
        return entries.filter { entry in
            ([entry.title] + entry.cases.map(\.title)).contains { $0.lowercased().contains(wanted) }
        }
    }
}

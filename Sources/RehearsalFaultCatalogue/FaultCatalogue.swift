/// The numbered faults, with the scenarios that play them.
///
/// A scenario plays a fault with stages and effects, a network state, raw bytes or a plain reply. The server does not
/// know the numbers.
package enum FaultCatalogue {
    /// The faults in the order of their numbers.
    package static let entries: [NumberedFault] =
        ConnectionFaults.early + ConnectionFaults.duringTransfer + TimingFaults.all + MessageFaults.all
        + ContentFaults.all
        + ConnectionFaults.handshake

    /// The variants of all faults, in order.
    package static var variants: [FaultVariant] { entries.flatMap(\.variants) }

    /// Returns the faults with this number, variant, name in another tool, or word in a title: `F31`, `f31b`,
    /// `reset_peer`, `gzip`.
    package static func find(_ name: String) -> [NumberedFault] {
        let query = name.lowercased()
        if let entry = entries.first(where: { $0.matches(toNumber: query) }) { return [entry] }
        let named = entries.filter { entry in entry.toolNames.names.contains { $0.lowercased().hasPrefix(query) } }
        if !named.isEmpty { return named }
        return entries.filter { entry in
            ([entry.title] + entry.variants.map(\.title)).contains { $0.lowercased().contains(query) }
        }
    }
}

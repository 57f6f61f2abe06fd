extension Fault {
    /// Faults under a name that another tool gave them, so that what people know from there can be written here.
    ///
    /// A preset is short for its faults: what it does can be read in them, and written without it.
    public struct Preset: Sendable, Hashable {
        /// As the other tool and documents write it: `empty-response`, `slow_close`.
        public let name: String
        /// What goes wrong, in the order in which it does.
        public let faults: [Fault]

        init(_ name: String, _ faults: Fault...) {
            self.name = name
            self.faults = faults
        }
    }
}

extension Scenario.Reply {
    /// The same reply with the faults of a preset besides its own.
    public func with(_ preset: Fault.Preset, on occurrence: Fault.Occurrence = .always) -> Scenario.Reply {
        var reply = self
        reply.faults += preset.faults.map { Fault($0.effect, at: $0.stage, on: occurrence) }
        return reply
    }
}

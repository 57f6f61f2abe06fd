import Rehearsal

extension ScenarioRun {
    /// A reply and the endpoints whose overlays apply to it, the uppermost first.
    struct OverlaidReplyKey: Hashable {
        let endpoint: Int
        let reply: Int
        var overlays: [Int] = []
    }

    /// The counts of random draws, and the replies built from their results.
    struct FaultDraws {
        /// The replies with their overlays applied.
        var laid: [OverlaidReplyKey: PreparedReply] = [:]
        /// The replies with only the faults that were drawn.
        fileprivate var variants: [Variant: PreparedReply] = [:]
        /// The number of draws of each reply or overlay, for its reply faults and its upload faults.
        fileprivate var given: [Drawer: Int] = [:]
        fileprivate var met: [Drawer: Int] = [:]
    }

    fileprivate struct Variant: Hashable {
        let layers: OverlaidReplyKey
        let active: [Bool]
    }

    /// The owner of a sequence of draws: a reply, or an overlay, whose `reply` is nil.
    fileprivate struct Drawer: Hashable {
        let endpoint: Int
        let reply: Int?
    }

    /// Draws the faults of a reply that vary between requests.
    func draw(_ ruling: inout Decision, _ layers: OverlaidReplyKey, having met: String?) {
        guard let reply = ruling.reply else { return }
        let (active, random) = drawOccurrences(of: reply.source.faults, layers, atUpload: false)
        if active.contains(false) || reply.source.faults.contains(where: { $0.occurrence != .always }) {
            let varied = variant(of: reply, layers, active)
            ruling.reply = varied
            ruling.record.status = varied.sentStatus
            ruling.special?.faultNames = Self.joined(met, varied.faultNames) ?? ""
        }
        ruling.special?.random = random
    }

    /// Draws which faults of a reply and its overlays occur, and returns the source for further draws.
    ///
    /// - Parameter isUpload: whether to draw the faults of the request's body instead of the faults of the reply.
    func drawOccurrences(
        of all: [Fault],
        _ layers: OverlaidReplyKey,
        atUpload isUpload: Bool,
    ) -> (active: [Bool], random: RandomSource) {
        var active: [Bool] = []
        var faults = all[...]
        for overlay in layers.overlays {
            let count = compiled.endpoints[overlay].overlay?.faults.count ?? 0
            guard count > 0 else { continue }
            active += occurrences(of: faults.prefix(count), Drawer(endpoint: overlay, reply: nil), isUpload).active
            faults = faults.dropFirst(count)
        }
        let own = occurrences(of: faults, Drawer(endpoint: layers.endpoint, reply: layers.reply), isUpload)
        return (Self.withoutConflicts(active + own.active, all), own.random)
    }

    /// Returns the number of draws of a reply, including the current one.
    func drawCount(_ layers: OverlaidReplyKey) -> Int {
        draws.given[Drawer(endpoint: layers.endpoint, reply: layers.reply)] ?? 1
    }

    private func occurrences(
        of faults: ArraySlice<Fault>,
        _ drawer: Drawer,
        _ isUpload: Bool,
    ) -> (active: [Bool], random: RandomSource) {
        let number = (isUpload ? draws.met[drawer] : draws.given[drawer]) ?? 0
        if isUpload { draws.met[drawer] = number + 1 } else { draws.given[drawer] = number + 1 }
        let id = compiled.stableID(of: drawer.endpoint) &+ UInt64(drawer.reply ?? 0)
        var random = RandomSource(seed: seed, endpoint: isUpload ? ~id : id, request: number)
        let active = faults.map { $0.isOfUpload == isUpload && $0.occurrence.includes(number, &random) }
        return (active, random)
    }

    /// Deactivates all faults that end the reply except the first, which is the uppermost.
    private static func withoutConflicts(_ active: [Bool], _ faults: [Fault]) -> [Bool] {
        var hasEnd = false
        return zip(active, faults).map { isActive, fault in
            guard isActive, fault.endsReply else { return isActive }
            defer { hasEnd = true }
            return !hasEnd
        }
    }

    /// Returns the reply with only the faults that occur.
    private func variant(of reply: PreparedReply, _ layers: OverlaidReplyKey, _ active: [Bool]) -> PreparedReply {
        let key = Variant(layers: layers, active: active)
        if let variant = draws.variants[key] { return variant }
        var source = reply.source
        source.faults = source.faults.occurring(active)
        let variant = PreparedReply(source, encoder)
        draws.variants[key] = variant
        return variant
    }

    /// Joins the names of faults before and after the decision; returns nil without any.
    static func joined(_ met: String?, _ names: String?) -> String? {
        let all = [met, names].compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }
}

extension [Fault] {
    /// Returns the faults that occur, changed to always occur.
    func occurring(_ active: [Bool]) -> [Fault] {
        zip(self, active).compactMap { fault, isActive in isActive ? Fault(fault.effect, at: fault.stage) : nil }
    }
}

import Rehearsal

extension Play {
    /// A reply, and the endpoints whose overlays lie on it, the uppermost first.
    struct Layers: Hashable {
        let endpoint: Int
        let reply: Int
        var overlays: [Int] = []
    }

    /// What has been drawn so far, and the replies that came of it.
    struct Draws {
        /// Replies with what lies over them.
        var laid: [Layers: PreparedReply] = [:]
        /// Replies with those of their faults that happened once.
        fileprivate var variants: [Variant: PreparedReply] = [:]
        /// How often each reply or overlay that draws has been given, and its upload fault been met.
        fileprivate var given: [Drawer: Int] = [:]
        fileprivate var met: [Drawer: Int] = [:]
    }

    fileprivate struct Variant: Hashable {
        let layers: Layers
        let active: [Bool]
    }

    /// What draws for itself: a reply, or an overlay, which has none.
    fileprivate struct Drawer: Hashable {
        let endpoint: Int
        let reply: Int?
    }

    /// Draws what differs from one request to the next.
    func draw(_ ruling: inout Ruling, _ layers: Layers, having met: String?) {
        guard let reply = ruling.reply else { return }
        let (active, random) = drawOccurrences(of: reply.source.faults, layers, atUpload: false)
        if active.contains(false) || reply.source.faults.contains(where: { $0.occurrence != .always }) {
            let varied = variant(of: reply, layers, active)
            ruling.reply = varied
            ruling.record.status = varied.statusOnTheWire
            ruling.special?.faultNames = Self.joined(met, varied.faultNames) ?? ""
        }
        ruling.special?.random = random
    }

    /// Which of the faults of a reply, and of what lies over it, happen this time; then where further draws begin.
    ///
    /// - Parameter isUpload: whether those are asked that are met while the body of the request is read, or the others.
    func drawOccurrences(
        of all: [Fault],
        _ layers: Layers,
        atUpload isUpload: Bool,
    ) -> (active: [Bool], random: RandomSource) {
        var active: [Bool] = []
        var faults = all[...]
        for overlay in layers.overlays {
            let count = playbook.endpoints[overlay].overlay?.faults.count ?? 0
            guard count > 0 else { continue }
            active += occurrences(of: faults.prefix(count), Drawer(endpoint: overlay, reply: nil), isUpload).active
            faults = faults.dropFirst(count)
        }
        let own = occurrences(of: faults, Drawer(endpoint: layers.endpoint, reply: layers.reply), isUpload)
        return (Self.withoutConflicts(active + own.active, all), own.random)
    }

    /// How often a reply has been drawn for, this time included.
    func given(_ layers: Layers) -> Int {
        draws.given[Drawer(endpoint: layers.endpoint, reply: layers.reply)] ?? 1
    }

    private func occurrences(
        of faults: ArraySlice<Fault>,
        _ drawer: Drawer,
        _ isUpload: Bool,
    ) -> (active: [Bool], random: RandomSource) {
        let number = (isUpload ? draws.met[drawer] : draws.given[drawer]) ?? 0
        if isUpload { draws.met[drawer] = number + 1 } else { draws.given[drawer] = number + 1 }
        let id = playbook.stableID(of: drawer.endpoint) &+ UInt64(drawer.reply ?? 0)
        var random = RandomSource(seed: seed, endpoint: isUpload ? ~id : id, request: number)
        let active = faults.map { $0.isOfUpload == isUpload && $0.occurrence.includes(number, &random) }
        return (active, random)
    }

    /// Of several that would end the reply, the first does: what lies uppermost.
    private static func withoutConflicts(_ active: [Bool], _ faults: [Fault]) -> [Bool] {
        var hasEnd = false
        return zip(active, faults).map { isActive, fault in
            guard isActive, fault.endsReply else { return isActive }
            defer { hasEnd = true }
            return !hasEnd
        }
    }

    /// The reply with those of its faults that happen this time.
    private func variant(of reply: PreparedReply, _ layers: Layers, _ active: [Bool]) -> PreparedReply {
        let key = Variant(layers: layers, active: active)
        if let variant = draws.variants[key] { return variant }
        var source = reply.source
        source.faults = source.faults.happening(active)
        let variant = PreparedReply(source, encoder)
        draws.variants[key] = variant
        return variant
    }

    /// The names of faults that were met before the decision and of those that follow it; nil for none.
    static func joined(_ met: String?, _ names: String?) -> String? {
        let all = [met, names].compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }
}

extension [Fault] {
    /// Those that happen this time, as faults that always do.
    func happening(_ active: [Bool]) -> [Fault] {
        zip(self, active).compactMap { fault, isActive in isActive ? Fault(fault.effect, at: fault.stage) : nil }
    }
}

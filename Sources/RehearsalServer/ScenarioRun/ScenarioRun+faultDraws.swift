import Rehearsal

extension ScenarioRun {
    /// A reply, and the indices of the endpoints whose overlays apply to it, the uppermost first.
    struct OverlaidReplyKey: Hashable {
        let endpoint: Int
        let reply: Int
        var overlays: [Int] = []
    }

    /// The numbers of fault selections, and the prepared replies that result from them.
    struct FaultDraws {
        /// The replies with their overlays applied.
        var overlaidReplies: [OverlaidReplyKey: PreparedReply] = [:]
        /// The replies with only the faults that occur.
        fileprivate var variants: [Variant: PreparedReply] = [:]
        /// The number of selections among the reply faults of each reply or overlay.
        fileprivate var replyCounts: [FaultOwner: Int] = [:]
        /// The number of selections among the upload faults of each reply or overlay.
        fileprivate var uploadCounts: [FaultOwner: Int] = [:]

        /// Replaces the numbers of selections by those of another run.
        ///
        /// - Parameter index: returns the index in this run for that of an endpoint or a policy in the other run.
        mutating func takeOver(_ other: FaultDraws, _ index: (Int) -> Int?) {
            for (owner, count) in other.replyCounts {
                index(owner.endpoint).map { replyCounts[FaultOwner(endpoint: $0, reply: owner.reply)] = count }
            }
            for (owner, count) in other.uploadCounts {
                index(owner.endpoint).map { uploadCounts[FaultOwner(endpoint: $0, reply: owner.reply)] = count }
            }
        }
    }

    fileprivate struct Variant: Hashable {
        let layers: OverlaidReplyKey
        let active: [Bool]
    }

    /// The owner of a list of faults: a reply, or an overlay, for which `reply` is nil.
    fileprivate struct FaultOwner: Hashable {
        let endpoint: Int
        let reply: Int?
    }

    /// Selects the faults that occur with the reply of a decision, and changes the decision accordingly.
    func selectFaults(_ ruling: inout Decision, _ layers: OverlaidReplyKey, having faultNames: String?) {
        guard let reply = ruling.reply else { return }
        let (active, random) = drawOccurrences(of: reply.source.faults, layers, atUpload: false)
        if active.contains(false) || reply.source.faults.contains(where: { $0.occurrence != .always }) {
            let varied = variant(of: reply, layers, active)
            ruling.reply = varied
            ruling.record.status = varied.sentStatus
            ruling.special?.faultNames = Self.joined(faultNames, varied.faultNames) ?? ""
        }
        ruling.special?.random = random
    }

    /// Selects the faults of a reply and its overlays that occur. Returns a flag for each fault, and the random
    /// source for delays.
    ///
    /// - Parameter isUpload: whether to select among the faults of the request's body instead of those of the reply.
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
            active += occurrences(of: faults.prefix(count), FaultOwner(endpoint: overlay, reply: nil), isUpload).active
            faults = faults.dropFirst(count)
        }
        let own = occurrences(of: faults, FaultOwner(endpoint: layers.endpoint, reply: layers.reply), isUpload)
        return (Self.withoutConflicts(active + own.active, all), own.random)
    }

    /// Returns the number of selections among the faults of a reply, including the current one.
    func drawCount(_ layers: OverlaidReplyKey) -> Int {
        draws.replyCounts[FaultOwner(endpoint: layers.endpoint, reply: layers.reply)] ?? 1
    }

    private func occurrences(
        of faults: ArraySlice<Fault>,
        _ owner: FaultOwner,
        _ isUpload: Bool,
    ) -> (active: [Bool], random: RandomSource) {
        let number = (isUpload ? draws.uploadCounts[owner] : draws.replyCounts[owner]) ?? 0
        if isUpload { draws.uploadCounts[owner] = number + 1 } else { draws.replyCounts[owner] = number + 1 }
        let id = compiled.stableID(of: owner.endpoint) &+ UInt64(owner.reply ?? 0)
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

    /// Joins the names of the faults before and after the decision; returns nil if there are none.
    static func joined(_ first: String?, _ second: String?) -> String? {
        let all = [first, second].compactMap(\.self)
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }
}

extension [Fault] {
    /// Returns the faults that occur, changed to always occur.
    func occurring(_ active: [Bool]) -> [Fault] {
        zip(self, active).compactMap { fault, isActive in isActive ? Fault(fault.effect, at: fault.stage) : nil }
    }
}

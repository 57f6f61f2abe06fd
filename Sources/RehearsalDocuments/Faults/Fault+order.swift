import Rehearsal

extension Fault {
    /// Whether it ends the reply before the other has its turn, each time that the other happens.
    func surelyEnds(before other: Fault, _ size: ClosedRange<Int>?) -> Bool {
        endsReply && happensWhenever(other) && other.stage.isSurely(after: stage, size)
    }

    private var endsReply: Bool {
        // A delay at the end is a late close.
        if case (.delay, .end) = (effect, stage) { return true }
        return effect.isLast && stage.name != "idle"
    }

    private func happensWhenever(_ other: Fault) -> Bool {
        occurrence == .always || (occurrence == other.occurrence && occurrence.chance >= 1)
    }

    /// Whether another fault at the same stage never gets its turn: an upload and an idle connection have one each.
    func takesPlace(of other: Fault) -> Bool {
        switch (stage, other.stage) {
        case (.requestBody, .requestBody): true
        case (.idle, .idle): happensWhenever(other)
        default: false
        }
    }
}

extension Fault.Effect {
    /// Whether it is done to bytes, each or all of them, rather than between two of them.
    var changesBytes: Bool {
        switch self {
        case .drip, .slice, .corrupt, .corruptAt, .replaceBytes: true
        default: false
        }
    }
}

extension Fault.Stage {
    /// Whether it cannot come before the other, nor at the same byte.
    func isSurely(after other: Fault.Stage, _ size: ClosedRange<Int>?) -> Bool {
        if order != other.order { return order > other.order }
        switch (self, other) {
        case (.requestBody(let mine), .requestBody(let theirs)), (.head(let mine), .head(let theirs)):
            return mine.isSurely(more: theirs, nil)
        case (.body(let mine), .body(let theirs)): return mine.isSurely(more: theirs, size)
        default: return false
        }
    }

    private var order: Int {
        switch self {
        case .requestBody: 0
        case .beforeHead: 1
        case .head: 2
        case .afterHead: 3
        case .body: 4
        case .end: 5
        case .idle: 6
        }
    }
}

extension Fault.Amount {
    fileprivate func isSurely(more other: Fault.Amount, _ size: ClosedRange<Int>?) -> Bool {
        switch (self, other) {
        case (.bytes(let mine), .bytes(let theirs)): return mine > theirs
        case (.percent(let mine), .percent(let theirs)): return mine > theirs
        default:
            guard let size, size.lowerBound == size.upperBound else { return false }
            return bytes(of: size.lowerBound) > other.bytes(of: size.lowerBound)
        }
    }
}

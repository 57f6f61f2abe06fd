extension Fault {
    /// As documents write it.
    var document: JSON {
        var members: [JSON.Member] = [.init("effect", .string(effect.name))]
        members += effect.members
        members.append(.init("at", stage.document(for: effect)))
        if case .idle(.after(let duration)) = stage { members.append(.init("after", .string(duration.written))) }
        members += occurrence.members
        return .object(members)
    }
}

extension Fault.Effect {
    /// What it is told by beside its name.
    fileprivate var members: [JSON.Member] {
        switch self {
        case .close, .reset, .halfClose, .stall(nil): []
        case .stall(let duration?): [.init("for", .string(duration.written))]
        case .delay(let delay): [.init("by", delay.document)]
        case .drip(let rate): [.init("bytesPerSecond", JSON(integerLiteral: rate))]
        case .slice(let size, let interval):
            [.init("size", JSON(integerLiteral: size))]
                + (interval > .zero ? [.init("every", .string(interval.written))] : [])
        case .corrupt(let count): [.init("bytes", JSON(integerLiteral: count))]
        case .corruptAt(let offsets): [.init("offsets", .array(offsets.map { JSON(integerLiteral: $0) }))]
        case .replaceBytes(let bytes), .extraBytes(let bytes): [bytes.member]
        case .wrongLength(let length): [.init("declares", JSON(integerLiteral: length))]
        }
    }

    /// Whether a stage's name alone says where it is.
    fileprivate func fills(_ stage: Fault.Stage) -> Bool {
        switch (self, stage) {
        case (.replaceBytes, .head), (.wrongLength, .head): true
        case (.drip, _), (.slice, _), (.corrupt, _), (.corruptAt, _), (.replaceBytes, _): stage.isAtStart
        default: false
        }
    }
}

extension Fault.Stage {
    fileprivate var isAtStart: Bool { self == .body(.bytes(0)) || self == .head(.bytes(0)) }

    fileprivate func document(for effect: Fault.Effect) -> JSON {
        switch self {
        case .requestBody(let amount), .head(let amount), .body(let amount):
            effect.fills(self) ? .string(name) : .object([.init(name, amount.document)])
        case .beforeHead, .afterHead, .end, .idle: .string(name)
        }
    }
}

extension Fault.Amount {
    fileprivate var document: JSON {
        switch self {
        case .bytes(let count): JSON(integerLiteral: count)
        case .percent: .string(description)
        }
    }
}

extension Fault.Occurrence {
    fileprivate var members: [JSON.Member] {
        var members: [JSON.Member] = []
        if let first { members.append(.init("first", JSON(integerLiteral: first))) }
        if skip != 0 { members.append(.init("skip", JSON(integerLiteral: skip))) }
        if every != 1 { members.append(.init("every", JSON(integerLiteral: every))) }
        if chance < 1 { members.append(.init("chance", JSON(floatLiteral: chance))) }
        return members
    }
}

import Rehearsal

/// What an effect of a fault is told by, as documents write it.
struct EffectGrammar {
    /// The effect, whatever its attributes are.
    let sample: Fault.Effect
    /// Each of these must be there.
    var needs: [String] = []
    /// One of these must be there, and no two.
    var needsOne: [String] = []
    /// These may be there.
    var may: [String] = []
    let example: String

    var name: String { sample.name }

    var attributes: [String] { needs + needsOne + may }

    /// The stages at which it can be had, by name.
    var stages: [String] { Fault.stages(of: sample) }

    /// As a sentence says it: `a slice has "size" and "every"`.
    var sentence: String {
        let all = needs.map(\.quoted) + (needsOne.isEmpty ? [] : [needsOne.map(\.quoted).joined(separator: " or ")])
        let list = all + may.map { "\($0.quoted) if wanted" }
        return list.isEmpty ? "\(name) has no attributes" : "\(name) has \(list.joined(separator: " and "))"
    }

    static let all = [
        EffectGrammar(sample: .close, example: #"{ "effect": "close", "at": "afterHead" }"#),
        EffectGrammar(sample: .reset, example: #"{ "effect": "reset", "at": "beforeHead" }"#),
        EffectGrammar(sample: .halfClose, example: #"{ "effect": "halfClose", "at": "end" }"#),
        EffectGrammar(
            sample: .stall(),
            may: ["for"],
            example: #"{ "effect": "stall", "at": { "body": "50%" }, "for": "2s" }"#
        ),
        EffectGrammar(
            sample: .delay(by: .none),
            needs: ["by"],
            example: #"{ "effect": "delay", "at": "afterHead", "by": "300ms" }"#
        ),
        EffectGrammar(
            sample: .drip(bytesPerSecond: 1),
            needs: ["bytesPerSecond"],
            example: #"{ "effect": "drip", "at": "body", "bytesPerSecond": 10 }"#
        ),
        EffectGrammar(
            sample: .slice(size: 1),
            needs: ["size"],
            may: ["every"],
            example: #"{ "effect": "slice", "at": "body", "size": 16, "every": "20ms" }"#
        ),
        EffectGrammar(
            sample: .corrupt(bytes: 1),
            needsOne: ["bytes", "offsets"],
            example: #"{ "effect": "corrupt", "at": "body", "bytes": 1 }"#
        ),
        EffectGrammar(
            sample: .replaceBytes([]),
            needsOne: ["text", "base64"],
            example: #"{ "effect": "replaceBytes", "at": { "body": 10 }, "text": "XXX" }"#
        ),
        EffectGrammar(
            sample: .wrongLength(declares: 0),
            needs: ["declares"],
            example: #"{ "effect": "wrongLength", "at": "head", "declares": 1000 }"#
        ),
        EffectGrammar(
            sample: .extraBytes([]),
            needsOne: ["text", "base64"],
            example: #"{ "effect": "extraBytes", "at": "end", "text": "more" }"#
        ),
    ]

    static func named(_ name: String) -> EffectGrammar? { all.first { $0.name == name } }

    /// Every attribute of any effect; `every` is one of each fault's, as a number of requests.
    static let attributes = ["for", "by", "bytesPerSecond", "size", "bytes", "offsets", "text", "base64", "declares"]
}

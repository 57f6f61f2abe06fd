import Rehearsal

extension ScenarioFormat {
    /// Every effect with its attributes and the stages at which it can be had, and every preset.
    package static var fault: String {
        """
        one fault, or a list; a list may hold presets
        \(effects)
        "at" in the order in which it happens: \(stages.joined(separator: ", "))
          requestBody, head and body may say where: { "body": 1024 } or { "body": "50%" }; close, reset, halfClose,
          stall and delay in the body have to; idle has "after": "50ms", or "on": "nextRequest" if nothing is said
          at requestBody nothing has been decided, so no reply is used up; from beforeHead on it has been
        for which requests, of those that get the reply: "first": 2, "skip": 1, "every": 3, "chance": 0.3
          of a slice, "every": "20ms" is the time between two pieces
        of close, reset, halfClose and a stall without "for" a reply has at most one
        presets: \(presets)
        """
    }

    private static let stages = Fault.stages(of: .close)

    private static var effects: String {
        let rows = EffectGrammar.all.map { grammar in
            (grammar.name, attributes(of: grammar), legal(grammar.stages))
        }
        let titled = [("effect", "attributes", "can be at")] + rows
        let (first, second) = (titled.map(\.0.count).max() ?? 0, titled.map(\.1.count).max() ?? 0)
        return titled.map { "  \(padded($0.0, first))  \(padded($0.1, second))  \($0.2)" }.joined(separator: "\n")
    }

    private static func attributes(of grammar: EffectGrammar) -> String {
        let one = grammar.needsOne.isEmpty ? [] : [grammar.needsOne.joined(separator: " or ")]
        let list = grammar.needs + one + grammar.may.map { "(\($0))" }
        return list.isEmpty ? "–" : list.joined(separator: " ")
    }

    private static func legal(_ names: [String]) -> String {
        let missing = stages.filter { !names.contains($0) }
        switch missing.count {
        case 0: return "all"
        case 1: return "all but \(missing[0])"
        default: return names.joined(separator: ", ")
        }
    }

    private static var presets: String {
        let bare = Fault.Preset.plain.map(\.name.quoted).joined(separator: ", ")
        let others = PresetGrammar.all.filter { !$0.attributes.isEmpty }.map { "  \($0.example)" }
        return "\(bare); with attributes:\n\(others.joined(separator: "\n"))"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

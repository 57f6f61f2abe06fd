import Rehearsal

extension DocumentReader {
    /// For which requests a fault or a preset happens: `first`, `skip`, `every`, `chance`.
    ///
    /// - Parameter grammar: nil for a preset; of a slice, `every` may be the time between two pieces.
    mutating func occurrence(_ fields: Fields, of grammar: EffectGrammar?) -> Fault.Occurrence {
        var occurrence = Fault.Occurrence()
        if let node = fields["first"] {
            occurrence.first = integer(
                node,
                in: "\"first\"",
                0...Int.max,
                hint: #"write "first": 2 for the first two requests"#
            )
            if occurrence.first == 0 { neverHappens(node, #""first" is 0"#) }
        }
        occurrence.skip =
            integer(fields["skip"], in: "\"skip\"", 0...Int.max, hint: #"write "skip": 1 for all but the first"#) ?? 0
        if let node = fields["every"] { occurrence.every = every(node, of: grammar) ?? 1 }
        if let node = fields["chance"] {
            occurrence.chance = chance(node) ?? 1
            if occurrence.chance == 0 { neverHappens(node, #""chance" is 0"#) }
        }
        return occurrence
    }

    /// Every so-manyth request. For a slice a duration is its own, and has been read.
    private mutating func every(_ node: JSONDocument.Node, of grammar: EffectGrammar?) -> Int? {
        if node.kind == .string, grammar?.name == "slice" { return nil }
        guard node.kind == .number else {
            let hint = #"write "every": 3, or for a slice "every": "20ms""#
            let expected = grammar?.name == "slice" ? "a number of requests or a duration" : "a number of requests"
            wrongType(node, expected: expected, in: "\"every\" (only a slice has a duration there)", hint: hint)
            return nil
        }
        return integer(node, in: "\"every\"", 1...Int.max, hint: #"write "every": 3 for each third request"#)
    }

    private mutating func chance(_ node: JSONDocument.Node) -> Double? {
        let hint = #"write "chance": 0.3 for three in ten"#
        guard let text = node.numberText else {
            wrongType(node, expected: "a number", in: "\"chance\"", hint: hint)
            return nil
        }
        if let value = Double(text), 0...1 ~= value { return value }
        let message = "\"chance\" is a number from 0 to 1, found \(text.prefix(40))"
        report(.badValue, at: node.range, message, hint: hint, see: "fault")
        return nil
    }

    private mutating func neverHappens(_ node: JSONDocument.Node, _ why: String) {
        unseen(node.range, "this never happens: \(why)", hint: "remove the fault, or say how often it happens")
    }

    /// Something that is allowed and that no client can see.
    mutating func unseen(
        _ range: Range<Int>,
        _ message: String,
        hint: String? = nil,
        severity: Diagnostic.Severity = .warning,
    ) {
        report(.unseenFault, at: range, message, hint: hint, see: "fault", severity: severity)
    }
}

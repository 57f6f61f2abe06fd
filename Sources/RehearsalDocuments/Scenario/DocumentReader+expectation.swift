import Rehearsal

extension DocumentReader {
    /// One item of `expect`; nil if what it is about cannot be told.
    mutating func expectation(_ node: JSONDocument.Node) -> Scenario.Expectation? {
        guard let fields = fields(of: node, .expectation) else { return nil }
        let subjects = fields.members(KnownKeys.methods + ["method", "inOrder", "unexpected"])
        let loners = ["inOrder", "unexpected"]
        guard let first = subjects.first(where: { loners.contains($0.name) }) ?? subjects.first else {
            let hint = #"write { "get": "/path", "count": 1 }"#
            let message = "an expectation says which requests it is about"
            report(.missingKey, at: node.range.prefix(1), message, hint: hint, see: "expect")
            return nil
        }
        if loners.contains(first.name) {
            for other in fields.members(KnownKeys.expectation.names) where other.name != first.name {
                let message = "\(first.name.quoted) stands alone in its expectation, without \(other.name.quoted)"
                report(.conflict, at: other.nameRange, message, hint: "write a second expectation", see: "expect")
            }
        }
        let subject: Scenario.Expectation.Subject? =
            switch first.name {
            case "inOrder": order(first.value)
            case "unexpected": count(first.value, in: "\"unexpected\"").map { .unexpected($0) }
            default: requests(fields)
            }
        guard let subject else { return nil }
        var expectation = Scenario.Expectation(subject)
        expectation.place = "\(source.path):\(source.line(of: node.range.lowerBound))"
        return expectation
    }

    private mutating func requests(_ fields: Fields) -> Scenario.Expectation.Subject? {
        let target = target(fields, of: "an expectation")
        let condition = fields["where"].flatMap { self.condition($0) }
        if let node = fields["where"], condition?.asksForState == true {
            let message = "\"where\" is about requests, and a request has no state"
            let hint = "ask for what the request shows, or expect the endpoint that the state leads to"
            report(.badValue, at: node.range, message, hint: hint, see: "expect")
        }
        if let node = fields["where"], let path = target?.1 { checkCaptures(of: node, path) }
        var demands = Scenario.Expectation.Demands()
        demands.count = fields["count"].flatMap { count($0, in: "\"count\"") }
        demands.attempts = fields["attempts"].flatMap { count($0, in: "\"attempts\"") }
        demands.gaps = fields["gaps"].map { gaps($0) } ?? []
        demands.same = fields["same"].map { parts($0) } ?? []
        demands.within = duration(fields["within"], in: "\"within\"")
        if let node = fields["endedBy"] {
            let names = Scenario.Expectation.Side.allCases.map(\.rawValue)
            demands.endedBy = choice(node, "\"endedBy\"", names, see: "expect").flatMap {
                Scenario.Expectation.Side(rawValue: $0)
            }
        }
        guard let (method, path) = target else { return nil }
        return .requests(Journal.Query(method, path, where: condition), demands)
    }

    /// A number, or an object with bounds.
    private mutating func count(_ node: JSONDocument.Node, in what: String) -> Scenario.Expectation.Count? {
        guard node.kind == .object else {
            guard node.kind == .number else {
                wrongType(node, expected: "a number", in: what, hint: #"write 3, or { "min": 1, "max": 3 }"#)
                return nil
            }
            return integer(node, in: what, 0...Int.max).map { .exactly($0) }
        }
        guard let fields = fields(of: node, .count) else { return nil }
        let least = integer(fields["min"], in: "\"min\"", 0...Int.max) ?? 0
        let most = integer(fields["max"], in: "\"max\"", 0...Int.max)
        if fields["min"] == nil, fields["max"] == nil {
            report(.missingKey, at: node.range.prefix(1), "\(what) has neither bound", hint: #"write { "min": 1 }"#)
        }
        if let most, most < least {
            report(.badValue, at: node.range, "no number is at least \(least) and at most \(most)")
            return nil
        }
        return Scenario.Expectation.Count(min: least, max: most)
    }

    private mutating func gaps(_ node: JSONDocument.Node) -> [Scenario.Expectation.Gap] {
        guard expect(node, .array, in: "\"gaps\"") else { return [] }
        var gaps: [Scenario.Expectation.Gap] = []
        for element in node.elements {
            guard let fields = fields(of: element, .gap) else { continue }
            let least = duration(fields["atLeast"], in: "\"atLeast\"")
            let most = duration(fields["atMost"], in: "\"atMost\"")
            if let least, let most, most < least {
                report(.badValue, at: element.range, "no gap is at least \(least.shown) and at most \(most.shown)")
            }
            gaps.append(Scenario.Expectation.Gap(atLeast: least, atMost: most))
        }
        return gaps
    }

    private mutating func parts(_ node: JSONDocument.Node) -> [Scenario.Expectation.Part] {
        guard expect(node, .array, in: "\"same\"") else { return [] }
        var parts: [Scenario.Expectation.Part] = []
        for element in node.elements {
            guard let text = string(element, in: "\"same\"") else { continue }
            if let part = Self.part(text) {
                parts.append(part)
            } else {
                let hint = #"write "body", "target", "header:Idempotency-Key" or "query:page""#
                report(
                    .badValue,
                    at: element.range,
                    "\(text.quoted) is no part of a request",
                    hint: hint,
                    see: "expect"
                )
            }
        }
        return parts
    }

    private static func part(_ text: String) -> Scenario.Expectation.Part? {
        let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (text, halves.first, halves.count) {
        case ("body", _, _): return .body
        case ("target", _, _): return .target
        case (_, "header", 2) where HeaderRules.isToken(halves[1]): return .header(halves[1])
        case (_, "query", 2): return .query(halves[1])
        default: return nil
        }
    }

    private mutating func order(_ node: JSONDocument.Node) -> Scenario.Expectation.Subject? {
        guard expect(node, .array, in: "\"inOrder\"") else { return nil }
        var queries: [Journal.Query] = []
        for element in node.elements {
            guard let text = string(element, in: "\"inOrder\"") else { continue }
            if let query = query(text, at: element.range) { queries.append(query) }
        }
        guard !node.elements.contains(where: { _ in true }) else { return .inOrder(queries) }
        report(.badValue, at: node.range, "\"inOrder\" is empty", hint: #"write ["post /auth/login", "get /me"]"#)
        return nil
    }

    private mutating func query(_ text: String, at range: Range<Int>) -> Journal.Query? {
        let halves = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard halves.count == 2, HeaderRules.isToken(halves[0]) else {
            report(.badValue, at: range, "\(text.quoted) is no request", hint: #"write "get /me""#, see: "expect")
            return nil
        }
        let isNamed = KnownKeys.methods.contains(halves[0])
        let method: Scenario.Method =
            halves[0] == "any" ? .any : .init(rawValue: isNamed ? halves[0].uppercased() : halves[0])
        let path = Scenario.PathPattern(halves[1])
        do throws(Scenario.PathPattern.Malformed) {
            _ = try path.segments()
            return Journal.Query(method, path)
        } catch {
            report(.badValue, at: range, "\(halves[1].quoted) is no path: \(error.reason)", see: "endpoint")
            return nil
        }
    }
}

import Rehearsal

extension WireMockMatcher {
    /// Matchers that look into a document.
    func document(_ name: String, _ operand: ImportValue, _ object: ImportObject) -> Scenario.Condition? {
        name == "equalToJson" ? equalJSON(operand, object) : path(operand)
    }

    private func equalJSON(_ operand: ImportValue, _ object: ImportObject) -> Scenario.Condition? {
        let equality = JSONEquality(
            ignoresOrder: object.bool("ignoreArrayOrder") ?? false,
            ignoresExtra: object.bool("ignoreExtraElements") ?? false
        )
        let parsed = operand.node.kind == .string ? operand.node.string.flatMap(JSONText.value) : operand.node.value
        guard let wanted = parsed else { return operand.refuse("this text is no JSON that can be compared") }
        if wanted.holdsPlaceholder {
            return operand.refuse("placeholders of JsonUnit (\"${json-unit…\") are not known here")
        }
        let isPlain = !equality.ignoresOrder && !equality.ignoresExtra
        guard !isPlain else { return subject.condition(wanted) ?? wrongPlace(operand) }
        guard case .body = subject else { return wrongPlace(operand) }
        if !equality.ignoresExtra, !wanted.holdsSeveralElements { return Scenario.Condition(body: [.json(wanted)]) }
        if equality.ignoresExtra, !wanted.holdsElements { return Scenario.Condition(body: [.contains(wanted)]) }
        let path = operand.translated("condition") { () throws(Untranslatable) in try equality.path(for: wanted) }
        return path.map { Scenario.Condition(body: [.path($0)]) }
    }

    private func wrongPlace(_ operand: ImportValue) -> Scenario.Condition? {
        operand.refuse("a document can be asked for in the body alone")
    }

    private func path(_ operand: ImportValue) -> Scenario.Condition? {
        guard case .body = subject else { return wrongPlace(operand) }
        let isText = operand.node.kind == .string
        let object = isText ? nil : operand.object()
        guard let expression = isText ? operand.node.string : object?.string("expression") else {
            return operand.refuse("a path, or an object with an \"expression\", belongs here")
        }
        do throws(Untranslatable) {
            let path = try JaywayPath(expression)
            if path.comparesText {
                let instead = "numbers and truth values are not taken"
                operand.differ("a pattern is asked of strings alone", instead: instead)
            }
            let asksMore = operand.node.members.contains { $0.name != "expression" }
            return asksMore ? try values(of: path, operand) : try finding(path)
        } catch {
            return operand.refuse("no path says the same: \(error.reason)")
        }
    }

    private func finding(_ path: JaywayPath) throws(Untranslatable) -> Scenario.Condition {
        let condition = Scenario.Condition(body: [.path(try path.finding())])
        if path.segments.isEmpty {
            let empty: [JSON] = [.null, .array([]), .object([])]
            return Scenario.Condition(body: condition.body, not: empty.map { Scenario.Condition(body: [.json($0)]) })
        }
        guard let place = path.placeOfEmptyObject else { return condition }
        return Scenario.Condition(any: [condition, Scenario.Condition(body: [.at(place, .equals(.object([])))])])
    }

    /// A condition on one of the values that a path finds; what stands beside the expression is a matcher.
    private func values(of path: JaywayPath, _ operand: ImportValue) throws(Untranslatable) -> Scenario.Condition? {
        let node = operand.node
        if node["absent"] != nil { return try absence(of: path, operand) }
        if node["equalToJson"] != nil {
            guard let pointer = path.pointer else {
                throw Untranslatable("several values are compared with one document")
            }
            return matcher(operand, at: pointer).condition
        }
        let test = WireMockValueTest(node, besides: "expression")
        guard path.isDefinite, let pointer = path.pointer else {
            guard let test else { throw Untranslatable("this matcher of several values") }
            tellOfText(test, operand)
            return Scenario.Condition(body: [.path(try path.finding(where: test.text))])
        }
        guard let own = matcher(operand, at: pointer).condition else { return nil }
        let one = try oneValue(own, at: pointer, of: path, test)
        guard let test else {
            operand.differ("a matcher of the elements of a list", instead: "a list at this place is not taken")
            return one
        }
        tellOfText(test, operand)
        let element = Scenario.Condition(body: [.path(try path.findingElement(where: test.text))])
        return Scenario.Condition(any: [one, element])
    }

    /// The matcher that stands beside an expression, of the value at its place.
    private func matcher(_ operand: ImportValue, at pointer: JSON.Pointer) -> WireMockMatcher {
        WireMockMatcher(operand, .place(pointer), depth: depth + 1, besides: "expression")
    }

    /// A condition on what stands at a place, unless that is nothing or a list.
    private func oneValue(
        _ condition: Scenario.Condition,
        at pointer: JSON.Pointer,
        of path: JaywayPath,
        _ test: WireMockValueTest?,
    ) throws(Untranslatable) -> Scenario.Condition {
        if case .equals(let text)? = test, text != "null", !["[", "{"].contains(text.first) { return condition }
        var others = [Scenario.Condition(body: [.path(try path.findingAnyElement())])]
        for json in [JSON.null, .array([])] { others.append(Scenario.Condition(body: [.at(pointer, .equals(json))])) }
        // WireMock compares the text of an object with white space in it.
        if case .equals? = test { others.append(Scenario.Condition(body: [.path(try path.findingAnyMember())])) }
        let present = Scenario.Condition(body: [.at(pointer, .holds(.present))], not: others)
        return Scenario.Condition(all: [condition, present])
    }

    /// Absent is what is not there, `null` or an empty list; no document at all is none of these.
    private func absence(of path: JaywayPath, _ operand: ImportValue) throws(Untranslatable) -> Scenario.Condition? {
        if let object = operand.object() {
            object.ignore("expression", "absent")
            object.refuseRest()
        }
        let isDocument = Scenario.BodyCondition.path(try JaywayPath("$").finding())
        guard path.isDefinite else {
            let found = Scenario.Condition(body: [.path(try path.finding())])
            return Scenario.Condition(body: [isDocument], not: [found, Scenario.Condition(body: [.json(.null)])])
        }
        guard let pointer = path.pointer else { throw Untranslatable("the absence of what is counted from the end") }
        let ways: [Scenario.BodyCondition.PointedValue] = [.holds(.absent), .equals(.null), .equals(.array([]))]
        return Scenario.Condition(
            body: [isDocument],
            any: ways.map { Scenario.Condition(body: [.at(pointer, $0)]) },
            not: [Scenario.Condition(body: [.json(.null)])]
        )
    }

    private func tellOfText(_ test: WireMockValueTest, _ operand: ImportValue) {
        guard test.asksText else { return }
        let problem = "of values in a list only strings are asked for their text"
        operand.differ(problem, instead: "numbers, lists and objects among them are compared as JSON, or not taken")
    }
}

extension JSON {
    fileprivate var holdsPlaceholder: Bool {
        switch self {
        case .string(let text): text.contains("${json-unit") || text.contains("#{json-unit")
        case .array(let elements): elements.contains(where: \.holdsPlaceholder)
        case .object(let members): members.contains { $0.value.holdsPlaceholder }
        default: false
        }
    }
}

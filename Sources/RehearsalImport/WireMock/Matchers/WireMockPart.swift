import Rehearsal

/// A condition on a part of a multipart body.
enum WireMockPart {
    /// An element of `multipartPatterns`.
    static func condition(_ value: ImportValue) -> Scenario.Condition {
        guard let object = value.object() else { return Scenario.Condition() }
        let type = object.string("matchingType")?.uppercased() ?? "ANY"
        if type != "ANY" { value.refuse("parts of which every one must match cannot be asked for") }
        if let name = object["name"], Self.partName(value) == nil {
            name.differ("WireMock does not compare the name of a part", instead: "it is compared")
        }
        guard let name = object.string("name") ?? Self.partName(value) else {
            value.refuse("a part of any name cannot be asked for")
            return Scenario.Condition()
        }
        var part = Scenario.BodyCondition.PartCondition(name)
        if let fileName = object["fileName"] { part.fileName = fileName.string().map { .equals($0) } }
        setHeaders(object.named("headers"), of: &part)
        var texts: [Scenario.Condition.Value] = []
        for pattern in object.array("bodyPatterns") {
            guard let condition = WireMockMatcher(pattern, .body).condition else { continue }
            guard case .text(let text)? = condition.body.first, condition == Scenario.Condition(body: [.text(text)])
            else {
                pattern.refuse("of the content of a part only its text can be asked for")
                continue
            }
            texts.append(text)
        }
        part.text = texts.count > 1 ? .all(texts) : texts.first
        object.refuseRest()
        return Scenario.Condition(body: [.parts([part])])
    }

    /// The name of a part that is said in a condition on its `Content-Disposition`.
    private static func partName(_ value: ImportValue) -> String? {
        let header = value.node["headers"]?.members.first { $0.name.lowercased() == "content-disposition" }?.value
        let text = header?["contains"]?.string ?? header?["equalTo"]?.string
        guard let text, let start = text.firstRange(of: "name=\""), !text[..<start.lowerBound].hasSuffix("file") else {
            return nil
        }
        let name = text[start.upperBound...].prefix { $0 != "\"" }
        return name.isEmpty ? nil : String(name)
    }

    private static func setHeaders(
        _ members: [(name: String, value: ImportValue)],
        of part: inout Scenario.BodyCondition.PartCondition,
    ) {
        for member in members {
            guard let condition = WireMockMatcher(member.value, .header(member.name)).condition else { continue }
            guard let wanted = condition.headers.first?.value else {
                member.value.refuse("this condition on the header of a part cannot be said")
                continue
            }
            switch member.name.lowercased() {
            case "content-type": part.type = wanted
            case "content-disposition" where Self.fileName(in: wanted) != nil:
                part.fileName = Self.fileName(in: wanted).map { .equals($0) }
            case "content-disposition" where Self.isName(part.name, in: wanted): break
            default: member.value.refuse("of the headers of a part only Content-Type can be asked for")
            }
        }
    }

    /// The name of a file that a condition on `Content-Disposition` asks for.
    private static func fileName(in value: Scenario.Condition.Value) -> String? {
        guard let text = value.namedText, let start = text.firstRange(of: "filename=\"") else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func isName(_ name: String, in value: Scenario.Condition.Value) -> Bool {
        value.namedText?.contains(name) ?? false
    }
}

extension Scenario.Condition.Value {
    /// The text that it asks for, all or a part.
    fileprivate var namedText: String? {
        switch self {
        case .equals(let text), .contains(let text): text
        default: nil
        }
    }
}

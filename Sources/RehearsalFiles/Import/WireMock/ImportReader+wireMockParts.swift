import Rehearsal

extension ImportReader {
    /// `basicAuth` of a request, which is a header.
    mutating func setCredentials(_ object: ImportObject, of request: inout WireMockRequest) {
        for name in ["basicAuth", "basicAuthCredentials"] {
            guard let value = object[name], let members = self.object(value) else { continue }
            let user = string(members["username"]) ?? ""
            let word = string(members["password"]) ?? ""
            refuseRest(members)
            // WireMock compares the whole of it without regard to case.
            let header = "Basic " + Array("\(user):\(word)".utf8).base64
            let pattern = try? Scenario.Pattern("^\(PatternTranslation.literal(header, ignoringCase: true))$")
            guard let pattern else {
                refuse(value, "these credentials are too long for a pattern")
                continue
            }
            let condition = ImportSubject.header("Authorization").condition(.matches(pattern))
            request.condition = request.condition.and(condition)
        }
    }

    /// Where a request is sent to, of which a scenario knows the host alone.
    mutating func setHost(_ object: ImportObject, of request: inout WireMockRequest) {
        if let value = object["host"] {
            if let host = value.node["equalTo"]?.string {
                let pattern = "^\(PatternTranslation.literal(host))(:[0-9]+)?$"
                if let pattern = try? Scenario.Pattern(pattern) {
                    let condition = ImportSubject.header("Host").condition(.matches(pattern))
                    request.condition = request.condition.and(condition)
                }
            } else if let condition = wireMockMatcher(value, .header("Host")) {
                request.condition = request.condition.and(condition)
                differ(value, "a condition on the host alone", instead: "it is asked of the header Host, port included")
            }
        }
        if let port = object["port"] {
            let instead = "the mapping is left out; serve its mappings as a scenario of their own"
            refuse(port, "a scenario is played at one port, which is not known here", instead: instead)
        }
        guard let value = object["scheme"], let scheme = string(value) else { return }
        // A scenario is served without TLS unless a certificate is asked for, so its requests have the scheme http.
        guard scheme.lowercased() != "http" else { return }
        refuse(value, "a scenario is served over plain HTTP, so no request has the scheme \(scheme.quoted)")
    }

    /// An element of `multipartPatterns`.
    mutating func multipart(_ value: ImportValue) -> Scenario.Condition {
        guard let object = object(value) else { return Scenario.Condition() }
        let type = string(object["matchingType"])?.uppercased() ?? "ANY"
        if type != "ANY" { refuse(value, "parts of which every one must match cannot be asked for") }
        if let name = object["name"], Self.partName(value) == nil {
            differ(name, "WireMock does not compare the name of a part", instead: "it is compared")
        }
        guard let name = string(object["name"]) ?? Self.partName(value) else {
            refuse(value, "a part of any name cannot be asked for")
            return Scenario.Condition()
        }
        var part = Scenario.BodyCondition.PartCondition(name)
        if let fileName = object["fileName"] { part.fileName = string(fileName).map { .equals($0) } }
        setHeaders(object["headers"], of: &part)
        var texts: [Scenario.Condition.Value] = []
        for pattern in array(object["bodyPatterns"]) {
            let condition = wireMockMatcher(pattern, .body)
            guard let condition else { continue }
            guard case .text(let text)? = condition.body.first, condition == Scenario.Condition(body: [.text(text)])
            else {
                refuse(pattern, "of the content of a part only its text can be asked for")
                continue
            }
            texts.append(text)
        }
        part.text = texts.count > 1 ? .all(texts) : texts.first
        refuseRest(object)
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

    private mutating func setHeaders(_ value: ImportValue?, of part: inout Scenario.BodyCondition.PartCondition) {
        guard let value, object(value) != nil else { return }
        for member in value.members {
            guard let condition = wireMockMatcher(member.value, .header(member.name)) else { continue }
            guard let wanted = condition.headers.first?.value else {
                refuse(member.value, "this condition on the header of a part cannot be said")
                continue
            }
            switch member.name.lowercased() {
            case "content-type": part.type = wanted
            case "content-disposition" where Self.fileName(in: wanted) != nil:
                part.fileName = Self.fileName(in: wanted).map { .equals($0) }
            case "content-disposition" where Self.isName(part.name, in: wanted): break
            default: refuse(member.value, "of the headers of a part only Content-Type can be asked for")
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

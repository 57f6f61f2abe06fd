extension Scenario.Reply {
    /// As documents write it.
    var document: JSON {
        var members: [JSON.Member] = []
        if status != 200 { members.append(.init("status", JSON(integerLiteral: status))) }
        if let reason { members.append(.init("reason", .string(reason))) }
        let headers = self.headers.document(adding: body.statedType)
        if !headers.isEmpty { members.append(.init("headers", .object(headers))) }
        members += body.members
        if let times { members.append(.init("times", JSON(integerLiteral: times))) }
        members += timing
        if isEarly { members.append(.init("early", true)) }
        if let hold { members += hold.members }
        if !faults.isEmpty { members.append(.init("fault", faults.document)) }
        if isRequired { members.append(.init("required", true)) }
        if let then = then.document { members.append(.init("then", then)) }
        return .object(members)
    }

    private var timing: [JSON.Member] {
        var members: [JSON.Member] = []
        if !bodyDelay.isNone {
            members.append(.init("delay", ["head": delay.document, "body": bodyDelay.document]))
        } else if !delay.isNone {
            members.append(.init("delay", delay.document))
        }
        if let pace { members.append(.init("pace", .string("\(pace)B/s"))) }
        if let uploadPace { members.append(.init("uploadPace", .string("\(uploadPace)B/s"))) }
        return members
    }
}

extension [Fault] {
    /// As documents write them: one, or a list.
    var document: JSON { count == 1 ? self[0].document : .array(map(\.document)) }
}

extension Scenario.Hold {
    var members: [JSON.Member] {
        var members: [JSON.Member] = []
        if let name { members.append(.init("hold", .string(name))) }
        if let untilWaiting { members.append(.init("until", ["waiting": JSON(integerLiteral: untilWaiting)])) }
        return members
    }
}

extension Scenario.Headers {
    /// A member a name, with a list of values where it is there several times.
    func document(adding type: String?) -> [JSON.Member] {
        var names: [String] = []
        var values: [String: [JSON]] = [:]
        for field in fields {
            if values[field.name.lowercased()] == nil { names.append(field.name) }
            values[field.name.lowercased(), default: []].append(field.value.map(JSON.string) ?? .null)
        }
        var members = names.map { name in
            let values = values[name.lowercased()] ?? []
            return JSON.Member(name, values.count == 1 ? values[0] : .array(values))
        }
        if let type, !self.names("Content-Type") { members.append(.init("Content-Type", .string(type))) }
        return members
    }
}

extension Scenario.Body {
    /// The media type of bytes, which a document can only say as a header.
    fileprivate var statedType: String? {
        if case .bytes(_, let type) = self { type } else { nil }
    }

    fileprivate var members: [JSON.Member] {
        switch self {
        case .none: return []
        case .json(let value): return [.init("json", value)]
        case .problem(let value): return [.init("problem", value)]
        case .text(let text): return [.init("text", .string(text))]
        case .bytes(let bytes, let type):
            // A text would be given a type of its own.
            if type != nil, let text = bytes.text { return [.init("text", .string(text))] }
            return [.init("base64", .string(Base64.encoded(bytes)))]
        case .events(let events, let forever):
            let list = JSON.Member("events", .array(events.map(\.document)))
            return forever ? [list, .init("forever", true)] : [list]
        case .raw(let pieces):
            if pieces.count == 1, pieces[0].after <= .zero { return [.init("raw", pieces[0].bytes.document)] }
            return [.init("raw", .array(pieces.map(\.document)))]
        }
    }
}

extension Scenario.Body.Piece {
    fileprivate var document: JSON {
        var members = [bytes.member]
        if after > .zero { members.append(.init("after", .string(after.written))) }
        return .object(members)
    }
}

extension Scenario.Body.Event {
    fileprivate var document: JSON {
        var members: [JSON.Member] = []
        if let event { members.append(.init("event", .string(event))) }
        members.append(json.map { .init("json", $0) } ?? .init("data", .string(data)))
        if let id { members.append(.init("id", .string(id))) }
        if let retry { members.append(.init("retry", JSON(integerLiteral: retry))) }
        if after > .zero { members.append(.init("after", .string(after.written))) }
        return .object(members)
    }
}

extension Scenario {
    /// The document that says the same: endpoints, their conditions and replies, and what happens to connections.
    ///
    /// Left out is what a document cannot say (closures, some conditions) and what no fault needs (expectations).
    package var document: JSON {
        var members: [JSON.Member] = [.init("scenario", .string(name))]
        if !summary.isEmpty { members.append(.init("summary", .string(summary))) }
        if let seed { members.append(.init("seed", .integer(seed))) }
        if !network.isEmpty { members.append(.init("network", .array(network.map(\.document)))) }
        if cors { members.append(.init("cors", true)) }
        if !state.isEmpty { members.append(.init("state", .object(state))) }
        members += policyMembers
        members.append(.init("endpoints", .array(endpoints.filter { !$0.isNoise }.map(\.document))))
        let noise = endpoints.filter(\.isNoise).map { JSON.string($0.path.text) }
        if !noise.isEmpty { members.append(.init("noise", .array(noise))) }
        return .object(members)
    }
}

extension Scenario.Endpoint {
    fileprivate var document: JSON {
        var members = Scenario.target(method, path)
        if let when = when?.document { members.append(.init("when", when)) }
        if !replies.isEmpty { members.append(.init("replies", .array(replies.map(\.document)))) }
        members += overlay.members
        if let per = per.written { members.append(.init("per", .string(per))) }
        if let then = then.document { members.append(.init("then", then)) }
        if let afterLast { members.append(.init("afterLast", .string(afterLast.rawValue))) }
        if priority != 0 { members.append(.init("priority", JSON(integerLiteral: priority))) }
        return .object(members)
    }
}

extension Scenario {
    /// A method and a path as documents write them.
    static func target(_ method: Method, _ path: PathPattern) -> [JSON.Member] {
        if method == .any { return [.init("any", .string(path.text))] }
        let named: [Method] = [.get, .post, .put, .patch, .delete, .head, .options]
        if named.contains(method) { return [.init(method.rawValue.lowercased(), .string(path.text))] }
        return [.init("method", .string(method.rawValue)), .init("path", .string(path.text))]
    }
}

extension Scenario.Per {
    /// As documents write it; nil for what need not be said.
    var written: String? {
        switch self {
        case .endpoint: nil
        case .target: "target"
        case .capture(let name): "{\(name)}"
        case .header(let name): "header:\(name)"
        case .connection: "connection"
        }
    }
}

extension Scenario.Overlay {
    fileprivate var members: [JSON.Member] {
        var members: [JSON.Member] = []
        let headers = self.headers.document(adding: nil)
        if !headers.isEmpty { members.append(.init("headers", .object(headers))) }
        if let bodyDelay {
            var both = [JSON.Member("body", bodyDelay.document)]
            if let delay { both.insert(JSON.Member("head", delay.document), at: 0) }
            members.append(.init("delay", .object(both)))
        } else if let delay {
            members.append(.init("delay", delay.document))
        }
        if let pace { members.append(.init("pace", .string("\(pace)B/s"))) }
        if let uploadPace { members.append(.init("uploadPace", .string("\(uploadPace)B/s"))) }
        if let hold { members += hold.members }
        if !faults.isEmpty { members.append(.init("fault", faults.document)) }
        return members
    }
}

extension Scenario.Change {
    /// As documents write it; nil if it changes nothing.
    var document: JSON? {
        var members: [JSON.Member] = []
        if !set.isEmpty { members.append(.init("set", .object(set))) }
        if !increment.isEmpty {
            let amounts = increment.map { JSON.Member($0.name, JSON(integerLiteral: $0.by)) }
            members.append(.init("increment", .object(amounts)))
        }
        if !remove.isEmpty { members.append(.init("remove", .array(remove.map(JSON.string)))) }
        if !capture.isEmpty {
            let pointers = capture.map { JSON.Member($0.name, .string($0.pointer.description)) }
            members.append(.init("capture", .object(pointers)))
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension Scenario.Network {
    fileprivate var document: JSON {
        var members: [JSON.Member] = [.init("is", .string(state.name))]
        if on != .accept { members.append(.init("on", .string(on.rawValue))) }
        switch state {
        case .bytes(let bytes): members.append(.init("base64", .string(Base64.encoded(bytes))))
        case .slow(let delay): members.append(.init("delay", delay.document))
        case .open, .refusing, .resetting, .closing, .silent: break
        }
        switch until {
        case .connections(let count)?: members.append(.init("until", ["connections": JSON(integerLiteral: count)]))
        case .after(let duration)?: members.append(.init("until", ["after": .string(duration.written)]))
        case .released(let name)?: members.append(.init("until", ["released": .string(name)]))
        case nil: break
        }
        return .object(members)
    }
}

extension Fault.Delay {
    /// As documents write it.
    var document: JSON {
        switch self {
        case .fixed(let duration): .string(duration.written)
        case .uniform(let least, let most): ["uniform": [.string(least.written), .string(most.written)]]
        case .logNormal(let median, let p99):
            ["lognormal": ["median": .string(median.written), "p99": .string(p99.written)]]
        }
    }
}

import Rehearsal

/// The replies of an operation: the usual one, and those that a request selects by name.
struct OperationReplies: Sendable {
    let operation: OpenAPIOperation
    /// The reply of the lowest success status.
    private(set) var standard = Scenario.Reply()
    /// The replies with other statuses, examples and media types.
    private(set) var named: [Scenario.NamedReply] = []

    init(_ operation: OpenAPIOperation, _ factory: ReplyFactory) {
        self.operation = operation
        guard let first = operation.standardResponse else { return }
        standard = factory.reply(first, factory.variants(of: first).first)
        // The name of the standard status belongs to the standard reply.
        var names: Set<String> = [first.status.name]
        let others = operation.responses.filter { $0.status != first.status }
        for response in [first] + others {
            let isStandard = response.status == first.status
            let variants = factory.variants(of: response)
            if variants.isEmpty, !isStandard { add(response, nil, factory, &names) }
            for (index, variant) in variants.enumerated() {
                // The first variant of the standard response needs a name only if it is an example with a name.
                if isStandard, index == 0, variant.example?.name == nil, response.status.isExact { continue }
                add(response, variant, factory, &names)
            }
        }
    }

    private mutating func add(
        _ response: OpenAPIResponse,
        _ variant: ReplyFactory.Variant?,
        _ factory: ReplyFactory,
        _ names: inout Set<String>
    ) {
        let status = response.status.name
        var candidates = [variant?.example?.name ?? status]
        if let example = variant?.example?.name { candidates.append("\(status) \(example)") }
        if let variant { candidates.append("\(candidates.last ?? status) \(variant.mediaType)") }
        var name = candidates.first { !names.contains($0) } ?? candidates.last ?? status
        while !names.insert(name).inserted { name += "'" }
        var named = Scenario.NamedReply(name, factory.reply(response, variant))
        if !response.status.isExact {
            let statuses = response.status.statuses
            named.statuses = max(200, statuses.lowerBound)...max(200, statuses.upperBound)
        }
        named.example = variant?.example?.name ?? ""
        self.named.append(named)
    }

    /// Returns the reply to requests with `Prefer: dynamic=true`, whose values differ in each exchange.
    func dynamic(_ document: OpenAPIDocument) -> Scenario.NamedReply {
        let operation = operation
        let reply = Scenario.Reply.later { request in
            var preference = ReplyPreference { request.headers.values(of: $0) }
            let preferred = preference.code.flatMap { operation.response(to: $0) }
            if preferred == nil { preference.code = nil }
            preference.example = nil
            guard let response = preferred ?? operation.standardResponse else { return Scenario.Reply() }
            let seed = OpenAPIScenario.seed &+ UInt64(truncatingIfNeeded: request.ordinal) &+ 1
            var factory = ReplyFactory(document, seed: seed, isDynamic: true)
            factory.require(response)
            factory.generate()
            let variants = factory.variants(of: response)
            let weights = variants.map { preference.accepted.weight(of: $0.mediaType) }
            let best = weights.max().flatMap { weights.firstIndex(of: $0) }
            var reply = factory.reply(response, best.map { variants[$0] })
            // The server does not apply preferences to the reply of a closure.
            reply.status = preference.code ?? reply.status
            reply.headers.append("Preference-Applied", preference.appliedText)
            return reply
        }
        var named = Scenario.NamedReply("dynamic", reply)
        named.isDynamic = true
        return named
    }
}

extension OpenAPIOperation {
    /// The response that is sent without a preference: the one of the lowest success status, else the default, else
    /// the one of the lowest status.
    package var standardResponse: OpenAPIResponse? {
        let exact = responses.compactMap { response -> (status: Int, response: OpenAPIResponse)? in
            if case .exact(let status) = response.status { (status, response) } else { nil }
        }
        let success = exact.filter { (200..<300).contains($0.status) }.min { $0.status < $1.status }
        let successRange = responses.first { $0.status == .range(2) }
        let standard = responses.first { $0.status == .default }
        let lowest = exact.filter { $0.status >= 200 }.min { $0.status < $1.status }
        return success?.response ?? successRange ?? standard ?? lowest?.response
            ?? responses.first { $0.status != .range(1) }
    }
}

extension OpenAPIResponse.Status {
    var isExact: Bool { if case .exact = self { true } else { false } }

    /// The status that is sent without a preference.
    var usual: Int {
        switch self {
        case .exact(let status): status
        case .range(let digit): digit * 100
        case .default: 200
        }
    }
}

import Rehearsal

extension MockoonImport {
    /// A response of a route, as it is read.
    struct Response {
        var value: ImportValue
        /// At least one; the first whose condition holds is sent.
        var variants: [Variant]
        var label: String
        /// Nil without rules.
        var condition: Scenario.Condition?
        var isDefault: Bool

        /// A reply, and what its templates decided by the request.
        struct Variant {
            var reply: Scenario.Reply
            var fileName: String?
            var condition: Scenario.Condition
        }
    }

    /// Reads one route: an endpoint for each of its responses that has rules, and one for the default.
    mutating func route(_ value: ImportValue) {
        let before = reader.refusals
        guard let object = reader.object(value), let target = target(object) else {
            report.refused += 1
            return
        }
        let type = reader.string(object["type"]) ?? "http"
        let documentation = reader.string(object["documentation"]) ?? ""
        object.ignore("uuid", "streamingMode", "streamingInterval")
        if let isEnabled = object["enabled"], reader.bool(isEnabled) == false {
            reader.differ(isEnabled, "a route that is switched off", instead: "it is left out")
            report.imported += 1
            return
        }
        let endpoints = endpoints(of: value, object, target, type: type)
        reader.finish(object)
        guard reader.refusals == before || !endpoints.isEmpty else {
            report.refused += 1
            return
        }
        add(endpoints, documentation)
    }

    private mutating func add(_ endpoints: [ImportedEndpoint], _ documentation: String) {
        var endpoints = endpoints
        report.imported += 1
        for index in endpoints.indices {
            endpoints[index].rank = -imported.endpoints.count - index
            if index == 0, !documentation.isEmpty { endpoints[index].comments.insert(documentation, at: 0) }
        }
        imported.endpoints += endpoints
    }

    /// The endpoints that a route is; one that keeps data is a collection instead.
    private mutating func endpoints(
        of value: ImportValue,
        _ object: ImportObject,
        _ target: Target,
        type: String,
    ) -> [ImportedEndpoint] {
        let mode = mode(object)
        let list = reader.array(object["responses"])
        switch type {
        case "crud": crud(value, list, target)
        case "http":
            let number = RequestNumber(route: target.label)
            let responses = list.compactMap { response($0, target, number) }
            if list.isEmpty { reader.refuse(value, "a route without responses") }
            return endpoints(of: responses, mode, target, value, number)
        default: reader.refuse(value, "a route of the type \(type.quoted): only requests are answered")
        }
        return []
    }

    /// Which of several responses is sent.
    enum Mode {
        case rules
        case rulesOnly
        case defaultOnly
        case inTurn
    }

    private mutating func mode(_ object: ImportObject) -> Mode {
        // Before 2022 there were two switches instead.
        let isRandom = reader.bool(object["randomResponse"]) ?? false
        let isSequential = reader.bool(object["sequentialResponse"]) ?? false
        let value = object["responseMode"]
        switch reader.string(value) ?? (isRandom ? "RANDOM" : isSequential ? "SEQUENTIAL" : nil) {
        case nil: return .rules
        case "SEQUENTIAL": return .inTurn
        case "RANDOM":
            reader.differ(value ?? object.value, "one of the responses at random", instead: "they are sent in turn")
            return .inTurn
        case "DISABLE_RULES": return .defaultOnly
        case "FALLBACK": return .rulesOnly
        case let name?:
            if let value { reader.refuse(value, "there is no mode \(name.quoted)") }
            return .rules
        }
    }

    private mutating func endpoints(
        of responses: [Response],
        _ mode: Mode,
        _ target: Target,
        _ value: ImportValue,
        _ number: RequestNumber,
    ) -> [ImportedEndpoint] {
        guard let standard = responses.first(where: \.isDefault) ?? responses.first else { return [] }
        switch mode {
        case .inTurn: return inTurn(responses, standard, target, value)
        case .defaultOnly: return self.endpoints(standard, target, value, asking: nil)
        case .rules, .rulesOnly:
            var endpoints: [ImportedEndpoint] = []
            for response in responses {
                guard let condition = response.condition else { continue }
                endpoints += self.endpoints(response, target, value, asking: condition)
            }
            if mode == .rules { endpoints += self.endpoints(standard, target, value, asking: nil) }
            let counts = endpoints.contains {
                $0.endpoint.when?.stateNames.contains { $0.name == number.name } ?? false
            }
            return counts ? counting(endpoints, number) : endpoints
        }
    }

    /// Each reply counts the requests that its route has had.
    private mutating func counting(_ endpoints: [ImportedEndpoint], _ number: RequestNumber) -> [ImportedEndpoint] {
        if !imported.state.contains(where: { $0.name == number.name }) {
            imported.state.append(JSON.Member(number.name, 0))
        }
        return endpoints.map { endpoint in
            var endpoint = endpoint
            endpoint.endpoint.then = Scenario.Change(increment: [.init(number.name)])
            return endpoint
        }
    }

    /// Sends the responses one after the other.
    private mutating func inTurn(
        _ responses: [Response],
        _ standard: Response,
        _ target: Target,
        _ value: ImportValue,
    ) -> [ImportedEndpoint] {
        for response in responses where response.variants.count > 1 {
            reader.refuse(response.value, "responses in turn cannot decide by the request", instead: Self.leftOut)
        }
        let replies = responses.filter { $0.variants.count == 1 }.flatMap(\.variants)
        guard var endpoint = endpoints(standard, target, value, asking: nil).last, !replies.isEmpty else { return [] }
        endpoint.endpoint.replies = replies.map(\.reply)
        endpoint.endpoint.afterLast = replies.count > 1 ? .cycle : nil
        endpoint.fileNames = [:]
        for (index, reply) in replies.enumerated() { endpoint.fileNames[index] = reply.fileName }
        return [endpoint]
    }

    /// An endpoint for each variant of a response.
    private func endpoints(
        _ response: Response,
        _ target: Target,
        _ value: ImportValue,
        asking condition: Scenario.Condition?,
    ) -> [ImportedEndpoint] {
        response.variants.map { variant in
            let when = target.condition.and(condition ?? Scenario.Condition()).and(variant.condition)
            var endpoint = ImportedEndpoint(
                endpoint: Scenario.Endpoint(
                    target.method,
                    target.path,
                    when: when.asksNothing ? nil : when,
                    replies: [variant.reply]
                ),
                comments: response.label.isEmpty ? [] : [response.label],
                value: response.value,
                source: reader.source
            )
            endpoint.fileNames[0] = variant.fileName
            return endpoint
        }
    }

    /// The variable that counts the requests of a route, which conditions see before it counts theirs.
    struct RequestNumber {
        let name: String

        init(route: String) { name = "requests of \(route)" }
    }
}

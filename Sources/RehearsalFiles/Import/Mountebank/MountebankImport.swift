import Rehearsal

/// Reads imposters of mountebank: each is a scenario, whose stubs are asked from the first to the last.
struct MountebankImport {
    private(set) var scenarios: [ImportedScenario] = []
    var reader: ImportReader
    var report: ImportReport
    private let name: String

    init(name: String, _ source: SourceText, file: @escaping (String) -> [UInt8]?) {
        self.name = name
        reader = ImportReader(source, .mountebank)
        reader.file = file
        report = ImportReport(path: source.path, format: .mountebank)
    }

    /// Reads all of the file, and keeps what cannot be said.
    mutating func read(_ root: JSONDocument.Node) {
        defer { report.notes = reader.notes }
        let whole = ImportValue(node: root, path: "")
        guard root["imposters"] != nil, let object = reader.object(whole) else {
            imposter(whole, isOnly: true)
            return
        }
        let list = reader.array(object["imposters"])
        object.ignore("_links")
        reader.finish(object)
        for value in list { imposter(value, isOnly: list.count == 1) }
    }

    private mutating func imposter(_ value: ImportValue, isOnly: Bool) {
        guard let object = reader.object(value) else {
            report.refused += 1
            return
        }
        guard speaksHTTP(object, value) else { return }
        var scenario = beginning(object, isOnly: isOnly)
        let standard = object["defaultResponse"]
        var differences = MountebankDifferences()
        for stub in reader.array(object["stubs"]) {
            let endpoints = self.stub(stub, standard, &differences)
            if endpoints.isEmpty { report.refused += 1 } else { report.imported += 1 }
            scenario.endpoints += endpoints
        }
        differences.tell(&reader)
        let takesAll = scenario.endpoints.contains { imported in
            imported.endpoint.method == .any && imported.endpoint.path == "/**" && imported.endpoint.when == nil
        }
        if !takesAll { scenario.endpoints += standardEndpoint(standard, of: value) }
        for index in scenario.endpoints.indices { scenario.endpoints[index].rank = -index }
        reader.finish(object)
        scenarios.append(scenario)
    }

    /// A scenario without stubs yet.
    private mutating func beginning(_ object: ImportObject, isOnly: Bool) -> ImportedScenario {
        let port = object["port"]?.scalar ?? ""
        var scenario = ImportedScenario(name: isOnly || port.isEmpty ? name : "\(name)-\(ImportSources.name(port))")
        scenario.summary = reader.string(object["name"]).map { "\($0), from mountebank." } ?? ""
        scenario.cors = reader.bool(object["allowCORS"]) ?? false
        // Where mountebank listens, what it keeps, and what it has seen.
        object.ignore("host", "key", "cert", "mutualAuth", "ciphers", "rejectUnauthorized")
        object.ignore("recordRequests", "recordMatches", "numberOfRequests", "requests", "_links")
        return scenario
    }

    /// Whether an imposter speaks HTTP; another one is left out, and said.
    private mutating func speaksHTTP(_ object: ImportObject, _ value: ImportValue) -> Bool {
        let kind = reader.string(object["protocol"]) ?? "http"
        guard kind == "http" || kind == "https" else {
            report.refused += 1
            let problem = "an imposter of \(kind.quoted) does not speak HTTP"
            reader.refuse(value, problem, instead: "the imposter is left out")
            return false
        }
        if kind == "https", let part = object["protocol"] {
            reader.differ(part, "a certificate is no part of a scenario", instead: "it is served without TLS")
        }
        return true
    }

    /// What is answered where no stub matches.
    private mutating func standardEndpoint(_ standard: ImportValue?, of value: ImportValue) -> [ImportedEndpoint] {
        var reply = Scenario.Reply()
        if let standard, let object = reader.object(standard) {
            reply = reader.mountebankReply(object, over: nil)
            reader.finish(object)
        }
        return [
            ImportedEndpoint(
                endpoint: Scenario.Endpoint(.any, "/**", replies: [reply]),
                comments: ["What mountebank answers where no stub matches."],
                value: standard ?? value,
                source: reader.source
            )
        ]
    }

    /// An endpoint for each method that a stub names; none, and said, if it cannot be imported.
    private mutating func stub(
        _ value: ImportValue,
        _ standard: ImportValue?,
        _ differences: inout MountebankDifferences,
    ) -> [ImportedEndpoint] {
        guard let object = reader.object(value) else { return [] }
        object.ignore("_links", "matches")
        let before = reader.refusals
        var request = MountebankRequest()
        var found = differences
        for predicate in reader.array(object["predicates"]) { request.add(predicate, &reader, &found) }
        guard reader.refusals == before else { return [] }
        differences = found
        let list = reader.array(object["responses"])
        var replies = list.compactMap { response($0, standard) }
        reader.finish(object)
        guard !replies.isEmpty || list.isEmpty else { return [] }
        if replies.isEmpty {
            replies = [standard.flatMap { reader.object($0) }.map { reader.mountebankReply($0, over: nil) } ?? .init()]
        }
        for index in replies.indices { replies[index].times = replies.count > 1 ? replies[index].times ?? 1 : nil }
        return endpoints(request, replies, at: value)
    }

    private func endpoints(
        _ request: MountebankRequest,
        _ replies: [Scenario.Reply],
        at value: ImportValue,
    ) -> [ImportedEndpoint] {
        request.methods.map { method in
            let endpoint = Scenario.Endpoint(
                method,
                request.path,
                when: request.condition.asksNothing ? nil : request.condition,
                replies: replies,
                afterLast: replies.count > 1 ? .cycle : nil
            )
            return ImportedEndpoint(endpoint: endpoint, value: value, source: reader.source)
        }
    }

    /// One response of a stub; nil, and said, if it cannot be sent.
    private mutating func response(_ value: ImportValue, _ standard: ImportValue?) -> Scenario.Reply? {
        let before = reader.refusals
        guard let object = reader.object(value) else { return nil }
        for (name, problem) in [
            ("proxy", "a scenario never asks another server"), ("inject", "what is sent is decided by a program"),
        ] {
            if let part = object[name] { reader.refuse(part, problem, instead: "the response is left out") }
        }
        var reply = Scenario.Reply()
        if let fault = object["fault"] {
            switch reader.string(fault) {
            case "CONNECTION_RESET_BY_PEER": reply = reply.with(.connectionResetByPeer)
            case "RANDOM_DATA_THEN_CLOSE": reply = reply.with(.randomDataThenClose)
            case let name?:
                reader.refuse(fault, "there is no fault \(name.quoted)", instead: "the response is left out")
            case nil: break
            }
        } else {
            let part = reader.object(object["is"])
            reply = part.map { reader.mountebankReply($0, over: standard) } ?? reply
            if let part { reader.finish(part) }
        }
        reader.setBehaviors(object, of: &reply)
        reader.finish(object)
        return reader.refusals == before ? reply : nil
    }
}

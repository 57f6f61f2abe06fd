import Rehearsal
import RehearsalDocuments

/// An import of mountebank imposters. Each imposter becomes a scenario, and each stub an endpoint, in the same order.
struct MountebankImport {
    private(set) var scenarios: [ImportedScenario] = []
    private let file: ImportedFile
    var report: ImportReport
    private let name: String

    init(name: String, _ file: ImportedFile) { (self.name, self.file, report) = (name, file, ImportReport(of: file)) }

    /// Converts the imposters of the file to scenarios, and adds the notes to the report.
    mutating func read(_ root: JSONDocument.Node) {
        defer { report.notes = file.notes }
        let document = file.root(root)
        guard root["imposters"] != nil, let object = document.object() else {
            imposter(document, isOnly: true)
            return
        }
        let list = object.array("imposters")
        object.ignore("_links")
        object.noteUnreadMembers()
        for value in list { imposter(value, isOnly: list.count == 1) }
    }

    private mutating func imposter(_ value: ImportValue, isOnly: Bool) {
        guard let object = value.object() else {
            report.refusedCount += 1
            return
        }
        guard usesHTTP(object, value) else { return }
        var scenario = emptyScenario(object, isOnly: isOnly)
        let standard = object["defaultResponse"]
        let differences = MountebankDifferences()
        for stub in object.array("stubs") {
            let endpoints = self.stub(stub, standard, differences)
            if endpoints.isEmpty { report.refusedCount += 1 } else { report.importedCount += 1 }
            scenario.endpoints += endpoints
        }
        differences.report()
        let hasCatchAll = scenario.endpoints.contains { imported in
            imported.endpoint.method == .any && imported.endpoint.path == "/**" && imported.endpoint.when == nil
        }
        if !hasCatchAll { scenario.endpoints += defaultEndpoint(standard, of: value) }
        for index in scenario.endpoints.indices { scenario.endpoints[index].rank = -index }
        object.noteUnreadMembers()
        scenarios.append(scenario)
    }

    /// Returns the scenario of an imposter without endpoints.
    private mutating func emptyScenario(_ object: ImportObjectReader, isOnly: Bool) -> ImportedScenario {
        let port = object["port"]?.scalar ?? ""
        var scenario = ImportedScenario(name: isOnly || port.isEmpty ? name : "\(name)-\(ImportInputs.name(port))")
        scenario.summary = object.string("name").map { "\($0), from mountebank." } ?? ""
        scenario.cors = object.bool("allowCORS") ?? false
        // These members do not affect replies: the address, TLS, and the requests that mountebank recorded.
        object.ignore("host", "key", "cert", "mutualAuth", "ciphers", "rejectUnauthorized")
        object.ignore("recordRequests", "recordMatches", "numberOfRequests", "requests", "_links")
        return scenario
    }

    /// Whether an imposter uses HTTP or HTTPS. An imposter of another protocol is refused.
    private mutating func usesHTTP(_ object: ImportObjectReader, _ value: ImportValue) -> Bool {
        let kind = object.string("protocol") ?? "http"
        guard kind == "http" || kind == "https" else {
            report.refusedCount += 1
            let problem = "the protocol of the imposter is \(kind.quoted), not HTTP"
            value.refuse(problem, instead: "the imposter is left out")
            return false
        }
        if kind == "https", let part = object["protocol"] {
            part.noteDifference("a scenario has no TLS certificate", instead: "it is served without TLS")
        }
        return true
    }

    /// Returns the endpoint for requests that match no stub.
    private mutating func defaultEndpoint(_ standard: ImportValue?, of value: ImportValue) -> [ImportedEndpoint] {
        var reply = Scenario.Reply()
        if let object = standard?.object() {
            reply = MountebankReply(object, defaults: nil).reply
            object.noteUnreadMembers()
        }
        let comments = ["The reply of mountebank to a request that matches no stub."]
        return [ImportedEndpoint(.any("/**", replies: [reply]), at: standard ?? value, comments: comments)]
    }

    /// Returns the endpoints of a stub, one for each method that it matches; empty if the stub is refused.
    private mutating func stub(
        _ value: ImportValue,
        _ standard: ImportValue?,
        _ differences: MountebankDifferences,
    ) -> [ImportedEndpoint] {
        guard let object = value.object() else { return [] }
        object.ignore("_links", "matches")
        let parsedRequest = differences.unlessRefused(in: file) {
            MountebankRequest(object.array("predicates"), differences)
        }
        guard let request = parsedRequest else { return [] }
        let list = object.array("responses")
        var replies = list.compactMap { response($0, standard) }
        object.noteUnreadMembers()
        guard !replies.isEmpty || list.isEmpty else { return [] }
        if replies.isEmpty {
            replies = [standard?.object().map { MountebankReply($0, defaults: nil).reply } ?? Scenario.Reply()]
        }
        for index in replies.indices { replies[index].times = replies.count > 1 ? replies[index].times ?? 1 : nil }
        var endpoints = request.endpoints(at: value, replies: replies)
        for index in endpoints.indices { endpoints[index].endpoint.afterLast = replies.count > 1 ? .cycle : nil }
        return endpoints
    }

    /// Returns a reply of a stub; nil if it is refused.
    private mutating func response(_ value: ImportValue, _ standard: ImportValue?) -> Scenario.Reply? {
        let before = file.refusalCount
        guard let object = value.object() else { return nil }
        for (name, problem) in [
            ("proxy", "a scenario does not forward requests"), ("inject", "the response is program code"),
        ] {
            if let part = object[name] { part.refuse(problem, instead: "the response is left out") }
        }
        var reply = Scenario.Reply()
        if let fault = object["fault"] {
            switch fault.string() {
            case "CONNECTION_RESET_BY_PEER": reply = reply.with(.connectionResetByPeer)
            case "RANDOM_DATA_THEN_CLOSE": reply = reply.with(.randomDataThenClose)
            case let name?:
                fault.refuse("unknown fault \(name.quoted)", instead: "the response is left out")
            case nil: break
            }
        } else {
            let part = object.object("is")
            reply = part.map { MountebankReply($0, defaults: standard).reply } ?? reply
            part?.noteUnreadMembers()
        }
        var answer = MountebankReply(reply)
        answer.setBehaviors(object)
        object.noteUnreadMembers()
        return file.refusalCount == before ? answer.reply : nil
    }
}

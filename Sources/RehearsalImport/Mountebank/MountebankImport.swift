import Rehearsal
import RehearsalDocuments

/// Reads imposters of mountebank: each is a scenario, whose stubs are asked from the first to the last.
struct MountebankImport {
    private(set) var scenarios: [ImportedScenario] = []
    private let file: ImportedFile
    var report: ImportReport
    private let name: String

    init(name: String, _ file: ImportedFile) { (self.name, self.file, report) = (name, file, ImportReport(of: file)) }

    /// Reads all of the file, and keeps what cannot be said.
    mutating func read(_ root: JSONDocument.Node) {
        defer { report.notes = file.notes }
        let whole = file.root(root)
        guard root["imposters"] != nil, let object = whole.object() else {
            imposter(whole, isOnly: true)
            return
        }
        let list = object.array("imposters")
        object.ignore("_links")
        object.finish()
        for value in list { imposter(value, isOnly: list.count == 1) }
    }

    private mutating func imposter(_ value: ImportValue, isOnly: Bool) {
        guard let object = value.object() else {
            report.refused += 1
            return
        }
        guard speaksHTTP(object, value) else { return }
        var scenario = beginning(object, isOnly: isOnly)
        let standard = object["defaultResponse"]
        let differences = MountebankDifferences()
        for stub in object.array("stubs") {
            let endpoints = self.stub(stub, standard, differences)
            if endpoints.isEmpty { report.refused += 1 } else { report.imported += 1 }
            scenario.endpoints += endpoints
        }
        differences.tell()
        let takesAll = scenario.endpoints.contains { imported in
            imported.endpoint.method == .any && imported.endpoint.path == "/**" && imported.endpoint.when == nil
        }
        if !takesAll { scenario.endpoints += standardEndpoint(standard, of: value) }
        for index in scenario.endpoints.indices { scenario.endpoints[index].rank = -index }
        object.finish()
        scenarios.append(scenario)
    }

    /// A scenario without stubs yet.
    private mutating func beginning(_ object: ImportObject, isOnly: Bool) -> ImportedScenario {
        let port = object["port"]?.scalar ?? ""
        var scenario = ImportedScenario(name: isOnly || port.isEmpty ? name : "\(name)-\(ImportSources.name(port))")
        scenario.summary = object.string("name").map { "\($0), from mountebank." } ?? ""
        scenario.cors = object.bool("allowCORS") ?? false
        // Where mountebank listens, what it keeps, and what it has seen.
        object.ignore("host", "key", "cert", "mutualAuth", "ciphers", "rejectUnauthorized")
        object.ignore("recordRequests", "recordMatches", "numberOfRequests", "requests", "_links")
        return scenario
    }

    /// Whether an imposter speaks HTTP; another one is left out, and said.
    private mutating func speaksHTTP(_ object: ImportObject, _ value: ImportValue) -> Bool {
        let kind = object.string("protocol") ?? "http"
        guard kind == "http" || kind == "https" else {
            report.refused += 1
            let problem = "an imposter of \(kind.quoted) does not speak HTTP"
            value.refuse(problem, instead: "the imposter is left out")
            return false
        }
        if kind == "https", let part = object["protocol"] {
            part.differ("a certificate is no part of a scenario", instead: "it is served without TLS")
        }
        return true
    }

    /// What is answered where no stub matches.
    private mutating func standardEndpoint(_ standard: ImportValue?, of value: ImportValue) -> [ImportedEndpoint] {
        var reply = Scenario.Reply()
        if let object = standard?.object() {
            reply = MountebankReply(object, over: nil).reply
            object.finish()
        }
        let comments = ["What mountebank answers where no stub matches."]
        return [ImportedEndpoint(.any("/**", replies: [reply]), at: standard ?? value, comments: comments)]
    }

    /// An endpoint for each method that a stub names; none, and said, if it cannot be imported.
    private mutating func stub(
        _ value: ImportValue,
        _ standard: ImportValue?,
        _ differences: MountebankDifferences,
    ) -> [ImportedEndpoint] {
        guard let object = value.object() else { return [] }
        object.ignore("_links", "matches")
        let asked = differences.unlessRefused(in: file) { MountebankRequest(object.array("predicates"), differences) }
        guard let request = asked else { return [] }
        let list = object.array("responses")
        var replies = list.compactMap { response($0, standard) }
        object.finish()
        guard !replies.isEmpty || list.isEmpty else { return [] }
        if replies.isEmpty {
            replies = [standard?.object().map { MountebankReply($0, over: nil).reply } ?? Scenario.Reply()]
        }
        for index in replies.indices { replies[index].times = replies.count > 1 ? replies[index].times ?? 1 : nil }
        var endpoints = request.endpoints(at: value, replies: replies)
        for index in endpoints.indices { endpoints[index].endpoint.afterLast = replies.count > 1 ? .cycle : nil }
        return endpoints
    }

    /// One response of a stub; nil, and said, if it cannot be sent.
    private mutating func response(_ value: ImportValue, _ standard: ImportValue?) -> Scenario.Reply? {
        let before = file.refusals
        guard let object = value.object() else { return nil }
        for (name, problem) in [
            ("proxy", "a scenario never asks another server"), ("inject", "what is sent is decided by a program"),
        ] {
            if let part = object[name] { part.refuse(problem, instead: "the response is left out") }
        }
        var reply = Scenario.Reply()
        if let fault = object["fault"] {
            switch fault.string() {
            case "CONNECTION_RESET_BY_PEER": reply = reply.with(.connectionResetByPeer)
            case "RANDOM_DATA_THEN_CLOSE": reply = reply.with(.randomDataThenClose)
            case let name?:
                fault.refuse("there is no fault \(name.quoted)", instead: "the response is left out")
            case nil: break
            }
        } else {
            let part = object.object("is")
            reply = part.map { MountebankReply($0, over: standard).reply } ?? reply
            part?.finish()
        }
        var answer = MountebankReply(reply)
        answer.setBehaviors(object)
        object.finish()
        return file.refusals == before ? answer.reply : nil
    }
}

import Rehearsal

/// Reads a simulation of Hoverfly, of any version: its pairs are asked by how closely they match.
///
/// Each matcher that is exact counts two, every other one and each state one; among pairs that count the same, the last
/// answers.
struct HoverflyImport {
    var imported: ImportedScenario
    var reader: ImportReader
    var report: ImportReport
    /// Values that templates name.
    private(set) var literals: [String: String] = [:]
    private var delays: [HoverflyDelay] = []
    /// What was said once for all pairs.
    private var told: Set<String> = []
    private var seen: Set<String> = []

    init(name: String, _ source: SourceText, file: @escaping (String) -> [UInt8]?) {
        imported = ImportedScenario(name: name)
        reader = ImportReader(source, .hoverfly)
        reader.file = file
        report = ImportReport(path: source.path, format: .hoverfly)
    }

    /// Reads all of the file, and keeps what cannot be said.
    mutating func read(_ root: JSONDocument.Node) {
        defer { report.notes = reader.notes }
        guard let whole = reader.object(ImportValue(node: root, path: "")), let data = reader.object(whole["data"])
        else {
            report.refused += 1
            if root["data"] == nil {
                reader.refuse(
                    ImportValue(node: root, path: ""),
                    "a simulation has \"data\"",
                    instead: "nothing is imported"
                )
            }
            return
        }
        // The version is told by how pairs are written.
        whole.ignore("meta")
        readLiterals(data)
        readDelays(data["globalActions"])
        for value in reader.array(data["pairs"]) { pair(value) }
        reader.finish(data)
        reader.finish(whole)
    }

    private mutating func readLiterals(_ data: ImportObject) {
        for value in reader.array(data["literals"]) {
            guard let object = reader.object(value), let name = reader.string(object["name"]) else { continue }
            literals[name] = object["value"]?.scalar
            reader.finish(object)
        }
        for value in reader.array(data["variables"]) {
            reader.differ(value, "a variable of templates is made by a function", instead: "templates do not name it")
        }
    }

    private mutating func readDelays(_ value: ImportValue?) {
        guard let object = reader.object(value) else { return }
        for name in ["delays", "delaysLogNormal"] {
            for value in reader.array(object[name]) {
                if let delay = HoverflyDelay(value, &reader) { delays.append(delay) }
            }
        }
        reader.finish(object)
    }

    private mutating func pair(_ value: ImportValue) {
        let request = reader.unlessRefused { reader in HoverflyRequest.read(value, &reader) }
        guard let object = reader.object(value), let request = request.flatMap({ $0 }) else {
            report.refused += 1
            return
        }
        object.ignore("request")
        tellOnce(request)
        let labels = reader.array(object["labels"]).compactMap { $0.scalar }
        let answer = answer(value, object, to: request)
        reader.finish(object)
        guard var answer else {
            report.refused += 1
            return
        }
        report.imported += 1
        // Of pairs that ask the same, Hoverfly keeps the first.
        guard isNew(value) else {
            reader.differ(value, "a pair before it asks the same", instead: "it is left out, as Hoverfly does")
            return
        }
        let delay = delays.first { $0.meets(request) }
        if answer.reply.delay.isNone, let delay { answer.reply.delay = delay.delay }
        beginSequences(request)
        for method in request.methods {
            var endpoint = endpoint(method, request, answer.reply, at: value)
            endpoint.comments = labels.isEmpty ? [] : [labels.joined(separator: " · ")]
            endpoint.fileNames[0] = answer.fileName
            imported.endpoints.append(endpoint)
        }
    }

    /// What a pair answers, and the name of the file that it is; nil, and said, if it cannot be sent.
    private mutating func answer(
        _ value: ImportValue,
        _ object: ImportObject,
        to request: HoverflyRequest,
    ) -> (reply: Scenario.Reply, fileName: String?)? {
        if object["response"] == nil { reader.refuse(value, "a pair has a \"response\"") }
        let tags = HoverflyTags(segments: request.segments, literals: literals)
        let answer = reader.unlessRefused { reader in
            reader.object(object["response"]).map { reader.hoverflyReply($0, tags) }
        }
        return answer.flatMap { $0 }
    }

    private func endpoint(
        _ method: Scenario.Method,
        _ request: HoverflyRequest,
        _ reply: Scenario.Reply,
        at value: ImportValue,
    ) -> ImportedEndpoint {
        let when = request.condition.asksNothing ? nil : request.condition
        var endpoint = ImportedEndpoint(
            endpoint: Scenario.Endpoint(method, request.path, when: when, replies: [reply]),
            value: value,
            source: reader.source
        )
        endpoint.rank = request.score &* (1 << 32) &+ imported.endpoints.count
        return endpoint
    }

    /// Whether no pair before it is written alike.
    private mutating func isNew(_ value: ImportValue) -> Bool {
        guard let request = value.node["request"]?.value else { return true }
        return seen.insert(String(decoding: request.bytes(), as: UTF8.self)).inserted
    }

    /// What no pair of a scenario can ask for: told once, as every pair of a recording has it.
    private mutating func tellOnce(_ request: HoverflyRequest) {
        for (name, value) in request.untold where told.insert(name).inserted {
            reader.differ(
                value,
                "a scenario is played at one address",
                instead: "every \(name) is taken, here and below"
            )
        }
        guard let value = request.named, told.insert("name").inserted else { return }
        reader.differ(
            value,
            "Hoverfly joins several values of one name, and compares the names of parameters whatever their case",
            instead: "one of the values is compared, and the case of names matters, here and below"
        )
    }

    /// Hoverfly begins each sequence that is asked for at its first step.
    private mutating func beginSequences(_ request: HoverflyRequest) {
        for name in request.condition.stateNames.map(\.name) where name.contains("sequence:") {
            if !imported.state.contains(where: { $0.name == name }) { imported.state.append(JSON.Member(name, "1")) }
        }
    }
}

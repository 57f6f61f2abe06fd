import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// Reads a simulation of Hoverfly, of any version: its pairs are asked by how closely they match.
///
/// Each matcher that is exact counts two, every other one and each state one; among pairs that count the same, the last
/// answers.
struct HoverflyImport {
    var imported: ImportedScenario
    private let file: ImportedFile
    var report: ImportReport
    /// Values that templates name.
    private(set) var literals: [String: String] = [:]
    private var delays: [HoverflyDelay] = []
    private var seen: Set<String> = []

    init(name: String, _ file: ImportedFile) {
        (imported, self.file, report) = (ImportedScenario(name: name), file, ImportReport(of: file))
    }

    /// Reads all of the file, and keeps what cannot be said.
    mutating func read(_ root: JSONDocument.Node) {
        defer { report.notes = file.notes }
        let root = file.root(root)
        guard let whole = root.object(), let data = whole.object("data") else {
            report.refused += 1
            if root.node["data"] == nil { root.refuse("a simulation has \"data\"", instead: "nothing is imported") }
            return
        }
        // The version is told by how pairs are written.
        whole.ignore("meta")
        readLiterals(data)
        readDelays(data.object("globalActions"))
        for value in data.array("pairs") { pair(value) }
        data.finish()
        whole.finish()
    }

    private mutating func readLiterals(_ data: ImportObject) {
        for value in data.array("literals") {
            guard let object = value.object(), let name = object.string("name") else { continue }
            literals[name] = object["value"]?.scalar
            object.finish()
        }
        for value in data.array("variables") {
            value.differ("a variable of templates is made by a function", instead: "templates do not name it")
        }
    }

    private mutating func readDelays(_ object: ImportObject?) {
        guard let object else { return }
        for name in ["delays", "delaysLogNormal"] {
            for value in object.array(name) {
                if let delay = HoverflyDelay(value) { delays.append(delay) }
            }
        }
        object.finish()
    }

    private mutating func pair(_ value: ImportValue) {
        let request = file.unlessRefused { HoverflyRequest.read(value) }
        guard let object = value.object(), let request else {
            report.refused += 1
            return
        }
        object.ignore("request")
        tellOnce(request)
        let labels = object.array("labels").compactMap { $0.scalar }
        let tags = HoverflyTags(segments: request.segments, literals: literals)
        if object["response"] == nil { value.refuse("a pair has a \"response\"") }
        let answer = file.unlessRefused { object.object("response").map { HoverflyReply($0, tags) } }
        object.finish()
        guard var answer else {
            report.refused += 1
            return
        }
        report.imported += 1
        // Of pairs that ask the same, Hoverfly keeps the first.
        guard isNew(value) else {
            value.differ("a pair before it asks the same", instead: "it is left out, as Hoverfly does")
            return
        }
        let delay = delays.first { $0.meets(request) }
        if answer.reply.delay.isNone, let delay { answer.reply.delay = delay.delay }
        beginSequences(request)
        let comments = labels.isEmpty ? [] : [labels.joined(separator: " · ")]
        let endpoints = request.endpoints(
            at: value,
            replies: [answer.reply],
            comments: comments,
            fileName: answer.fileName
        )
        for var endpoint in endpoints {
            endpoint.rank = request.score &* (1 << 32) &+ imported.endpoints.count
            imported.endpoints.append(endpoint)
        }
    }

    /// Whether no pair before it is written alike.
    private mutating func isNew(_ value: ImportValue) -> Bool {
        guard let request = value.node["request"]?.value else { return true }
        return seen.insert(String(decoding: request.bytes(), as: UTF8.self)).inserted
    }

    /// What no pair of a scenario can ask for: told once, as every pair of a recording has it.
    private func tellOnce(_ request: HoverflyRequest) {
        for (name, value) in request.untold {
            let instead = "every \(name) is taken, here and below"
            value.differOnce("a scenario is played at one address", instead: instead)
        }
        request.named?.differOnce(
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

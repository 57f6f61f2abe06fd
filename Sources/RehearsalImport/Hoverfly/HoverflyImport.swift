import Rehearsal
import RehearsalDocuments
import RehearsalRedaction

/// An import of a Hoverfly simulation of any schema version.
///
/// Hoverfly selects the matching pair with the highest score, and of equal scores the last pair. An exact matcher
/// scores 2; any other matcher and a required state score 1.
struct HoverflyImport {
    var imported: ImportedScenario
    private let file: ImportedFile
    var report: ImportReport
    /// The values of literals by their names in templates.
    private(set) var literals: [String: String] = [:]
    private var delays: [HoverflyDelay] = []
    private var seenRequests: Set<String> = []

    init(name: String, _ file: ImportedFile) {
        (imported, self.file, report) = (ImportedScenario(name: name), file, ImportReport(of: file))
    }

    /// Imports the file and collects the notes on it.
    mutating func read(_ root: JSONDocument.Node) {
        defer { report.notes = file.notes }
        let root = file.root(root)
        guard let document = root.object(), let data = document.object("data") else {
            report.refusedCount += 1
            if root.node["data"] == nil { root.refuse("\"data\" is missing", instead: "nothing is imported") }
            return
        }
        // The importer reads the pairs of all schema versions, so it does not need the version in `meta`.
        document.ignore("meta")
        readLiterals(data)
        readDelays(data.object("globalActions"))
        for value in data.array("pairs") { pair(value) }
        data.noteUnreadMembers()
        document.noteUnreadMembers()
    }

    private mutating func readLiterals(_ data: ImportObjectReader) {
        for value in data.array("literals") {
            guard let object = value.object(), let name = object.string("name") else { continue }
            literals[name] = object["value"]?.scalar
            object.noteUnreadMembers()
        }
        for value in data.array("variables") {
            value.noteDifference(
                "a template variable is computed by a function",
                instead: "it is not available in templates"
            )
        }
    }

    private mutating func readDelays(_ object: ImportObjectReader?) {
        guard let object else { return }
        for name in ["delays", "delaysLogNormal"] {
            for value in object.array(name) {
                if let delay = HoverflyDelay(value) { delays.append(delay) }
            }
        }
        object.noteUnreadMembers()
    }

    private mutating func pair(_ value: ImportValue) {
        let request = file.unlessRefused { HoverflyRequest.read(value) }
        guard let object = value.object(), let request else {
            report.refusedCount += 1
            return
        }
        object.ignore("request")
        noteUnmatchedFields(request)
        let labels = object.array("labels").compactMap { $0.scalar }
        let tags = HoverflyTemplates(segments: request.segments, literals: literals)
        if object["response"] == nil { value.refuse("the pair has no \"response\"") }
        let answer = file.unlessRefused { object.object("response").map { HoverflyReply($0, tags) } }
        object.noteUnreadMembers()
        guard var answer else {
            report.refusedCount += 1
            return
        }
        report.importedCount += 1
        // Hoverfly keeps the first of several pairs with the same request.
        guard isNew(value) else {
            value.noteDifference(
                "an earlier pair has the same request",
                instead: "this pair is left out, as in Hoverfly"
            )
            return
        }
        let delay = delays.first { $0.applies(request) }
        if answer.reply.delay.isZero, let delay { answer.reply.delay = delay.delay }
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

    /// Whether no earlier pair has the same request.
    private mutating func isNew(_ value: ImportValue) -> Bool {
        guard let request = value.node["request"]?.value else { return true }
        return seenRequests.insert(String(decoding: request.bytes(), as: UTF8.self)).inserted
    }

    /// Adds notes on the fields that a scenario cannot match, once per file, because every recorded pair has them.
    private func noteUnmatchedFields(_ request: HoverflyRequest) {
        for (name, value) in request.unmatchedFields {
            let instead = "any \(name) matches, here and in the rest of the file"
            value.noteDifferenceOnce("a scenario cannot match the \(name) of a request", instead: instead)
        }
        request.firstNamedMatcher?.noteDifferenceOnce(
            "Hoverfly joins repeated values and ignores the case of parameter names",
            instead: "a scenario compares one value, and the case of names matters, here and in the rest of the file"
        )
    }

    /// Sets each new sequence of states to its first step, which is 1 in Hoverfly.
    private mutating func beginSequences(_ request: HoverflyRequest) {
        for name in request.condition.allStateConditions.map(\.name) where name.contains("sequence:") {
            if !imported.state.contains(where: { $0.name == name }) { imported.state.append(JSON.Member(name, "1")) }
        }
    }
}

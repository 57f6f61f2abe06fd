@_spi(Wire) import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// The loading of scenario documents in a folder with a few files, beside a file that they must not access.
    static let scenario = FuzzTarget("scenario") { bytes in
        let path = ScenarioFolder.path + "/Scenarios/fuzz.jsonc"
        let loaded = ScenarioFiles.loadText(bytes, path: path, root: ScenarioFolder.path)
        try loaded.diagnostics.filter { $0.path == path }.requirePlaces(in: bytes)
        try Finding.require(
            (loaded.scenario == nil) == loaded.diagnostics.hasErrors,
            "a scenario with errors, or none without"
        )
        try ScenarioFolder.requireSecrecy(of: loaded, from: bytes)
        guard let scenario = loaded.scenario else { return }
        for reply in scenario.endpoints.flatMap(\.replies) { try reply.requireSendable() }
        _ = try CompiledScenario(scenario)
        try scenario.requireRoundTrip()
    }
}

/// The read-only folder with files that documents can refer to.
private enum ScenarioFolder {
    static let path = folder(above: folder(above: #filePath)) + "/Folder"
    /// The contents of the file outside of the folder, to which a link in the folder points.
    private static let secret = Array("beside-the-folder".utf8)

    private static func folder(above path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }

    /// Checks that the loaded scenario and its diagnostics contain nothing of the outside file, unless the document
    /// itself contains the text, perhaps with other bytes in between.
    static func requireSecrecy(of loaded: ScenarioFiles.LoadResult, from bytes: [UInt8]) throws {
        let letters = bytes.filter { ByteClass.isToken($0) }
        guard !contains(letters, secret.prefix(6)), !contains(letters, secret.suffix(6)) else { return }
        let messages = loaded.diagnostics.map(\.text).joined(separator: "\n")
        try Finding.require(!contains(Array(messages.utf8), secret), "a diagnostic quotes a file outside of the folder")
        let document = loaded.scenario?.document.bytes() ?? []
        try Finding.require(!contains(document, secret), "the scenario contains a file outside of the folder")
    }

    private static func contains(_ bytes: [UInt8], _ part: some Collection<UInt8>) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...(bytes.count - part.count)).contains { bytes[$0] == part.first && bytes[$0...].starts(with: part) }
    }
}

extension Scenario {
    /// Checks that the scenario survives a round trip, except for parts that a document cannot express.
    fileprivate func requireRoundTrip() throws {
        let written = document.bytes(pretty: true)
        let again = ScenarioFiles.loadText(written, path: "again.jsonc")
        let errors = again.diagnostics.filter { $0.severity == .error }.map(\.line)
        guard errors.isEmpty, let scenario = again.scenario else { throw Finding("written, it has errors: \(errors)") }
        let (before, after) = (written.text, scenario.document.bytes(pretty: true).text)
        try Finding.require(before == after, "the scenario changes in a round trip:\n\(before)\n\(after)")
        guard isExpressible else { return }
        try Finding.require(scenario.digest == digest, "the digest changes in a round trip")
    }

    /// Whether a document can express the scenario exactly: no conditions, one layer, no typed bytes and no repeated
    /// header.
    private var isExpressible: Bool {
        endpoints.allSatisfy { endpoint in
            endpoint.when == nil && endpoint.layer == 0 && endpoint.replies.allSatisfy(\.isExpressible)
        }
    }
}

extension Scenario.Reply {
    fileprivate var isExpressible: Bool {
        if case .bytes(_, .some) = body { return false }
        return Set(headers.fields.map { $0.name.lowercased() }).count == headers.fields.count
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

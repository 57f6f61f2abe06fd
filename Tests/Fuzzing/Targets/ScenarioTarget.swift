@_spi(Wire) import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// Scenario documents, in a folder of a few files and beside one that they must not reach.
    static let scenario = FuzzTarget("scenario") { bytes in
        let path = ScenarioFolder.path + "/Scenarios/fuzz.jsonc"
        let loaded = ScenarioFiles.loadText(bytes, path: path, root: ScenarioFolder.path)
        try loaded.diagnostics.filter { $0.path == path }.requirePlaces(in: bytes)
        try Finding.unless(
            (loaded.scenario == nil) == loaded.diagnostics.hasErrors,
            "errors, and yet a scenario, or neither"
        )
        try ScenarioFolder.requireSecrecy(of: loaded, from: bytes)
        guard let scenario = loaded.scenario else { return }
        for reply in scenario.endpoints.flatMap(\.replies) { try reply.requireSendable() }
        _ = try Playbook(scenario)
        try scenario.requireRoundTrip()
    }
}

/// What documents can refer to. Nothing in it is ever written.
private enum ScenarioFolder {
    static let path = folder(above: folder(above: #filePath)) + "/Folder"
    /// What stands beside the folder, and behind a link in it.
    private static let secret = Array("beside-the-folder".utf8)

    private static func folder(above path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }

    /// Nothing that is outside of the folder is in what was loaded, unless the document said it itself, perhaps with
    /// bytes between that are not shown.
    static func requireSecrecy(of loaded: ScenarioFiles.Loaded, from bytes: [UInt8]) throws {
        let letters = bytes.filter { ByteClass.isToken($0) }
        guard !contains(letters, secret.prefix(6)), !contains(letters, secret.suffix(6)) else { return }
        let told = loaded.diagnostics.map(\.text).joined(separator: "\n")
        try Finding.unless(!contains(Array(told.utf8), secret), "what is outside of the folder is told")
        let document = loaded.scenario?.document.bytes() ?? []
        try Finding.unless(!contains(document, secret), "what is outside of the folder is played")
    }

    private static func contains(_ bytes: [UInt8], _ part: some Collection<UInt8>) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...(bytes.count - part.count)).contains { bytes[$0] == part.first && bytes[$0...].starts(with: part) }
    }
}

extension Scenario {
    /// Written as a document and read again, it is the same scenario, but for what no document says.
    fileprivate func requireRoundTrip() throws {
        let written = document.bytes(pretty: true)
        let again = ScenarioFiles.loadText(written, path: "again.jsonc")
        let errors = again.diagnostics.filter { $0.severity == .error }.map(\.line)
        guard errors.isEmpty, let scenario = again.scenario else { throw Finding("written, it is refused: \(errors)") }
        let (before, after) = (written.text, scenario.document.bytes(pretty: true).text)
        try Finding.unless(before == after, "written and read again, it is another:\n\(before)\n\(after)")
        guard saysAll else { return }
        try Finding.unless(scenario.digest == digest, "written and read again, it does something else")
    }

    /// Whether a document can say all of it: no conditions, one layer, and no type of bytes or repeated header, which
    /// are said in another way.
    private var saysAll: Bool {
        endpoints.allSatisfy { endpoint in
            endpoint.when == nil && endpoint.layer == 0 && endpoint.replies.allSatisfy(\.saysAll)
        }
    }
}

extension Scenario.Reply {
    fileprivate var saysAll: Bool {
        if case .bytes(_, .some) = body { return false }
        return Set(headers.fields.map { $0.name.lowercased() }).count == headers.fields.count
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// The reading of recordings (HAR 1.2), exact and adapted for playing.
    static let har = FuzzTarget("har") { bytes in
        let source = SourceText(path: "Recordings/fuzz.har", bytes: bytes)
        for isExact in [false, true] {
            var diagnostics: [Diagnostic] = []
            let recording = Recording.read(source, exact: isExact, diagnostics: &diagnostics)
            try diagnostics.requirePlaces(in: bytes)
            try Finding.require((recording == nil) == diagnostics.hasErrors, "a recording with errors, or none without")
            guard let recording else { continue }
            for entry in recording.entries { try entry.reply.requireSendable() }
            let compiledScenario = try CompiledScenario(recording.scenario(named: "fuzz"))
            for entry in recording.entries { try compiledScenario.requireAnswer(to: entry) }
        }
    }
}

extension Scenario.Reply {
    /// Checks that no part of the head contains a line end.
    func requireSendable() throws {
        try Finding.require(0...999 ~= status, "a reply of status \(status)")
        for field in headers.fields {
            let isName = !field.name.isEmpty && field.name.utf8.allSatisfy { 0x21..<0x7F ~= $0 && $0 != 0x3A }
            try Finding.require(isName, "\(field.name.debugDescription) as the name of a header")
            try Finding.require(!Self.endsLine(field.value), "\(field.name) contains a line end")
        }
        try Finding.require(!Self.endsLine(reason), "a reason phrase contains a line end")
    }

    private static func endsLine(_ text: String?) -> Bool {
        text?.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 } ?? false
    }
}

extension CompiledScenario {
    /// Checks that an endpoint matches a recorded request.
    fileprivate func requireAnswer(to entry: Recording.Entry) throws {
        // An entry of a host that is not the first one is found by its Host field.
        let host = entry.origin.split(separator: "/").last.map { String($0) }
        let request = RequestText(entry.method.rawValue, path: entry.path, query: entry.query, host: host)
        guard request.isSendable else { return }
        let body = entry.requestBody?.bytes() ?? []
        var scratch = MatchBuffers()
        let match = request.withSpan { self.match(request.head, in: $0, body: body, scratch: &scratch) }
        guard case .endpoint = match else {
            throw Finding("no endpoint matches the recorded request \(entry.method) \(entry.path)")
        }
    }
}

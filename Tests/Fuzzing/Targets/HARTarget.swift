import Rehearsal
import RehearsalDocuments

extension FuzzTarget {
    /// Recordings (HAR 1.2), as they were recorded and made fit to be played.
    static let har = FuzzTarget("har") { bytes in
        let source = SourceText(path: "Recordings/fuzz.har", bytes: bytes)
        for isExact in [false, true] {
            var diagnostics: [Diagnostic] = []
            let recording = Recording.read(source, exact: isExact, diagnostics: &diagnostics)
            try diagnostics.requirePlaces(in: bytes)
            try Finding.unless((recording == nil) == diagnostics.hasErrors, "errors, and yet a recording, or neither")
            guard let recording else { continue }
            for entry in recording.entries { try entry.reply.requireSendable() }
            let playbook = try Playbook(recording.scenario(named: "fuzz"))
            for entry in recording.entries { try playbook.requireAnswer(to: entry) }
        }
    }
}

extension Scenario.Reply {
    /// Nothing in the head of a reply ends its line early.
    func requireSendable() throws {
        try Finding.unless(0...999 ~= status, "a reply of status \(status)")
        for field in headers.fields {
            let isName = !field.name.isEmpty && field.name.utf8.allSatisfy { 0x21..<0x7F ~= $0 && $0 != 0x3A }
            try Finding.unless(isName, "\(field.name.debugDescription) as the name of a header")
            try Finding.unless(!Self.endsLine(field.value), "\(field.name) holds the end of a line")
        }
        try Finding.unless(!Self.endsLine(reason), "a reason holds the end of a line")
    }

    private static func endsLine(_ text: String?) -> Bool {
        text?.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 } ?? false
    }
}

extension Playbook {
    /// A recorded request that comes again, byte for byte, finds an endpoint.
    fileprivate func requireAnswer(to entry: Recording.Entry) throws {
        let request = RequestText(entry.method.rawValue, path: entry.path, query: entry.query)
        guard request.isSendable else { return }
        let body = entry.requestBody?.bytes() ?? []
        var scratch = Scratch()
        let match = request.withSpan { self.match(request.head, in: $0, body: body, scratch: &scratch) }
        guard case .endpoint = match else {
            throw Finding("\(entry.method) \(entry.path) was recorded, and nothing answers it")
        }
    }
}

import Rehearsal
import RehearsalLint
import RehearsalServer
import RehearsalTestSupport
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

/// A recording on disk with the derived scenario beside it, and the replies of both.
struct DerivedSample {
    let folder: ScratchFolder
    let outcome: DerivedFile.UpdateResult

    var har: String { folder["Recordings/shop.har"] }
    var path: String { folder["Recordings/shop.jsonc"] }

    init(_ exchanges: [RecordedExchange]) throws {
        folder = try ScratchFolder()
        let writer = try RecordingWriter(folder["Recordings/shop"])
        for exchange in exchanges { _ = try writer.append(exchange) }
        try writer.close()
        outcome = DerivedFile(beside: folder["Recordings/shop.har"]).update(.keep)
    }

    func text() throws -> String { try folder.read("Recordings/shop.jsonc") }

    /// The members of the document.
    func document() throws -> JSON {
        let source = SourceText(path: "shop.jsonc", bytes: Array(try text().utf8))
        var diagnostics: [Diagnostic] = []
        return try #require(source.document(options: .relaxed, diagnostics: &diagnostics)).root.value
    }

    /// The endpoints as `GET /users 2`, with the number of their replies.
    func endpoints() throws -> [String] {
        let scenario = try #require(ScenarioFiles.load([path]).scenario)
        return scenario.endpoints.map { "\($0.method.rawValue) \($0.path.text) \($0.replies.count)" }
    }

    /// Returns the findings of `lint` on a file.
    func findings(of path: String) -> [String] {
        let options = ScenarioFiles.Options(linting: LintChecks(now: 1_795_300_000))
        return ScenarioFiles.load([path], options: options).diagnostics.map(\.text)
    }

    /// Returns the replies to the recorded requests in their order, from the recording alone and from the scenario.
    func answers() async throws -> (recording: [String], scenario: [String]) {
        (try await answers(of: har, [:]), try await answers(of: path, [:]))
    }

    /// Returns the replies of a file to the recorded requests, in which some texts are replaced.
    ///
    /// - Parameter clock: the clock of the backend; nil for the clock of this machine.
    func answers(
        of file: String,
        _ changed: [String: String] = [:],
        clock: VirtualClock? = nil,
    ) async throws -> [String] {
        let scenario = try #require(ScenarioFiles.load([file]).scenario)
        var options = Backend.Options()
        options.clock = clock
        let backend = try Backend.start(scenario, options: options)
        var answers: [String] = []
        for exchange in InspectedRecording(har).exchanges {
            let client = try await RawClient(port: backend.port)
            let request = Self.request(exchange) { Self.replacing(changed, in: $0) }
            let isSent = await client.send(request)
            guard isSent, let response = await client.response(toHead: exchange.method == "HEAD") else {
                answers.append("\(exchange.target): nothing")
                continue
            }
            let head = response.head.split(separator: "\r\n").filter { !$0.hasPrefix("Date:") }.sorted()
            let text = ([exchange.target] + head.map(String.init) + [response.text]).joined(separator: "\n")
            let parts = text.split(separator: ":\(backend.port)", omittingEmptySubsequences: false)
            answers.append(parts.joined(separator: ":PORT"))
        }
        await backend.stop()
        return answers
    }

    private static func replacing(_ changed: [String: String], in text: String) -> String {
        changed.sorted { $0.key < $1.key }.reduce(text) { text, change in
            text.split(separator: change.key, omittingEmptySubsequences: false).joined(separator: change.value)
        }
    }

    private static func request(_ exchange: InspectedExchange, _ changed: (String) -> String) -> String {
        let kept = exchange.requestHeaders.fields.filter {
            !["host", "content-length", "connection"].contains($0.name.lowercased())
        }
        let body = changed(String(decoding: exchange.requestBody, as: UTF8.self))
        let fields = changed(kept.map { "\($0.name): \($0.value ?? "")\r\n" }.joined())
        let target = changed(exchange.target)
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return
            "\(exchange.method) \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\(length)Connection: close\r\n\r\n"
            + body
    }
}

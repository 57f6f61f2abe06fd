import Rehearsal
import RehearsalDocuments
import RehearsalLint
import RehearsalRecordings
import RehearsalTestSupport

extension FuzzTarget {
    /// The writing of recordings. The lines of an input are a target, a media type, a header value and a body.
    ///
    /// The recording must be readable, and lint must find no secret in it.
    static let recordings = FuzzTarget("recordings") { bytes in
        let folder = try ScratchFolder()
        let path = folder["a.har"]
        do throws(RecordingWriter.Failure) {
            let writer = try RecordingWriter(path)
            _ = try writer.append(RecordedExchange(fuzzed: bytes))
            try writer.close()
        } catch {
            throw Finding("the exchange is not recorded: \(error)")
        }
        let recording = InspectedRecording(path)
        try Finding.require(recording.exchanges.count == 1, "\(recording.exchanges.count) exchanges instead of 1")
        let loaded = ScenarioFiles.load([path], options: .init(linting: LintChecks(now: 0)))
        let exposed = loaded.diagnostics.filter { [.secret, .exposedSecret].contains($0.code) }.map(\.message)
        try Finding.require(exposed.isEmpty, "the recording has secrets: \(exposed)")
    }
}

extension RecordedExchange {
    /// Creates an exchange from an input, without the bytes that HTTP does not allow.
    fileprivate init(fuzzed bytes: [UInt8]) {
        var parts = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false).map { Array($0) }
        while parts.count < 4 { parts.append([]) }
        let target = String(decoding: parts[0].filter { 0x21..<0x7F ~= $0 && $0 != UInt8(ascii: "#") }, as: UTF8.self)
        let type = String(decoding: parts[1].filter { 0x20..<0x7F ~= $0 }, as: UTF8.self)
        let value = String(decoding: parts[2].filter { 0x20..<0x7F ~= $0 }, as: UTF8.self)
        let headers = Scenario.Headers([.init("Content-Type", type), .init("X-Any", value)])
        self.init(
            method: "POST",
            url: "https://a.corp.io/\(target)",
            requestHeaders: headers,
            requestBody: parts[3],
            outcome: .reply(Reply(status: 200, headers: headers, body: parts[3]))
        )
    }
}

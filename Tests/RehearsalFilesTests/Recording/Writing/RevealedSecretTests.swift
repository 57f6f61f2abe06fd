import RehearsalTestSupport
import Testing

@testable import Rehearsal
@testable import RehearsalFiles

@Suite("A secret that was recorded before anybody knew it")
struct RevealedSecretTests {
    @Test("A secret that only a later exchange tells is taken out of the earlier ones at once, and out of their names.")
    func later() throws {
        let folder = try ScratchFolder()
        let sut = try RecordingWriter(folder["a"])
        let secret = "0paque-Value-42"
        let content = #"{"value":"\#(secret)","text":"\#(String(repeating: "word ", count: 30))"}"#
        _ = try sut.append(RecordingSample.exchange("GET", "https://a.corp.io/use/\(secret)", content: content))
        #expect(try folder.read("a/get-use-0paque-value-42.json").contains(secret))
        let revealing = RecordingSample.exchange(headers: ["Authorization": "Bearer \(secret)"])
        #expect(try sut.append(revealing).secrets == 1)
        // As whoever kills it now finds it.
        for (name, bytes) in try RecordingSample.files(in: folder.path) {
            #expect(bytes.start(of: Array(secret.utf8), from: 0) == nil, "it is in \(name)")
            #expect(!name.lowercased().contains("0paque"), "\(name)")
        }
        #expect(try folder.read("a/get-use-redacted.json").contains("[redacted 00000001]"))
        #expect(sut.withoutSecrets("/use/\(secret)") == "/use/redacted-00000001")
        _ = try sut.append(RecordingSample.exchange())
        try sut.close()
        #expect(try folder.read("a.har").contains("Bearer [redacted 00000001]"))
        let names = InspectedRecording(folder["a.har"]).exchanges.map(\.name)
        #expect(names == ["get-use-redacted", "get-users", "get-users-2"])
    }

    @Test(
        "So it is in a recording that is to take the place of another, and in one that goes on.",
        arguments: [true, false]
    )
    func laterElsewhere(_ isReplacing: Bool) throws {
        let folder = try ScratchFolder()
        let secret = "0paque-Value-42"
        let telling = RecordingSample.exchange(content: #"{"value":"\#(secret)"}"#)
        let first = try RecordingWriter(folder["a"])
        _ = try first.append(isReplacing ? RecordingSample.exchange() : telling)
        try first.close()
        let sut = try RecordingWriter(folder["a"], options: .init(start: isReplacing ? .replacing : .continuing))
        if isReplacing { _ = try sut.append(telling) }
        _ = try sut.append(RecordingSample.exchange(headers: ["Authorization": "Bearer \(secret)"]))
        for (name, bytes) in try RecordingSample.files(in: folder.path) {
            #expect(bytes.start(of: Array(secret.utf8), from: 0) == nil, "it is in \(name)")
        }
        try sut.close()
        #expect(InspectedRecording(folder["a.har"]).exchanges.count == 2)
        #expect(try folder.read("a.har").contains("Bearer [redacted 00000001]"))
    }
}

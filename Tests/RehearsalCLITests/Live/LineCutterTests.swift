import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Splitting a stream into lines", .limitedConcurrency)
struct LineCutterTests {
    @Test("The cutter returns whole lines wherever the bytes are split.")
    func lines() {
        let text = Array("one\n\ntwo and a half\nrest".utf8)
        for cut in 0...text.count {
            var sut = LineSplitter()
            let lines = sut.append(Array(text[..<cut])) + sut.append(Array(text[cut...]))
            #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["one", "", "two and a half"])
        }
    }
}

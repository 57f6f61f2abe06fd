import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalImport
@testable import RehearsalJSON

@Suite("Damaged files of other tools", .limitedConcurrency)
struct DamagedImportTests {
    private static let tools = ["WireMock", "Mockoon", "Hoverfly", "Mountebank"]

    private func imported(_ bytes: [UInt8], format: ImportFormat? = nil) -> ImportBatch {
        var importing = ImportBatch(format: format)
        importing.add("a", [SourceText(path: "a.json", bytes: bytes)])
        return importing
    }

    private static func documents(of tool: String) -> [[UInt8]] {
        ImportFixture.all(tool).compactMap { try? FileSystem.read($0.path, limit: 1 << 20) }
    }

    /// The errors in the imported documents, each with its document.
    private func errors(in sut: ImportBatch) -> [String] {
        sut.documents.filter(\.bodies.isEmpty).flatMap { document in
            ScenarioFiles.loadText(Array(document.text.utf8), path: "a.jsonc").diagnostics
                .filter { $0.severity == .error }.map { $0.text + document.text }
        }
    }

    @Test("A truncated file is rejected, with the position.", arguments: tools)
    func truncated(_ tool: String) async throws {
        let found = try await runBlocking {
            Self.documents(of: tool).flatMap { bytes in
                stride(from: 0, to: bytes.count - 2, by: max(1, bytes.count / 7)).compactMap { length -> String? in
                    let sut = imported(Array(bytes.prefix(length)))
                    let notes = sut.reports.flatMap(\.notes)
                    return sut.hasRefusals && notes.contains { $0.position != nil } ? nil : "\(length): \(notes)"
                }
            }
        }
        #expect(found == [])
    }

    @Test(
        "An imported scenario loads without an error, even if a value of the file has another type.",
        arguments: tools
    )
    func wrongKinds(_ tool: String) async throws {
        let others = ["null", "7", "\"x\"", "[]", "{}", "true", "[{}]", "-1e400", "\"{{#if\"", "[1,\"a\"]"]
        // Testing each value of each file would take a minute; a sample finds the same defects.
        let step = 11
        let found = try await runBlocking {
            Self.documents(of: tool).enumerated().flatMap { offset, bytes -> [String] in
                guard let document = try? JSONDocument(parsing: bytes) else { return ["no JSON"] }
                return stride(from: 1 + offset % step, to: document.entries.count, by: step).flatMap {
                    index -> [String] in
                    let range = JSONDocument.Node(document: document, index: index).range
                    // The name of a member is not a value.
                    if bytes[range.upperBound] == UInt8(ascii: ":") { return [] }
                    var damaged = bytes
                    damaged.replaceSubrange(range, with: Array(others[index / step % others.count].utf8))
                    return errors(in: imported(damaged))
                }
            }
        }
        #expect(found.prefix(3) == [])
    }

    @Test(
        "A file of no known format is rejected, with the reason and the position.",
        arguments: [
            ("", "the document is empty"), ("{}", "the format is not recognized"),
            ("[1]", "the format is not recognized"),
            (#"{"request": }"#, "a value"), (#"{"mappings": 7}"#, "expected an array"),
            (#"{"routes": {}}"#, "expected an array"), (#"{"data": {"pairs": "x"}}"#, "expected an array"),
            (#"{"imposters": [3]}"#, "expected an object"), ("\u{FEFF}{\"log\": 3}", "entries[0] is a number"),
        ]
    )
    func foreign(_ text: String, _ problem: String) throws {
        let sut = imported(Array(text.utf8))
        #expect(sut.hasRefusals)
        #expect(sut.documents.isEmpty)
        let notes = sut.reports.flatMap(\.notes)
        #expect(!notes.isEmpty)
        #expect(notes.allSatisfy { $0.position != nil })
        #expect(notes.contains { $0.problem.contains(problem) } || text.contains("log"), "\(notes)")
    }

    @Test("Documents that nest too deep, and bytes that are not UTF-8, are rejected.")
    func strange() {
        let deep = String(repeating: #"{"not":"#, count: 300) + "1" + String(repeating: "}", count: 300)
        let nested = #"{"request":{"url":"/a","headers":{"X":\#(deep)}},"response":{}}"#
        #expect(imported(Array(nested.utf8)).hasRefusals)
        let body = #"{"request":{"url":"/a"},"response":{"jsonBody":\#(deep)}}"#
        #expect(
            imported(Array(body.utf8)).reports.first?.notes.first?.problem
                == "the document nests deeper than 200 levels"
        )
        let wide = Array("{\"request\":{\"url\":\"/a\"},\"response\":{}}".utf16).flatMap { [UInt8($0 & 0xFF), 0] }
        #expect(imported([0xFF, 0xFE] + wide).hasRefusals)
        let latin = Array(#"{"request":{"url":"/a"},"response":{"body":""#.utf8) + [0xE9] + Array(#""}}"#.utf8)
        #expect(imported(latin).hasRefusals)
    }

    @Test("Matchers that nest a hundred levels deep are rejected.")
    func matchers() {
        let deep = String(repeating: #"{"not":"#, count: 100) + #"{"equalTo":"a"}"# + String(repeating: "}", count: 100)
        let sut = imported(Array(#"{"request":{"url":"/a","headers":{"X":\#(deep)}},"response":{}}"#.utf8))
        #expect(sut.reports.first?.notes.map(\.problem) == ["matchers nest deeper than 24 levels"])
    }

    @Test("Hundreds of mappings become a scenario without errors.")
    func many() throws {
        let mappings = (0..<400).map { index in
            #"{"request":{"method":"GET","urlPathPattern":"/a\#(index)/.*"},"response":{"body":"\#(index)"}}"#
        }
        let sut = imported(Array(#"{"mappings":[\#(mappings.joined(separator: ","))]}"#.utf8))
        #expect(sut.reports.first?.status == .whole)
        #expect(sut.reports.first?.importedCount == 400)
        #expect(errors(in: sut) == [])
    }
}

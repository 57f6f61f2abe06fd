import Foundation
import TestAdmission
import Testing

@testable import RehearsalJSON

private let corpora = ProcessInfo.processInfo.environment["REHEARSAL_CORPORA"]

@Suite("A JSON document that is read as YAML", .limitedConcurrency)
struct YAMLFromJSONTests {
    @Test(
        "Every document of the JSON corpus that is valid has the same value in YAML, unless a name is repeated.",
        .enabled(if: corpora != nil, "REHEARSAL_CORPORA does not name the folder of the corpora")
    )
    func corpus() throws {
        let folder = URL(filePath: try #require(corpora)).appending(path: "json/test_parsing")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("y_") }
        let repeated = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            let value = try? JSONDocument(yaml: bytes).root.value
            let isRepeated = repeated.contains(file.lastPathComponent)
            let expected = isRepeated ? JSON?.none : try JSON(parsing: bytes)
            #expect(value == expected, "\(file.lastPathComponent)")
        }
        #expect(files.count > 90)
    }

    @Test("A generated document has the same value and the same positions in YAML.", arguments: 0..<20 as Range<UInt64>)
    func generated(_ seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        for _ in 0..<100 {
            let value = JSON.sample(depth: 4, &generator)
            for bytes in [value.bytes(), value.bytes(pretty: true), value.printableBytes(pretty: true)] {
                let (sut, expected) = (try JSONDocument(yaml: bytes), try JSONDocument(parsing: bytes))
                #expect(sut.root.value == expected.root.value)
                #expect(sut.ranges == expected.ranges)
            }
        }
    }
}

extension JSONDocument {
    /// The ranges of all names and values, in document order.
    fileprivate var ranges: [Range<UInt32>] { entries.map { $0.start..<$0.end } }
}

extension JSON {
    private static let texts = [
        "", "a", "<<", "- a", "a: b", "#", "é😀\u{301}", "\"\\/", "\n\t\r \u{1}\u{1F}", "\u{7F}\u{80}\u{FFFF}\u{2028}",
        "  x ", "null",
        "*a", "&b", "!c", "%", "[{", "---", "\u{FEFF}", "'",
    ]
    private static let numbers = [
        "0", "-0", "1", "-12", "1.50", "0.1", "1e3", "1E+2", "-0.0e-10", "12345678901234567890",
    ]

    /// Returns a random value; its names differ.
    fileprivate static func sample(depth: Int, _ generator: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .number(Number(text: numbers.randomElement(using: &generator) ?? "0"))
        case 3, 4: return .string(text(&generator))
        case 5:
            return .array(
                (0..<Int.random(in: 0..<5, using: &generator)).map { _ in sample(depth: depth - 1, &generator) }
            )
        default:
            let names = Set((0..<Int.random(in: 0..<12, using: &generator)).map { _ in Array(text(&generator).utf8) })
            return .object(
                names.sorted { $0.lexicographicallyPrecedes($1) }
                    .map { Member(String(decoding: $0, as: UTF8.self), sample(depth: depth - 1, &generator)) }
            )
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let parts = (0..<Int.random(in: 1..<4, using: &generator)).map { _ in
            texts.randomElement(using: &generator) ?? ""
        }
        return parts.joined()
    }
}

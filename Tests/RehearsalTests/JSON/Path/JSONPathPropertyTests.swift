import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Paths compared with plain definitions", .limitedConcurrency)
struct JSONPathPropertyTests {
    /// A document in which no object repeats a name.
    private func document(_ depth: Int, _ source: inout SeededGenerator) -> JSON {
        let kind = Int.random(in: (depth > 3 ? 3 : 0)..<(depth == 0 ? 3 : 9), using: &source)
        switch kind {
        case 0: return [0, 1, nil, true].randomElement(using: &source) ?? nil
        case 1: return ["", "a", "b", "c"].randomElement(using: &source) ?? ""
        case 2: return [[], [:]].randomElement(using: &source) ?? []
        case 3...5: return .array((0..<Int.random(in: 0...4, using: &source)).map { _ in document(depth - 1, &source) })
        default:
            let names = ["a", "b", "c", "d"].shuffled(using: &source).prefix(Int.random(in: 0...4, using: &source))
            return .object(names.map { JSON.Member($0, document(depth - 1, &source)) })
        }
    }

    @Test("Two thousand random paths select the nodes of the RFC in its order.", arguments: 0..<4)
    func random(_ round: Int) throws {
        var source = SeededGenerator(state: UInt64(round))
        var found = 0
        for _ in 0..<500 {
            let document = document(4, &source)
            let segments = (0..<Int.random(in: 1...4, using: &source)).map { _ in OracleSegment.random(&source) }
            let path = "$" + segments.map(\.written).joined()
            let expected = segments.reduce([OracleNode(path: "$", value: document)]) { $1.nodes(from: $0) }
            let sut = try JSON.Path(path)
            let locations = sut.locations(in: document)
            let example: Comment = "\(path) in \(String(decoding: document.bytes(), as: UTF8.self))"
            #expect(locations?.map(\.path) == expected.map(\.path), example)
            #expect(locations?.map(\.value) == expected.map(\.value), example)
            #expect(sut.hasMatch(in: document) == !expected.isEmpty, example)
            found += expected.count
        }
        #expect(found > 500)
    }

    @Test("The normalized path of every value selects that value alone.", arguments: 0..<4)
    func normalized(_ round: Int) throws {
        var source = SeededGenerator(state: 1_000 + UInt64(round))
        for _ in 0..<50 {
            let document = document(4, &source)
            for location in try JSON.Path("$..*").locations(in: document) ?? [] {
                #expect(try JSON.Path(location.path).locations(in: document) == [location])
            }
        }
    }
}

import Foundation
import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Requests parsed by h11", .limitedConcurrency)
struct OtherReaderTests {
    /// A known difference: the result here, which is the broken rule or "answered", and the result of h11.
    private struct Listed: Decodable, Hashable {
        let ours: String
        let theirs: String
        /// The sentence of the RFC that decides.
        let decides: String
    }

    private static func listed() throws -> [Listed] {
        try JSONDecoder().decode(
            [Listed].self,
            from: Data(contentsOf: URL(filePath: Program.file("h11-differences.json", from: #filePath)))
        )
    }

    private static func streams() -> [[UInt8]] {
        (0..<8000).map { number in
            var generator = RequestGenerator(number)
            return generator.stream()
        }
    }

    @Test(
        "Both parsers agree, or the difference is listed with the sentence that decides it.",
        .enabled("needs python3 with h11") { await PythonModule.isInstalled("h11") }
    )
    func agreement() async throws {
        let streams = try await runBlocking { Self.streams() }
        let theirs = try await OtherReader.read(streams)
        #expect(theirs.count == streams.count)
        let found = try await runBlocking { try Self.compare(streams, theirs) }
        #expect(found.news == [])
        #expect(found.unseen == [], "listed, and no longer seen")
        #expect(found.agreed > streams.count / 2)
    }

    /// The differences between two readings of many streams.
    private struct Comparison: Sendable {
        var agreed = 0
        /// Differences that are not listed.
        var news: [String] = []
        /// Listed differences that no stream shows.
        var unseen: [String] = []
    }

    private static func compare(_ streams: [[UInt8]], _ theirs: [OtherReader.Reading]) throws -> Comparison {
        var unseen = Set(try listed())
        let known = Dictionary(grouping: unseen) { "\($0.ours) / \($0.theirs)" }
        var unlisted: [String: (count: Int, example: String)] = [:]
        var found = Comparison()
        for (stream, theirs) in zip(streams, theirs) {
            guard let difference = ReadingPair(ours: RequestSequence([stream]), theirs: theirs).difference else {
                found.agreed += 1
                continue
            }
            let key = "\(difference.ours) / \(difference.theirs)"
            if let listed = known[key] {
                unseen.subtract(listed)
            } else {
                let example = String(reflecting: String(decoding: stream, as: UTF8.self))
                unlisted[key] = ((unlisted[key]?.count ?? 0) + 1, example)
            }
        }
        found.news = unlisted.map { "\($0.key): \($0.value.count) times, as in \($0.value.example)" }.sorted()
        found.unseen = unseen.map(\.ours).sorted()
        return found
    }
}

import Foundation
import Rehearsal
import RehearsalTestSupport
import Testing

@Suite("Requests as h11 reads them")
struct OtherReaderTests {
    /// A difference that is known: what becomes of a request here, the rule it breaks or "answered", and what there.
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
        "They are ours, or the difference is listed with the sentence that decides it.",
        .enabled("needs python3 with h11") { await PythonModule.isInstalled("h11") }
    )
    func agreement() async throws {
        let streams = Self.streams()
        let theirs = try await OtherReader.read(streams)
        #expect(theirs.count == streams.count)
        var unseen = Set(try Self.listed())
        let known = Dictionary(grouping: unseen) { "\($0.ours) / \($0.theirs)" }
        var unlisted: [String: (count: Int, example: String)] = [:]
        var agreed = 0
        for (stream, theirs) in zip(streams, theirs) {
            let pair = ReadingPair(ours: RequestReading([stream]), theirs: theirs)
            guard let difference = pair.difference else {
                agreed += 1
                continue
            }
            let key = "\(difference.ours) / \(difference.theirs)"
            if let listed = known[key] {
                unseen.subtract(listed)
            } else {
                unlisted[key] = (
                    (unlisted[key]?.count ?? 0) + 1, String(reflecting: String(decoding: stream, as: UTF8.self))
                )
            }
        }
        let news = unlisted.map { "\($0.key): \($0.value.count) times, as in \($0.value.example)" }.sorted()
        #expect(news == [])
        #expect(unseen.map(\.ours).sorted() == [], "listed, and no longer seen")
        #expect(agreed > streams.count / 2)
    }
}

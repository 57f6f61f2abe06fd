import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("A corpus of valid and invalid requests", .limitedConcurrency)
struct CorpusTests {
    @Test("The corpus has at least eight hundred requests with distinct names and bytes.")
    func size() {
        #expect(CorpusCase.all.count >= 800)
        #expect(Set(CorpusCase.all.map(\.name)).count == CorpusCase.all.count)
        #expect(CorpusCase.all.allSatisfy { !$0.bytes.isEmpty })
    }

    @Test(
        "Each request that is sent whole gets the expected replies, journal entry and ending.",
        arguments: PollerKind.allCases
    )
    func whole(_ kind: PollerKind) async throws {
        var wrong: [String] = []
        for sut in CorpusCase.all { wrong += try await mistakes(sut, [sut.bytes], on: kind) }
        #expect(wrong == [])
    }

    @Test("Each request that is read byte by byte gets the same replies, journal entry and ending.")
    func apart() async throws {
        var wrong: [String] = []
        // Single bytes do not depend on the kind of poller, so each kind reads half of the requests.
        for (index, sut) in CorpusCase.all.enumerated() {
            let kind = PollerKind.allCases[index % PollerKind.allCases.count]
            // A long request is sent in larger pieces, except for its last bytes.
            let long = sut.bytes.dropLast(200)
            let pieces = stride(from: 0, to: long.count, by: 911).map { Array(long[$0..<min($0 + 911, long.count)]) }
            wrong += try await mistakes(sut, pieces + RequestSequence.singleBytes(sut.bytes.suffix(200)), on: kind)
        }
        #expect(wrong == [])
    }

    @Test("Reading a request in two pieces or byte by byte gives the same result as reading it whole.")
    func cuts() async throws {
        let wrong = await Self.all { sut in
            let whole = RequestSequence([sut.bytes], leniency: sut.leniency.ofRequests)
            // A long request is cut at about a hundred places.
            let step = max(1, sut.bytes.count / 100)
            var splits = stride(from: 0, through: sut.bytes.count, by: step).map { cut in
                [Array(sut.bytes[..<cut]), Array(sut.bytes[cut...])]
            }
            if sut.bytes.count < 2000 { splits.append(RequestSequence.singleBytes(sut.bytes)) }
            return splits.compactMap { pieces in
                let reading = RequestSequence(pieces, leniency: sut.leniency.ofRequests)
                let isEqual = reading.requests == whole.requests && reading.ending == whole.ending
                return isEqual ? nil : "\(sut.name), cut at \(pieces[0].count): \(reading.ending), not \(whole.ending)"
            }
        }
        #expect(wrong == [])
    }

    private static func all(_ find: @escaping @Sendable (CorpusCase) -> [String]) async -> [String] {
        (try? await runBlocking { CorpusCase.all.flatMap(find) }) ?? ["nothing was judged"]
    }

    /// Returns the differences from the expected outcome when the pieces of a case are sent to a new backend.
    private func mistakes(_ sut: CorpusCase, _ pieces: [[UInt8]], on kind: PollerKind) async throws -> [String] {
        var options = BothLoops.options(kind)
        options.leniency = sut.leniency
        let scenario = Scenario("corpus", endpoints: [.any("/**", replies: [.init()])])
        let backend = try Backend.start(scenario, options: options)
        let (statuses, isClosed) = try await RawClient(port: backend.port).run { client in
            for piece in pieces {
                client.send(piece)
                if pieces.count > 1 { backend.drainSockets() }
            }
            client.finishSending()
            var statuses: [Int] = []
            while let response = client.response() {
                if response.status != 100 { statuses.append(response.status) }
            }
            return (statuses, client.readToEnd().ending == .closed)
        }
        let entries = backend.journal.entries
        var wrong: [String] = []
        if statuses != sut.statuses.compactMap(\.self) { wrong.append("replies: \(statuses)") }
        if !isClosed { wrong.append("the connection was not closed") }
        if entries.count != sut.statuses.count { wrong.append("\(entries.count) entries") }
        // The journal holds the bytes of a tolerated head as they arrived, not as they were interpreted.
        if sut.bytes.count < 2000, !entries.allSatisfy({ sut.bytes.firstRange(of: $0.rawHead) != nil }) {
            wrong.append("a head that was not sent: \(entries.map { String(decoding: $0.rawHead, as: UTF8.self) })")
        }
        let decision = entries.last.map { "\($0.decision)" } ?? "none"
        if decision != sut.decision { wrong.append("decision: \(decision)") }
        let violation = entries.last?.violation ?? ""
        if !Self.names(violation, sut.sections) { wrong.append("violation: \(violation)") }
        return wrong.map { "\(sut.name): \($0)" }
    }

    /// Whether the violation begins with the first section and contains the others in order.
    ///
    /// Without sections, the violation must be empty.
    private static func names(_ violation: String, _ sections: [String]) -> Bool {
        guard let first = sections.first else { return violation.isEmpty }
        guard violation.hasPrefix("\(first):") else { return false }
        var rest = violation[...]
        for section in sections {
            guard let range = rest.firstRange(of: "\(section):") else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

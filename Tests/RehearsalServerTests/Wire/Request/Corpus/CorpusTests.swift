import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("A corpus of requests, right and wrong", .admitted)
struct CorpusTests {
    @Test("It has more than four hundred, each with a name of its own and each read whole.")
    func size() {
        #expect(CorpusCase.all.count >= 800)
        #expect(Set(CorpusCase.all.map(\.name)).count == CorpusCase.all.count)
        #expect(CorpusCase.all.allSatisfy { !$0.bytes.isEmpty })
    }

    @Test("Each is answered, journaled and ended as it has to be, sent whole.", arguments: PollerKind.allCases)
    func whole(_ kind: PollerKind) async throws {
        var wrong: [String] = []
        for sut in CorpusCase.all { wrong += try await mistakes(sut, [sut.bytes], on: kind) }
        #expect(wrong == [])
    }

    @Test("And so it is when every byte is read alone.")
    func apart() async throws {
        var wrong: [String] = []
        // A byte is a byte to either way of polling, so each of them reads half of the requests.
        for (index, sut) in CorpusCase.all.enumerated() {
            let kind = PollerKind.allCases[index % PollerKind.allCases.count]
            // A long one has its last bytes alone, and those before in larger pieces.
            let long = sut.bytes.dropLast(200)
            let pieces = stride(from: 0, to: long.count, by: 911).map { Array(long[$0..<min($0 + 911, long.count)]) }
            wrong += try await mistakes(sut, pieces + RequestReading.apart(sut.bytes.suffix(200)), on: kind)
        }
        #expect(wrong == [])
    }

    @Test("Reading it in two pieces, cut anywhere, or byte by byte, is reading it whole.")
    func cuts() async throws {
        let wrong = await Self.all { sut in
            let whole = RequestReading([sut.bytes], leniency: sut.leniency.ofRequests)
            // A long one is cut at some hundred places.
            let step = max(1, sut.bytes.count / 100)
            var splits = stride(from: 0, through: sut.bytes.count, by: step).map { cut in
                [Array(sut.bytes[..<cut]), Array(sut.bytes[cut...])]
            }
            if sut.bytes.count < 2000 { splits.append(RequestReading.apart(sut.bytes)) }
            return splits.compactMap { pieces in
                let reading = RequestReading(pieces, leniency: sut.leniency.ofRequests)
                let isEqual = reading.requests == whole.requests && reading.ending == whole.ending
                return isEqual ? nil : "\(sut.name), cut at \(pieces[0].count): \(reading.ending), not \(whole.ending)"
            }
        }
        #expect(wrong == [])
    }

    private static func all(_ find: @escaping @Sendable (CorpusCase) -> [String]) async -> [String] {
        (try? await onThread { CorpusCase.all.flatMap(find) }) ?? ["nothing was judged"]
    }

    /// What is not as it has to be when the pieces of a case are sent to a backend of its own.
    private func mistakes(_ sut: CorpusCase, _ pieces: [[UInt8]], on kind: PollerKind) async throws -> [String] {
        var options = BothLoops.options(kind)
        options.leniency = sut.leniency
        let scenario = Scenario("corpus", endpoints: [.any("/**", replies: [.init()])])
        let backend = try Backend.start(scenario, options: options)
        let (statuses, isClosed) = try await RawClient(port: backend.port).run { client in
            for piece in pieces {
                client.send(piece)
                if pieces.count > 1 { backend.catchUp() }
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
        // What was tolerated is journaled as it came, not as it was understood.
        if sut.bytes.count < 2000, !entries.allSatisfy({ sut.bytes.firstRange(of: $0.rawHead) != nil }) {
            wrong.append("a head that was not sent: \(entries.map { String(decoding: $0.rawHead, as: UTF8.self) })")
        }
        let decision = entries.last.map { "\($0.decision)" } ?? "none"
        if decision != sut.decision { wrong.append("decision: \(decision)") }
        let violation = entries.last?.violation ?? ""
        if !Self.names(violation, sut.sections) { wrong.append("violation: \(violation)") }
        return wrong.map { "\(sut.name): \($0)" }
    }

    /// Whether it begins with the first of the sections, and holds the others in order; nothing where there are none.
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

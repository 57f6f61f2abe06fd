import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("The decoding map of a run", .limitedConcurrency)
struct DecodingMapRunTests {
    private func report(of defect: Int?, _ operation: String, _ rules: Set<String> = []) async -> ContractReport {
        var run = ContractRun(defect.flatMap(Defect.numbered).map(Gallery.client) ?? Gallery.reference)
        let isTaken = { (clause: PlannedClause) in
            clause.operation.name == operation && (rules.isEmpty || rules.contains(clause.rule.id))
        }
        run.plan.clauses.removeAll { !isTaken($0) }
        run.plan.probes.removeAll { !isTaken($0) }
        return await run.report()
    }

    @Test("A client without a defect swallows no change and reports each error with its path.")
    func reference() async throws {
        let report = await report(
            of: nil,
            "fetchReservations",
            ["DEC-01", "DEC-02", "DEC-03", "DEC-05", "DEC-07", "DEC-09", "DEC-10"]
        )
        let sut = try #require(DecodingMap.maps(of: report).first)
        for kind in [MutationEffect.Kind.swallowed, .vague, .unknown, .hang, .crash] { #expect(sut.count(kind) == 0) }
        #expect(sut.count(.error) > 100)
        // The elements of the list, 14 fields, and the whole body.
        #expect(sut.rows.count == 16)
        #expect(report.results.allSatisfy { !$0.isProbe && $0.isPassOrMachineBusy })
    }

    @Test("A swallowed change that no clause covers fails under the rule that it belongs to.")
    func swallowed() async throws {
        let report = await report(of: 11, "fetchParkingSpots")
        let probe = try #require(report.results.first { $0.id == "DEC-10/fetchParkingSpots/price_per_hour:19.99" })
        #expect(probe.verdict == .fail)
        #expect(Set(report.failures.map(\.rule)) == ["DEC-10"])
        let row = try #require(DecodingMap.maps(of: report).first?.rows.first { $0.field == "$[*].price_per_hour" })
        #expect(row.worst(.amount) == .swallowed)
    }

    @Test("A rounded number is found by a probe.")
    func rounded() async throws {
        let report = await report(
            of: 11,
            "createReservation",
            ["REQ-01", "DEC-06", "REPO-01", "STAT-01", "DEC-10"]
        )
        let probe = try #require(report.results.first { $0.id == "DEC-10/createReservation/total_price:2^53+1" })
        #expect(probe.isProbe)
        #expect(probe.verdict == .fail)
        #expect(
            probe.findings == [
                "$.total_price (2^53+1) was swallowed: $.totalPrice: 7.5 became 9007199254740992"
            ]
        )
    }

    @Test("A long recording is mutated on sending and judged like any other.")
    func long() async throws {
        let spot = #"{"id": 7, "name": "Harbour"}"#
        let body = "[\((0..<1_000).map { _ in spot }.joined(separator: ", "))]"
        let contract = Contract<WireClient>(
            "spots",
            declares: .init(transport: "sockets"),
            operations: [
                .value(
                    "names",
                    .get("/spots"),
                    recorded: .json(body),
                    golden: (0..<1_000).map { _ in "Harbour" },
                    fields: [.required("$[*].name", .string)]
                ) { client in
                    let reply = try await client.send(WireRequest("GET", "/spots"), within: .seconds(240))
                    let node = try Node(body: reply.body, defect: nil)
                    return try node.elements { node throws(DecodingFailure) in try node["name"].text() }
                }
            ],
            classify: { error in (error as? DecodingFailure).map { .decoding($0.kind, path: $0.path) } }
        )
        let subject = InProcessSubject(contract) { trial in
            WireClient(host: "127.0.0.1", port: trial.baseURL.port ?? 0)
        }
        var run = ContractRun(subject)
        run.plan.clauses.removeAll { !["DEC-02", "DEC-03", "REPO-01"].contains($0.rule.id) }
        let report = await run.report()
        #expect(report.failures.map(\.id) == [])
        #expect(report.results.count == 4)
        #expect(report.results.allSatisfy { $0.isPassOrMachineBusy })
        let map = try #require(DecodingMap.maps(of: report).first)
        #expect(map.rows.first { $0.field == "$[*].name" }?.worst(.removed) == .error)
        #expect(map.count(.unknown) == 0)
    }
}

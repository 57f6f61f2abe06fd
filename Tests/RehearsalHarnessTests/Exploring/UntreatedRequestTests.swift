import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import RehearsalServer
import TestAdmission
import Testing

@Suite("Requests outside of the model, and calls without progress", .limitedConcurrency)
struct UntreatedRequestTests {
    @Test(
        "A history with a long poll is complete, whether the backend holds its reply or delays it.",
        arguments: [Scenario.Reply(200, hold: .init("events")), Scenario.Reply(200, delay: .seconds(30))]
    )
    func longPoll(_ reply: Scenario.Reply) async throws {
        let subject = ProbeClient.subject { wire in
            Task {
                while true { try await ProbeClient.send(WireRequest("GET", "/events"), on: wire) }
            }
        } read: { wire in
            try await ProbeClient.send(ProbeClient.item, on: wire)
        }
        var exploration = ProbeClient.exploration(.get("/events", replies: [reply]))
        exploration.backgroundRequests = ["/events"]
        let history = try await ScheduleRunner(subject, exploration).run(ProbeClient.calls)
        #expect(history.isComplete)
        #expect(history.requests.contains { $0.path == "/events" })
        #expect(history.calls.allSatisfy { $0.outcome.value != nil })
    }

    @Test("A request to a path that the model does not have belongs to its step, and is reported once.")
    func undeclaredPath() async throws {
        let subject = ProbeClient.subject { wire in
            try await ProbeClient.send(WireRequest("GET", "/flags?a=1"), on: wire)
            let reply = try await ProbeClient.send(ProbeClient.item, on: wire)
            if !reply.isSuccess { throw WireFailure.connectionLost }
        }
        let exploration = ProbeClient.exploration()
        let step = Schedule.Step(.call(.init("read")), [.normal, .status(503)])
        let history = try await ScheduleRunner(subject, exploration).run(Schedule([step, step]))
        #expect(history.isComplete)
        #expect(history.requests(of: 1).map(\.target) == ["/flags?a=1", "/items/1"])
        #expect(history.requests(of: 1).map(\.status) == [501, 503])
        #expect(history.requests(of: 1).map(\.exemption) == [.undeclaredPath, nil])

        var options = Explorer.Options()
        (options.schedules, options.properties) = (20, ["PROP-01", "PROP-03", "PROP-10"])
        let report = try await Explorer(subject, exploration, options).run()
        #expect(report.progress.inconclusive == 0)
        #expect(report.undeclaredRequests == ["GET /flags"])
        let line = "not in the model, which replied with 501: GET /flags"
        #expect(report.lines.contains(line), "\(report.lines)")
        #expect(report.findings.isEmpty, "\(report.lines)")
    }

    @Test("A request whose body does not arrive is rejected, and the history is complete.")
    func incompleteBody() async throws {
        let subject = ProbeClient.subject { wire in
            var request = WireRequest("POST", "/items")
            request.headers.append("Content-Length", "5")
            let reply = try await ProbeClient.send(request, on: wire)
            #expect(reply.status == 408)
            try await ProbeClient.send(ProbeClient.item, on: wire)
        }
        let step = Schedule.Step(.call(.init("read")))
        let history = try await ScheduleRunner(subject, ProbeClient.exploration()).run(Schedule([step]))
        #expect(history.isComplete)
        #expect(history.requests(of: 0).map(\.exemption) == [.incompleteRequest, nil])
        #expect(history.calls.allSatisfy { $0.outcome.value != nil })
    }

    @Test("A call that waits in real time without a request is not a hang.")
    func realWaits() async throws {
        let silent = Scenario("silent", endpoints: [.get("/", replies: [Scenario.Reply(hold: .init("never"))])])
        let other = try Backend.start(silent)
        let port = other.port
        let subject = ProbeClient.subject { wire in
            let unreachable = WireClient(host: "127.0.0.1", port: Int(port))
            for _ in 0..<10 {
                let reply = try? await unreachable.send(WireRequest("GET", "/"), within: .milliseconds(150))
                #expect(reply == nil)
            }
            try await ProbeClient.send(ProbeClient.item, on: wire)
        }
        let history = try await ScheduleRunner(subject, ProbeClient.exploration()).run(ProbeClient.calls)
        #expect(history.calls.map(\.outcome.kind) == [.value, .value, .value, .value])
        await other.stop()
    }

    @Test("A call that never ends is a hang, although it ends when it is cancelled, and the run ends.")
    func hang() async throws {
        let subject = ProbeClient.subject { _ in
            let (events, continuation) = AsyncStream<Void>.makeStream()
            for await _ in events {}
            withExtendedLifetime(continuation) {}
        }
        let exploration = ProbeClient.exploration()
        let history = try await ScheduleRunner(subject, exploration).run(ProbeClient.calls)
        #expect(history.calls.map(\.outcome.kind) == [.hang])
        let contract = ExploredContract(subject.declaration, exploration)
        let property = Property.all.first { $0.id == "PROP-01" }
        #expect(property?.check(history, contract).map(\.sentence) == ["read did not return"])
    }
}

import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Properties of single calls", .limitedConcurrency)
struct CallPropertyTests {
    @Test("A request while no call is in progress violates PROP-01, unless the client declares it.")
    func withoutCall() {
        var sut = MadeHistory()
        sut.call("sync", .transport(.connectionLost), .create(1, id: nil, nil, action: .requestLost))
        sut.pause(.create(1, id: 4))
        #expect(sut.violations(of: "PROP-01") == ["POST /notes was sent while no call was in progress"])
        sut.exploration.backgroundRequests = ["/notes"]
        #expect(sut.violations(of: "PROP-01") == [])
        sut.exploration.backgroundRequests = []
        sut.exploration.synchronizations = []
        #expect(sut.violations(of: "PROP-01") == [])
    }

    @Test("A request for tokens, and one after a cancelled call, may arrive while no call is in progress.")
    func permittedWithoutCall() {
        var sut = MadeHistory()
        sut.call("list", .cancelled, .list())
        sut.pause(.login)
        #expect(sut.violations(of: "PROP-01") == [])
        sut.pause(.list())
        #expect(sut.violations(of: "PROP-01").count == 1)
        var cancelled = MadeHistory()
        cancelled.call("list", .cancelled, .list())
        cancelled.changeLastCall { $0.wasCancelled = true }
        cancelled.pause(.list())
        #expect(cancelled.violations(of: "PROP-01") == [])
    }

    @Test("The deadline applies to each write of a synchronization, and to each other call.")
    func deadline() {
        var sut = MadeHistory()
        sut.call("sync", elapsed: .seconds(19), .create(1, id: 4, key: "a"), .create(2, id: 5, key: "b"))
        #expect(sut.violations(of: "PROP-01") == [])
        sut.call("sync", elapsed: .seconds(19), .create(3, id: 6, key: "c"))
        #expect(sut.violations(of: "PROP-01") == ["sync took 19 s, and its deadline is 10 s"])
        sut.call("list", .value(MadeHistory.list), elapsed: .seconds(11), .list())
        #expect(sut.violations(of: "PROP-01").last == "list took 11 s, and its deadline is 10 s")
    }

    @Test("An error without the header fields or the body of the reply violates PROP-09.")
    func lostParts() {
        func violations(_ outcome: ClientOutcome) -> [String] {
            var sut = MadeHistory()
            let reply = MadeHistory.Request(
                "GET",
                "/notes",
                404,
                reply: ["title": "Gone"],
                replyHeaders: ["Cache-Control": "no-store"]
            )
            sut.call("list", outcome, reply)
            return sut.violations(of: "PROP-09")
        }
        let headers: Scenario.Headers = ["cache-control": "no-store", "Date": "now"]
        let body = Array(#"{"status":404,"title":"Gone"}"#.utf8)
        #expect(violations(.http(status: 404, headers: headers, body: body)) == [])
        #expect(
            violations(.http(status: 404, headers: [:], body: body))
                == ["list ended with http(404) without the header field Cache-Control"]
        )
        #expect(
            violations(.http(status: 404, headers: headers)) == [
                "list ended with http(404) without the body of the reply"
            ]
        )
        #expect(violations(.domain("gone", status: 404)) == [])
    }

    @Test("A client may be rejected once after the schedule if the reply to a refresh was lost.")
    func rejectedOnce() {
        var sut = MadeHistory()
        sut.call("list", .value(MadeHistory.list), .login, .list())
        sut.call("list", .transport(.connectionLost), .refresh("r1", nil, action: .replyLost))
        sut.recover()
        var second = sut
        sut.call("list", .auth(.refreshFailed), .refresh("r1", 400))
        sut.call("list", .value(MadeHistory.list), .login, .list())
        #expect(sut.violations(of: "PROP-10") == [])
        // An error without a request is not the server's.
        second.call("list", .auth(.refreshFailed))
        #expect(
            second.violations(of: "PROP-10")
                == ["list ended with auth(refreshFailed), although the server is healthy again"]
        )
    }

    @Test("A rejection after the schedule violates PROP-10 if the session was not disturbed.")
    func rejectedInSession() {
        var sut = MadeHistory()
        sut.call("list", .value(MadeHistory.list), .login, .list())
        sut.recover()
        sut.call("list", .auth(.unauthenticated), .init("GET", "/notes", 401))
        #expect(sut.violations(of: "PROP-10").count == 1)
    }

    @Test("A signed-out client fails without a request, unless it signs in by itself.")
    func signedOut() {
        var sut = MadeHistory()
        sut.call("logout", .value(.null))
        sut.recover()
        sut.call("list", .auth(.unauthenticated))
        #expect(sut.violations(of: "PROP-10").count == 1)
        sut.exploration.token = "a1"
        #expect(sut.violations(of: "PROP-10") == [])
    }

    @Test("A stored value from before a sign-out violates PROP-10 until the client has read another one.")
    func endedSession() {
        var sut = MadeHistory()
        let stored = ClientOutcome.value(MadeHistory.list, .init(isStale: true))
        sut.call("list", .value(MadeHistory.list), .login, .list())
        sut.call("list", stored, isOnline: false)
        sut.call("logout", .value(.null))
        #expect(sut.violations(of: "PROP-10") == [])
        var read = sut
        sut.call("list", stored, isOnline: false)
        #expect(sut.violations(of: "PROP-10") == ["list returned a value that was stored before logout"])
        read.call("list", .value(MadeHistory.list), .login, .list())
        read.call("list", stored, isOnline: false)
        #expect(read.violations(of: "PROP-10") == [])
    }

    @Test("A healthy call that returns another value than its reply violates PROP-10.")
    func otherReply() {
        var sut = MadeHistory()
        sut.call("list", .value(MadeHistory.list), .login, .list())
        sut.recover()
        sut.call("list", .value([]), .list())
        #expect(sut.violations(of: "PROP-10").count == 1)
    }

    @Test("A call that hangs violates PROP-01 only, and its later effects are not judged.")
    func hang() {
        var sut = MadeHistory()
        sut.call("create", .value(MadeHistory.draft(1)), isOnline: false)
        sut.call("list", .hang, .list())
        sut.recover()
        sut.call("sync")
        sut.call("list", .transport(.connectionLost))
        let violated = (1...10).map { "PROP-" + ($0 < 10 ? "0\($0)" : "\($0)") }.filter {
            !sut.violations(of: $0).isEmpty
        }
        #expect(violated == ["PROP-01"])
    }

    @Test("A history of which the journal has dropped requests is inconclusive.")
    func dropped() throws {
        var sut = MadeHistory()
        sut.call("list", .value([]), .list())
        let property = try #require(Property.all.first { $0.id == "PROP-02" })
        let contract = ExploredContract(MadeHistory.declaration, sut.exploration)
        #expect(property.check(sut.history, contract).count == 1)
        sut.set(dropped: 1)
        #expect(property.check(sut.history, contract) == [])
        #expect(
            property.judgment(of: sut.history, contract)
                == .inconclusive("the journal no longer holds 1 of the requests")
        )
    }

    @Test("A property of the app reports the step and the requests of its violation.")
    func app() throws {
        var sut = MadeHistory()
        sut.call("list", .value(MadeHistory.list), .list())
        sut.call("remove", .value(.null))
        sut.exploration.properties = [
            .init("APP-01", "The user removes nothing.") { history in
                history.calls.filter { $0.operation == "remove" }.map {
                    .init("a note was removed", step: $0.step, requests: [0])
                }
            }
        ]
        let property = try #require(Property.all(of: sut.exploration).last)
        let found = property.check(sut.history, ExploredContract(MadeHistory.declaration, sut.exploration))
        #expect(found == [.init("a note was removed", step: 1, requests: [0])])
    }

    @Test("A time limit that does not expire is not a wait of a healthy call.")
    func timeLimit() {
        func violations(elapsed: Duration) -> [String] {
            var sut = MadeHistory()
            sut.call("list", .value(MadeHistory.list), .login, .list())
            sut.recover()
            sut.call("list", .value(MadeHistory.list), elapsed: elapsed, .list())
            sut.set(waits: [.init(at: sut.lastRequestAt, duration: .seconds(2))])
            return sut.violations(of: "PROP-10")
        }
        #expect(violations(elapsed: .zero) == [])
        #expect(violations(elapsed: .seconds(2)) == ["list waited 2 s, although the server is healthy again"])
    }

    @Test("A domain error that the contract declares for a status reports the status.")
    func domainError() {
        func violations(_ name: String) -> [String] {
            var sut = MadeHistory()
            sut.call("remove", .domain(name), .init("DELETE", "/notes/2", 404))
            return sut.violations(of: "PROP-09")
        }
        #expect(violations("noSuchNote") == [])
        #expect(violations("other") == ["remove ended with domain(other), and the last reply had the status 404"])
    }

    @Test("A call in the background may wait for a delayed reply that arrives during the next step.")
    func delayInNextStep() {
        func violations(isInBackground: Bool) -> [String] {
            var sut = MadeHistory()
            sut.call("list", .value(MadeHistory.list), elapsed: .seconds(15), .list())
            sut.pause(.init("GET", "/notes", reply: MadeHistory.list, action: .delay(.seconds(9))))
            let end = isInBackground ? Int64.max : 0
            sut.changeLastCall { $0.endedAt = max($0.endedAt, end) }
            return sut.violations(of: "PROP-01").filter { $0.contains("deadline") }
        }
        #expect(violations(isInBackground: true) == [])
        #expect(violations(isInBackground: false) == ["list took 15 s, and its deadline is 10 s"])
    }

    @Test("A call that times out at its own deadline need not report the last reply.")
    func timeoutAtDeadline() {
        func violations(elapsed: Duration) -> [String] {
            var sut = MadeHistory()
            sut.call("list", .timeout, elapsed: elapsed, .init("GET", "/notes", 503, action: .status(503)))
            return sut.violations(of: "PROP-09")
        }
        #expect(violations(elapsed: .seconds(10)) == [])
        #expect(violations(elapsed: .seconds(1)) == ["list ended with timeout, and the last reply had the status 503"])
    }
}

import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Properties of tokens, attempts and waits", .limitedConcurrency)
struct SessionPropertyTests {
    @Test("A call that repeats a refresh whose reply was lost violates PROP-03, and a later call does not.")
    func repeatedRefresh() {
        let lost = MadeHistory.Request.refresh("r1", nil, action: .replyLost)
        var sut = MadeHistory()
        sut.call("list", .transport(.connectionLost), lost, .refresh("r1", nil, action: .requestLost))
        #expect(
            sut.violations(of: "PROP-03") == [
                "list sent POST /auth/refresh again with the same token, although the server may have replaced it"
            ]
        )
        var later = MadeHistory()
        later.call("list", .transport(.connectionLost), lost)
        later.call("list", .transport(.connectionLost), lost)
        #expect(later.violations(of: "PROP-03") == [])
        var answered = MadeHistory()
        answered.call("list", .transport(.connectionLost), .refresh("r1", 503, action: .status(503)), .refresh("r1"))
        #expect(answered.violations(of: "PROP-03") == [])
    }

    @Test("The attempts of each request are counted in the order of their arrival.")
    func attempts() {
        var sut = MadeHistory()
        let failed = MadeHistory.Request("GET", "/notes", 503, action: .status(503))
        sut.call("list", .http(status: 503), failed, failed, failed)
        #expect(sut.violations(of: "PROP-03") == [])
        let other = MadeHistory.Request("GET", "/notes?page=2", 503, action: .status(503))
        sut.call("list", .http(status: 503), failed, failed, other, other, other, failed, failed, other)
        #expect(
            sut.violations(of: "PROP-03") == [
                "list sent GET /notes 4 times, and declares 3 attempts",
                "list sent GET /notes?page=2 4 times, and declares 3 attempts",
            ]
        )
    }

    @Test("A refresh token that a refresh has replaced violates PROP-07 when it is sent again.")
    func usedRefreshToken() {
        func violations(_ token: String, after first: MadeHistory.Request) -> [String] {
            var sut = MadeHistory()
            sut.call("list", .value(MadeHistory.list), first, .list())
            sut.call("list", .auth(.refreshFailed), .refresh(token, 400))
            return sut.violations(of: "PROP-07")
        }
        #expect(
            violations("r1", after: .refresh("r1")) == [
                "POST /auth/refresh was sent with a token that a refresh had replaced"
            ]
        )
        #expect(violations("r2", after: .refresh("r1")) == [])
        // The client did not receive the new token.
        #expect(violations("r1", after: .refresh("r1", nil, action: .replyLost)) == [])
        // The server did not issue another token.
        #expect(violations("r1", after: .refresh("r1", issues: "r1")) == [])
    }

    @Test("A refresh token that is valid for several requests may be sent again.")
    func reusableToken() {
        var sut = MadeHistory()
        sut.exploration.model.auth?.bearer.issues[1].rotates = false
        sut.call("list", .value(MadeHistory.list), .refresh("r1"), .list())
        sut.call("list", .value(MadeHistory.list), .refresh("r1"), .list())
        #expect(sut.violations(of: "PROP-07") == [])
    }

    @Test("An access token that a refresh has replaced violates PROP-07 when it is sent again.")
    func replacedAccessToken() {
        func violations(_ token: String) -> [String] {
            var sut = MadeHistory()
            let old = MadeHistory.Request("GET", "/notes", 401, headers: ["Authorization": "Bearer a1"])
            var second = MadeHistory.Request.list()
            second.headers = ["Authorization": "Bearer \(token)"]
            sut.call("list", .value(MadeHistory.list), old, .refresh("r1"), second)
            return sut.violations(of: "PROP-07")
        }
        #expect(violations("a1") == ["GET /notes was sent with a token that a refresh had replaced"])
        #expect(violations("access of r2") == [])
    }

    @Test(
        "A call whose refresh was rejected ends in an authentication error, and one whose refresh was not found need not."
    )
    func rejectedRefresh() {
        func violations(_ status: Int) -> [String] {
            var sut = MadeHistory()
            sut.call("list", .http(status: status), .init("GET", "/notes", 401), .refresh("r1", status))
            return sut.violations(of: "PROP-07")
        }
        #expect(violations(400) == ["list ended with http(400) after its refresh was rejected (400)"])
        #expect(violations(404) == [])
    }

    @Test("A wait shorter than Retry-After violates PROP-08.")
    func retryAfter() {
        func violations(_ wait: Duration) -> [String] {
            var sut = MadeHistory()
            let busy = MadeHistory.Request("GET", "/notes", 503, replyHeaders: ["Retry-After": "2"])
            sut.call("list", .value(MadeHistory.list), busy, .list())
            sut.set(waits: [.init(at: sut.lastRequestAt - 5, duration: wait)])
            return sut.violations(of: "PROP-08")
        }
        #expect(violations(.seconds(2)) == [])
        #expect(
            violations(.milliseconds(100)) == ["GET /notes was repeated after 100 ms, and Retry-After asks for 2 s"]
        )
    }
}

import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("States of a session in a history", .limitedConcurrency)
struct SessionStateTests {
    /// Returns a history of a client that has signed in, and whose user must sign in again when the session ends.
    private func signedIn() -> MadeHistory {
        var history = MadeHistory()
        history.exploration.signIns = ["login"]
        history.call("list", .value(MadeHistory.list), .login, .list(with: "a1"))
        return history
    }

    @Test("A token without a refresh token may expire, and the client then fails until it signs in.")
    func expiry() {
        func violations(token: String, refreshToken: JSON? = nil) -> [String] {
            var sut = MadeHistory()
            sut.exploration.model.auth?.bearer.issues.removeLast()
            sut.exploration.signIns = ["login"]
            let tokens: JSON = ["access_token": "a1", "refresh_token": refreshToken ?? .null]
            sut.call("list", .value(MadeHistory.list), .init("POST", "/auth/login", reply: tokens), .list(with: "a1"))
            sut.recover()
            sut.call("list", .auth(.unauthenticated), .list(with: token, 401))
            sut.call("list", .auth(.unauthenticated))
            return sut.violations(of: "PROP-10")
        }
        #expect(violations(token: "a1") == [])
        #expect(violations(token: "another").count == 2)
        #expect(violations(token: "a1", refreshToken: "r1").count == 2)
    }

    @Test("A client may sign out after its new token was rejected too, and not after the first rejection.")
    func secondRejection() {
        func violations(_ second: MadeHistory.Request...) -> [String] {
            var sut = signedIn()
            switch second.count {
            case 0: sut.call("list", .auth(.unauthenticated), .list(with: "a1", 401))
            default:
                sut.call(
                    "list",
                    .auth(.unauthenticated),
                    .list(with: "a1", 401),
                    .refresh("r1"),
                    .list(with: "access of r2", 401)
                )
                for request in second.dropFirst() { sut.call("list", .value(MadeHistory.list), request) }
            }
            sut.recover()
            sut.call("list", .auth(.unauthenticated))
            return sut.violations(of: "PROP-10")
        }
        let rejected = MadeHistory.Request.list(with: "access of r2", 401)
        #expect(violations(rejected) == [])
        #expect(violations().count == 1)
        // The client still has the tokens, and the server has accepted them again.
        #expect(violations(rejected, .list(with: "access of r2")).count == 1)
    }

    @Test("A cancelled call may not have received the late reply to its refresh.")
    func cancelledRefresh() {
        func violations(of id: String, isCancelled: Bool) -> [String] {
            var sut = signedIn()
            sut.call("list", .cancelled, .list(with: "a1", 401), .refresh("r1", action: .late))
            if isCancelled { sut.cancelLastCall() }
            sut.recover()
            sut.call("list", .auth(.refreshFailed), .list(with: "a1", 401), .refresh("r1", 400))
            return sut.violations(of: id)
        }
        #expect(violations(of: "PROP-10", isCancelled: true) == [])
        #expect(violations(of: "PROP-10", isCancelled: false).count == 1)
        #expect(violations(of: "PROP-07", isCancelled: true) == [])
        #expect(
            violations(of: "PROP-07", isCancelled: false) == [
                "GET /notes was sent with a token that a refresh had replaced"
            ]
        )
    }

    @Test("A cancelled call hides no later request with a replaced token.")
    func replacedAfterCancellation() {
        var sut = signedIn()
        sut.call("list", .cancelled, .list(with: "a1"))
        sut.cancelLastCall()
        sut.call("list", .value(MadeHistory.list), .list(with: "a1", 401), .refresh("r1"), .list(with: "access of r2"))
        // The last request of the cancelled call arrives late.
        #expect(sut.violations(of: "PROP-07") == [])
        sut.call("list", .value(MadeHistory.list), .list(with: "a1"))
        #expect(sut.violations(of: "PROP-07") == ["GET /notes was sent with a token that a refresh had replaced"])
    }

    @Test("A refused refresh ahead of expiry ends no call whose request has succeeded.")
    func refreshAheadOfExpiry() {
        var sut = signedIn()
        sut.call("list", .value(MadeHistory.list), .list(with: "a1"), .refresh("r1", 400))
        #expect(sut.violations(of: "PROP-07") == [])
        sut.call("list", .value(MadeHistory.list), .list(with: "a1", 401), .refresh("r1", 400))
        #expect(sut.violations(of: "PROP-07").count == 1)
    }

    @Test("A client that continues with its token after a refused refresh is signed in.")
    func acceptedAfterRefusal() {
        var sut = signedIn()
        sut.call("list", .value(MadeHistory.list), .refresh("r1", 400))
        var accepted = sut
        sut.recover()
        sut.call("list", .auth(.unauthenticated))
        #expect(sut.violations(of: "PROP-10") == [])
        accepted.call("list", .value(MadeHistory.list), .list(with: "a1"))
        accepted.recover()
        accepted.call("list", .auth(.unauthenticated))
        #expect(accepted.violations(of: "PROP-10").count == 1)
    }

    @Test("A token that is accepted after a refused refresh restores no refresh token.", arguments: [false, true])
    func usedRefreshToken(isReplyLost: Bool) {
        var sut = signedIn()
        if isReplyLost {
            sut.call("list", .transport(.connectionLost), .refresh("r1", nil, action: .replyLost))
        }
        sut.call("list", .auth(.refreshFailed), .refresh("r1", 404))
        sut.call("list", .value(MadeHistory.list), .list(with: "a1"))
        sut.recover()
        sut.call("list", .auth(.refreshFailed), .list(with: "a1", 401), .refresh("r1", 400))
        #expect(sut.violations(of: "PROP-10").count == (isReplyLost ? 0 : 1))
    }
}

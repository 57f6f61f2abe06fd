import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Requests in the background in a history", .limitedConcurrency)
struct BackgroundRequestTests {
    private var history: MadeHistory {
        var history = MadeHistory()
        history.exploration.backgroundRequests = ["/analytics"]
        return history
    }

    @Test("A request in the background with a replaced token does not violate PROP-07.")
    func replacedToken() {
        var sut = history
        sut.call("list", .value(MadeHistory.list), .login, .list(with: "a1"))
        sut.call("list", .value(MadeHistory.list), .list(with: "a1", 401), .refresh("r1"), .analytics(with: "a1"))
        #expect(sut.violations(of: "PROP-07") == [])
        sut.exploration.backgroundRequests = []
        #expect(sut.violations(of: "PROP-07").count == 1)
    }

    @Test("A request in the background does not hide an ignored refusal of a refresh.")
    func ignoredRefusal() {
        var sut = history
        sut.call("list", .http(status: 400), .list(with: "a1", 401), .refresh("r1", 400), .analytics(with: "a1"))
        #expect(sut.violations(of: "PROP-07") == ["list ended with http(400) after its refresh was rejected (400)"])
    }

    @Test("An error reports the last reply to a request of its call, not one to a request in the background.")
    func reportedReply() {
        var sut = history
        sut.call("list", .http(status: 500), .init("GET", "/notes", 404), .analytics(with: "a1"))
        #expect(sut.violations(of: "PROP-09") == ["list ended with http(500), and the last reply had the status 404"])
    }

    @Test("An error after an incomplete request does not report the reply to an earlier one.")
    func incompleteRequest() {
        func violations(_ exemption: History.Exemption?) -> [String] {
            var (sut, last) = (history, MadeHistory.Request("POST", "/notes", 408))
            last.exemption = exemption
            sut.call("create", .transport(.connectionLost), .create(1, id: nil, 503), last)
            return sut.violations(of: "PROP-09")
        }
        #expect(violations(.incompleteRequest) == [])
        let sentence = "create ended with transport(connectionLost), and the last reply had the status 408"
        #expect(violations(nil) == [sentence])
    }

    @Test("The deadline of a synchronization does not apply to requests in the background.")
    func deadline() {
        var sut = history
        sut.call("sync", elapsed: .seconds(19), .create(1, id: 4), .analytics(with: "a1"))
        #expect(sut.violations(of: "PROP-01") == ["sync took 19 s, and its deadline is 10 s"])
    }

    @Test("A write is queued although a request in the background arrives during its call.")
    func queuedWrite() {
        var sut = history
        sut.call("create", .value(MadeHistory.draft(1)), isOnline: false, .analytics(with: "a1"))
        sut.recover()
        sut.call("sync")
        #expect(sut.violations(of: "PROP-05") == ["the queued create was not delivered"])
    }
}

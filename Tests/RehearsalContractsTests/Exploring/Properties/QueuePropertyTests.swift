import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Properties of queued writes and pages", .limitedConcurrency)
struct QueuePropertyTests {
    /// Returns a history in which notes are queued without a connection, each in its own step.
    private func queue(_ edits: Int...) -> MadeHistory {
        var history = MadeHistory()
        for edit in edits { history.call("create", .value(MadeHistory.draft(edit)), isOnline: false) }
        return history
    }

    @Test("A queued write that takes effect twice with different keys violates PROP-04.")
    func deliveredTwice() {
        func violations(secondKey: String, secondID: Int?) -> [String] {
            var sut = queue(1)
            sut.call("sync", .transport(.connectionLost), .create(1, id: 3, nil, key: "a", action: .replyLost))
            sut.call("sync", .value(.null), .create(1, id: secondID, key: secondKey))
            return sut.violations(of: "PROP-04")
        }
        #expect(violations(secondKey: "b", secondID: 4) == ["the queued create took effect 2 times"])
        #expect(violations(secondKey: "a", secondID: nil) == [])
    }

    @Test("Two queued writes with equal values take effect twice, and not three times.")
    func equalWrites() {
        var sut = queue(1, 1)
        sut.call("sync", .value(.null), .create(1, id: 3, key: "a"), .create(1, id: 4, key: "b"))
        #expect(sut.violations(of: "PROP-04") == [])
        sut.call("sync", .value(.null), .create(1, id: 5, key: "c"))
        #expect(sut.violations(of: "PROP-04") == ["2 equal queued writes took effect 3 times"])
    }

    @Test("A call with a connection that sends an equal body is another write.")
    func anotherWrite() {
        var sut = queue(1)
        sut.call("sync", .value(.null), .create(1, id: 3, key: "a"))
        sut.call("create", .value(MadeHistory.note(4, "Water the ferns")), .create(1, id: 4, key: "b"))
        #expect(sut.violations(of: "PROP-04") == [])
    }

    @Test("Two effects with one key violate PROP-04, in a sentence without the key.")
    func repeatedKey() {
        var sut = MadeHistory()
        sut.call("sync", .value(.null), .create(1, id: 3, key: "random-1"), .create(1, id: 4, key: "random-1"))
        #expect(sut.violations(of: "PROP-04") == ["POST /notes took effect 2 times with the same idempotency key"])
    }

    @Test("A queued write that no synchronization delivers violates PROP-05.")
    func undelivered() {
        var sut = queue(1)
        sut.call("sync", .transport(.connectionLost), .create(1, id: nil, nil, action: .requestLost))
        sut.recover()
        var delivered = sut
        sut.call("sync")
        #expect(sut.violations(of: "PROP-05") == ["the queued create was not delivered"])
        delivered.call("sync", .value(.null), .create(1, id: 3))
        #expect(delivered.violations(of: "PROP-05") == [])
    }

    @Test("A queued write that the server refused, or that a sign-out removed, need not be delivered.")
    func refusedOrRemoved() {
        var refused = queue(1)
        refused.call("sync", .http(status: 422), .create(1, id: nil, 422, action: .status(422)))
        refused.recover()
        refused.call("sync")
        #expect(refused.violations(of: "PROP-05") == [])
        var removed = MadeHistory()
        removed.call("list", .value(MadeHistory.list), .login, .list())
        removed.call("create", .value(MadeHistory.draft(1)), isOnline: false)
        removed.call("logout")
        removed.recover()
        removed.call("sync")
        #expect(removed.violations(of: "PROP-05") == [])
        var withoutSession = queue(1)
        withoutSession.call("logout")
        withoutSession.recover()
        withoutSession.call("sync")
        #expect(withoutSession.violations(of: "PROP-05") == [])
    }

    @Test("A refusal for the token, or for a lack of capacity, does not excuse a write that is not delivered.")
    func refusedForToken() {
        for status in [401, 408, 429, 503] {
            var sut = queue(1)
            sut.call("sync", .http(status: status), .create(1, id: nil, status, action: .status(status)))
            sut.recover()
            sut.call("sync")
            #expect(sut.violations(of: "PROP-05") == ["the queued create was not delivered"], "\(status)")
        }
    }

    @Test("A delivery is not expected while the client has no valid credentials.")
    func rejectedDelivery() {
        var sut = queue(1)
        sut.recover()
        sut.call("sync", .auth(.refreshFailed), .refresh("r1", 400))
        #expect(sut.violations(of: "PROP-05") == [])
        sut.call("sync", .transport(.connectionLost))
        #expect(sut.violations(of: "PROP-05") == ["the queued create was not delivered"])
    }

    @Test("Writes of two steps that are delivered in another order violate PROP-05.")
    func order() {
        func violations(_ first: Int, _ second: Int) -> [String] {
            var sut = queue(1, 2)
            sut.recover()
            sut.call(
                "sync",
                .value(.null),
                .create(first, id: 3, key: "\(first)"),
                .create(second, id: 4, key: "\(second)")
            )
            return sut.violations(of: "PROP-05")
        }
        #expect(violations(1, 2) == [])
        #expect(violations(2, 1) == ["the queued create was delivered before an earlier one"])
    }

    @Test("Writes of one step may be delivered in any order.")
    func parallelWrites() {
        var sut = queue(1)
        sut.parallelCall("create", .value(MadeHistory.draft(2)), isOnline: false)
        sut.recover()
        sut.call("sync", .value(.null), .create(2, id: 3, key: "b"), .create(1, id: 4, key: "a"))
        #expect(sut.violations(of: "PROP-05") == [])
    }

    @Test("Writes are not judged if a synchronization sends a request that belongs to none of them.")
    func unknownBody() {
        var sut = queue(1)
        sut.recover()
        sut.call(
            "sync",
            .value(.null),
            .init("POST", "/notes", 201, body: ["title": "Water the ferns", "kind": "plant"])
        )
        #expect(sut.violations(of: "PROP-05") == [])
    }

    @Test("A request for a page whose previous page has not arrived violates PROP-05.")
    func skippedPage() {
        func page(_ number: Int, _ status: Int? = 200, _ action: ScheduleAction = .normal) -> MadeHistory.Request {
            .init("GET", "/notes?page=\(number)&limit=2", status, reply: MadeHistory.list, action: action)
        }
        var sut = MadeHistory()
        sut.call("load", .value(MadeHistory.list), page(1))
        sut.call("load", .http(status: 503), page(2, 503, .status(503)))
        var repeated = sut
        sut.call("load", .value(MadeHistory.list), page(3))
        #expect(
            sut.violations(of: "PROP-05") == ["GET /notes?page=3&limit=2 was sent, although page 2 had not arrived"]
        )
        repeated.call("load", .value(MadeHistory.list), page(2))
        repeated.call("load", .value(MadeHistory.list), page(3))
        #expect(repeated.violations(of: "PROP-05") == [])
        // The pages of an earlier pass over the list do not count.
        repeated.call("load", .value(MadeHistory.list), page(1))
        repeated.call("load", .value(MadeHistory.list), page(3))
        #expect(repeated.violations(of: "PROP-05").count == 1)
    }

    @Test("A failed write that is sent again with its key by another call took effect once, and succeeds.")
    func keptKey() {
        func violations(_ outcome: ClientOutcome, key: String = "k") -> [String] {
            var sut = MadeHistory()
            sut.call("create", outcome, .create(1, id: 3, nil, key: "k", action: .replyLost))
            sut.call("create", .value(MadeHistory.note(3, "Water the ferns")), .create(1, id: nil, key: key))
            return sut.violations(of: "PROP-04")
        }
        let sentence = "create reported success, and the server applied none of its 1 requests"
        #expect(violations(.transport(.connectionLost)) == [])
        #expect(violations(.transport(.connectionLost), key: "another") == [sentence])
        // The second write is another one than the first, which has succeeded.
        #expect(violations(.value(MadeHistory.note(3, "Water the ferns"))) == [sentence])
    }

    @Test("Writes that are delivered together, to another path, are not judged.")
    func batch() {
        func violations(_ requests: [MadeHistory.Request]) -> [String] {
            var sut = queue(1, 2)
            sut.recover()
            for request in requests { sut.call("sync", .value(.null), request) }
            if requests.isEmpty { sut.call("sync") }
            return sut.violations(of: "PROP-05")
        }
        let drafts: JSON = [MadeHistory.draft(1), MadeHistory.draft(2)]
        let batch = MadeHistory.Request("POST", "/notes/batch", body: drafts)
        #expect(violations([batch]) == [])
        #expect(violations([.login]).count == 2)
        #expect(violations([]).count == 2)
    }

    @Test("A client may leave out a queued replacement that a later one makes ineffective.")
    func mergedReplacements() {
        func violations(_ queued: [Int], delivering delivered: [Int]) -> [String] {
            var sut = MadeHistory()
            for edit in queued { sut.call("update", .value(MadeHistory.draft(edit)), isOnline: false) }
            sut.recover()
            for edit in delivered {
                let body = MadeHistory.draft(edit)
                sut.call("sync", .value(.null), .init("PUT", "/notes/1", body: body, effect: "replaced /notes/1"))
            }
            if delivered.isEmpty { sut.call("sync") }
            return sut.violations(of: "PROP-05")
        }
        let sentence = "the queued update was not delivered"
        #expect(violations([1, 1], delivering: [1]) == [])
        #expect(violations([1, 2], delivering: [2]) == [])
        #expect(violations([1, 2], delivering: [1]) == [sentence])
        #expect(violations([1, 1], delivering: []) == [sentence])
    }

    @Test("Equal creations that are merged into one request violate PROP-05.")
    func mergedCreations() {
        var sut = queue(1, 1)
        sut.recover()
        sut.call("sync", .value(.null), .create(1, id: 3))
        #expect(sut.violations(of: "PROP-05") == ["the queued create was not delivered"])
    }

    @Test("A page whose token or link no complete reply had violates PROP-05.")
    func unknownPage() {
        func page(_ token: String, next: String, _ action: ScheduleAction = .normal) -> MadeHistory.Request {
            let query = token.isEmpty ? "" : "?cursor=\(token)"
            return .init(
                "GET",
                "/notes\(query)",
                reply: action == .normal ? ["items": MadeHistory.list, "next": .string(next)] : nil,
                action: action,
                replyHeaders: ["Link": "</notes?cursor=\(next)>; rel=\"next\""]
            )
        }
        func violations(_ pages: DeclaredPages, _ requests: MadeHistory.Request...) -> [String] {
            var sut = MadeHistory()
            sut.declare("load") { $0.pages = pages.incremental }
            for request in requests { sut.call("load", .value(MadeHistory.list), request) }
            return sut.violations(of: "PROP-05")
        }
        let sentence = "GET /notes?cursor=c2 was sent, although the page before it had not arrived"
        for pages in [DeclaredPages.token(in: "cursor", next: "/next", items: "/items"), .linked(items: "/items")] {
            #expect(violations(pages, page("", next: "c1"), page("c1", next: "c2"), page("c2", next: "c3")) == [])
            let cut = page("c1", next: "c2", .replyCut)
            #expect(violations(pages, page("", next: "c1"), cut, page("c2", next: "c3")) == [sentence])
        }
    }
}

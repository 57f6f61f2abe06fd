import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Properties of values", .limitedConcurrency)
struct ValuePropertyTests {
    @Test("A fresh view that differs from its complete reply violates PROP-02, and a stale one does not.")
    func differentView() {
        var sut = MadeHistory()
        sut.call("list", .value(.array([MadeHistory.notes[0]])), .list())
        #expect(sut.violations(of: "PROP-02") == ["list does not show item 2 of 2"])
        var stale = MadeHistory()
        stale.call("list", .value(MadeHistory.list), .list())
        stale.call("list", .value(.array([MadeHistory.notes[0]]), .init(isStale: true)), .list())
        #expect(stale.violations(of: "PROP-02") == [])
    }

    @Test("After a 304, a fresh view equals the reply with the same entity tag.")
    func notModified() {
        func violations(_ value: JSON) -> [String] {
            var sut = MadeHistory()
            let tagged = MadeHistory.Request(
                "GET",
                "/notes",
                reply: MadeHistory.list,
                replyHeaders: ["ETag": "\"1\""]
            )
            sut.call("list", .value(MadeHistory.list), tagged)
            let validated = MadeHistory.Request(
                "GET",
                "/notes",
                304,
                headers: ["If-None-Match": "\"1\""],
                replyHeaders: ["ETag": "\"1\""]
            )
            sut.call("list", .value(value), validated)
            return sut.violations(of: "PROP-02")
        }
        #expect(violations(MadeHistory.list) == [])
        #expect(violations([]) == ["list does not show item 1 of 2"])
    }

    @Test("A fresh view without a complete reply violates PROP-02, even if it is empty.")
    func withoutReply() {
        var sut = MadeHistory()
        sut.call("list", .value([]), .init("GET", "/notes", nil, action: .replyCut))
        #expect(sut.violations(of: "PROP-02") == ["list shows a value as fresh, and received no complete reply"])
    }

    @Test("A fresh view may contain writes that the client has queued.")
    func queuedWrites() {
        var sut = MadeHistory()
        sut.call("create", .value(MadeHistory.draft(1)), isOnline: false)
        sut.call("list", .value(.array(MadeHistory.notes + [MadeHistory.draft(1)])), .list())
        #expect(sut.violations(of: "PROP-02") == [])
    }

    @Test(
        "A stored value lacks a successful creation: a violation of PROP-06 if the client declares that it stores it."
    )
    func lostCreation() {
        func violations(_ value: [JSON], isDeclared: Bool = true) -> [String] {
            var sut = MadeHistory()
            sut.exploration.storesOwnWrites = isDeclared
            let created = MadeHistory.note(3, "Water the ferns")
            sut.call("list", .value(MadeHistory.list), .login, .list())
            sut.call("create", .value(created), .create(1, id: nil, nil, action: .requestLost), .create(1, id: 3))
            sut.call("list", .value(.array(value), .init(isStale: true)), isOnline: false)
            sut.set(items: MadeHistory.notes + [created])
            return sut.violations(of: "PROP-06")
        }
        #expect(violations(MadeHistory.notes) == ["a stored list lacks the change of the successful create"])
        #expect(violations(MadeHistory.notes, isDeclared: false) == [])
        #expect(violations(MadeHistory.notes + [MadeHistory.note(3, "Water the ferns")]) == [])
    }

    @Test("A stored value shows an item whose deletion succeeded: a violation of PROP-06.")
    func keptDeletion() {
        func violations(_ value: [JSON], outcome: ClientOutcome = .value(.null)) -> [String] {
            var sut = MadeHistory()
            sut.call("list", .value(MadeHistory.list), .login, .list())
            let lost = MadeHistory.Request(
                "DELETE",
                "/notes/2",
                nil,
                action: .replyLost,
                effect: "deleted /notes/2"
            )
            sut.call("remove", outcome, lost, .init("DELETE", "/notes/2", 404))
            sut.call("list", .value(.array(value), .init(isStale: true)), isOnline: false)
            sut.set(items: [MadeHistory.notes[0]])
            return sut.violations(of: "PROP-06")
        }
        #expect(
            violations(MadeHistory.notes) == ["a stored list shows the item that the successful remove deleted"]
        )
        #expect(violations([MadeHistory.notes[0]]) == [])
        // A client that does not know about the deletion keeps the item.
        #expect(violations(MadeHistory.notes, outcome: .transport(.connectionLost)) == [])
    }

    @Test("A sign-out ends the expectation that stored values contain own writes.")
    func signOutBetween() {
        var sut = MadeHistory()
        sut.call("list", .value(MadeHistory.list), .login, .list())
        sut.call("remove", .value(.null), .init("DELETE", "/notes/2", 204, effect: "deleted /notes/2"))
        var signedOut = sut
        sut.call("list", .value(MadeHistory.list, .init(isStale: true)), isOnline: false)
        #expect(sut.violations(of: "PROP-06").count == 1)
        signedOut.call("logout")
        signedOut.call("list", .value(MadeHistory.list, .init(isStale: true)), isOnline: false)
        #expect(signedOut.violations(of: "PROP-06") == [])
    }

    @Test("A view that a 304 confirms after an own write without a change of the list is not older than the write.")
    func confirmedAfterWrite() {
        var sut = MadeHistory()
        let tag: Scenario.Headers = ["ETag": "\"1\""]
        sut.call("list", .value(MadeHistory.list), .init("GET", "/notes", reply: MadeHistory.list, replyHeaders: tag))
        sut.call(
            "update",
            .value(MadeHistory.notes[0]),
            .init("PUT", "/notes/1", reply: MadeHistory.notes[0], effect: "replaced /notes/1")
        )
        var older = sut
        sut.call("list", .value(MadeHistory.list), .init("GET", "/notes", 304, replyHeaders: tag))
        #expect(sut.violations(of: "PROP-06") == [])
        older.call("list", .value(MadeHistory.list))
        #expect(
            older.violations(of: "PROP-06") == [
                "list returned a value older than the successful update, marked as fresh"
            ]
        )
    }

    @Test("A success without an effect violates PROP-04 only for a resource, whose changes the journal records.")
    func unrecordedEffect() {
        func violations(_ resources: [Scenario.Resource]) -> [String] {
            var sut = MadeHistory()
            sut.exploration.model.resources = resources
            sut.call("create", .value(MadeHistory.draft(1)), .create(1, id: nil))
            return sut.violations(of: "PROP-04")
        }
        #expect(
            violations(MadeHistory.exploration.model.resources)
                == ["create reported success, and the server applied none of its 1 requests"]
        )
        #expect(violations([]) == [])
    }

    @Test("An endpoint of the model backend answers instead of a resource, and the journal does not record its effect.")
    func endpointOfResource() {
        var sut = MadeHistory()
        sut.exploration.model.endpoints = [.post("/notes", replies: [Scenario.Reply(201)])]
        sut.call("create", .value(MadeHistory.draft(1)), .create(1, id: nil))
        #expect(sut.violations(of: "PROP-04") == [])
    }

    @Test("A deletion that finds no item after its first reply was lost is not refused.")
    func goneAfterLoss() {
        func violations(_ status: Int) -> [String] {
            var sut = MadeHistory()
            let lost = MadeHistory.Request("DELETE", "/notes/2", nil, action: .replyLost, effect: "deleted /notes/2")
            sut.call("remove", .http(status: status), lost, .init("DELETE", "/notes/2", status))
            return sut.violations(of: "PROP-04")
        }
        #expect(violations(404) == [])
        #expect(violations(403) == ["remove reported a refusal (403), and the server had applied its request"])
    }

    @Test("A client may write the digits of a UUID in upper case.")
    func upperCaseUUID() {
        func violations(_ id: String) -> [String] {
            var sut = MadeHistory()
            let sent: JSON = [["id": "8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"]]
            sut.call("list", .value([["id": .string(id)]]), .list(sent))
            return sut.violations(of: "PROP-02")
        }
        #expect(violations("8F14E45F-CEEA-467F-A0B1-3F1C2D4E5A61") == [])
        #expect(
            violations("9F14E45F-CEEA-467F-A0B1-3F1C2D4E5A61")
                == ["list returned a value at $[0].id that no complete reply contained"]
        )
    }
}

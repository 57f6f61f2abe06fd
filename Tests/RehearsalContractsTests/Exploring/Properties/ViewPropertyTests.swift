import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Members of values in a history", .limitedConcurrency)
struct ViewPropertyTests {
    /// Returns the violations of PROP-02 by a list that shows these elements, after a reply with these items.
    private func violations(showing elements: [JSON], of items: [JSON]) -> [String] {
        var sut = MadeHistory()
        sut.call("list", .value(.array(elements)), .list(.array(items)))
        return sut.violations(of: "PROP-02")
    }

    @Test("A view that shows another short text or another number of an item violates PROP-02.")
    func shortTextsAndNumbers() {
        let moss: JSON = ["id": 1, "title": "Moss", "edit": 5, "is_done": false]
        #expect(violations(showing: [moss], of: [moss]) == [])
        #expect(violations(showing: [["id": 1, "title": "Moss", "edit": 5, "isDone": false]], of: [moss]) == [])
        let differences: [JSON] = [
            ["id": 1, "title": "Fern", "edit": 5, "is_done": false],
            ["id": 1, "title": "Moss", "edit": 6, "is_done": false],
            ["id": 1, "title": "Moss", "edit": 5, "isDone": true],
        ]
        for element in differences {
            #expect(violations(showing: [element], of: [moss]) == ["list does not show item 1 of 1"])
        }
    }

    @Test("The elements of a view may have another order, and the members other names, dates and amounts.")
    func permittedForms() {
        let first: JSON = ["id": 1, "title": "Moss", "price": 29.9, "due": "2026-03-04T06:00:12Z"]
        let second: JSON = ["id": 2, "title": "Fern", "price": 119, "due": "2026-03-05T06:00:12Z"]
        let shown: [JSON] = [
            ["id": 2, "headline": "Fern", "price": "119.00", "due": "5/3"],
            ["id": 1, "headline": "Moss", "price": 2990.5, "due": "4/3"],
        ]
        #expect(violations(showing: shown, of: [first, second]) == [])
    }

    @Test("A client may format the members that its declared value formats.")
    func formattedMembers() {
        func violations(_ elements: [JSON]) -> [String] {
            var sut = MadeHistory()
            sut.declare("list") { list in
                list.reply.body = MadeHistory.list.bytes()
                list.value = .array(
                    MadeHistory.notes.map { ["number": $0["id"] ?? .null, "label": .string("Note: \(title(of: $0))")] }
                )
            }
            sut.call("list", .value(.array(elements)), .list([MadeHistory.note(7, "Sweep the yard")]))
            return sut.violations(of: "PROP-02")
        }
        #expect(violations([["number": 7, "label": "Note: Sweep the yard"]]) == [])
        #expect(
            violations([["number": 8, "label": "Note: Sweep the yard"]])
                == ["list returned a value at $[0].number that no complete reply contained"]
        )
        #expect(violations([["label": "Note: Sweep the yard"]]) == ["list does not show item 1 of 1"])
    }

    private func title(of note: JSON) -> String {
        if case .string(let title)? = note["title"] { title } else { "" }
    }

    @Test("A number has the same value with and without zeros at the end of its fraction.")
    func zeros() {
        var sut = MadeHistory()
        let sent: JSON = [["id": 1, "price": .number(.init(text: "119.00"))], ["id": 2, "price": 29.5]]
        sut.declare("list") { list in
            list.reply.body = sent.bytes()
            list.value = [["id": 1, "price": 119], ["id": 2, "price": 29.5]]
        }
        sut.call("list", .value([["id": 1, "price": 119], ["id": 2, "price": 29.5]]), .list(sent))
        #expect(sut.violations(of: "PROP-02") == [])
        sut.call("list", .value([["id": 1, "price": 120], ["id": 2, "price": 29.5]]), .list(sent))
        #expect(sut.violations(of: "PROP-02").count == 1)
    }

    @Test("A string that is a number has the same value with and without zeros at the end of its fraction.")
    func zerosInText() {
        func violations(showing price: JSON, of sent: String) -> [String] {
            var sut = MadeHistory()
            sut.declare("list") { list in
                list.reply.body = JSON.array([["id": 1, "price": .number(.init(text: "8.20"))]]).bytes()
                list.value = [["id": 1, "price": 8.2]]
            }
            sut.call("list", .value([["id": 1, "price": price]]), .list([["id": 1, "price": .string(sent)]]))
            return sut.violations(of: "PROP-02")
        }
        #expect(violations(showing: 3.5, of: "3.50") == [])
        #expect(violations(showing: 4, of: "4.00") == [])
        #expect(violations(showing: -4, of: "-4.0") == [])
        let invention = ["list returned a value at $[0].price that no complete reply contained"]
        #expect(violations(showing: 3, of: "3.50") == invention)
        #expect(violations(showing: 4, of: "400") == invention)
        #expect(violations(showing: "1.2.1", of: "1.2.10") == invention)
        #expect(violations(showing: "v1", of: "v1.0") == invention)
    }

    @Test("A view must show the items of the server beside the creations that are queued.")
    func itemsBesideQueued() {
        func violations(_ elements: [JSON]) -> [String] {
            var sut = MadeHistory()
            sut.call("create", .value(MadeHistory.draft(1)), isOnline: false)
            sut.call("list", .value(.array(elements)), .list())
            return sut.violations(of: "PROP-02")
        }
        #expect(violations(MadeHistory.notes + [MadeHistory.draft(1)]) == [])
        #expect(violations(MadeHistory.notes) == [])
        #expect(violations([MadeHistory.notes[0], MadeHistory.draft(1)]) == ["list does not show item 2 of 2"])
        #expect(
            violations(MadeHistory.notes + [MadeHistory.draft(1), MadeHistory.draft(1)])
                == ["list shows 4 items, and the server has 2"]
        )
    }

    @Test("A write that was delivered is not part of a fresh view, unless the client received no reply.")
    func deliveredWrite() {
        func violations(_ delivery: MadeHistory.Request) -> [String] {
            var sut = MadeHistory()
            sut.call("create", .value(MadeHistory.draft(1)), isOnline: false)
            sut.call("sync", .value(.null), delivery)
            sut.call("list", .value(.array(MadeHistory.notes + [MadeHistory.draft(1)])), .list())
            return sut.violations(of: "PROP-02")
        }
        #expect(violations(.create(1, id: 3)) == ["list shows a value at $[2].title that the server does not have"])
        #expect(violations(.create(1, id: 3, nil, action: .replyLost)) == [])
    }

    @Test("A queued change or deletion may change a fresh view.")
    func queuedChange() {
        var sut = MadeHistory()
        sut.call("remove", .value(.null), isOnline: false)
        sut.call("list", .value([MadeHistory.notes[0]]), .list())
        #expect(sut.violations(of: "PROP-02") == [])
    }
}

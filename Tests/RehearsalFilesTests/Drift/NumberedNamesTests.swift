import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalRecordings

@Suite("Names that consist of a word and a number", .limitedConcurrency)
struct NumberedNamesTests {
    private static func changes(_ recorded: [String], _ now: String, ignoring: [String] = []) throws -> [String] {
        func answer(_ body: String) -> ComparedResponse {
            ComparedResponse(200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        }
        var ignored = DriftExclusions()
        for place in ignoring { try ignored.add(place) }
        return DriftCheck(recorded.map(answer), ignoring: ignored).changes(in: [answer(now)]).map(\.description)
    }

    /// A JSON object with one member of each name.
    private static func object(_ names: [String], _ value: String = "1") -> String {
        "{" + names.map { "\"\($0)\":\(value)" }.joined(separator: ",") + "}"
    }

    private static func orders(_ numbers: ClosedRange<Int>) -> String { object(numbers.map { "order-\($0)" }) }

    @Test(
        "A few numbered names are members if other names stand beside them or some of them repeat.",
        arguments: [
            (["id", "image_128", "image_512"], ["id", "image_128"], ["$.image_512 is gone, was a number"]),
            (
                ["id", "image_512"], ["id", "image_640"],
                ["$.image_512 is gone, was a number", "$.image_640 is new: a number"]
            ),
            (["image_128", "image_512"], ["image_128"], ["$.image_512 is gone, was a number"]),
            (["image_128"], ["image_128", "image_512"], ["$.image_512 is new: a number"]),
            (["line1", "line2"], ["line1"], ["$.line2 is gone, was a number"]),
        ]
    )
    func members(_ recorded: [String], _ now: [String], _ expected: [String]) throws {
        #expect(try Self.changes([Self.object(recorded)], Self.object(now)) == expected)
    }

    @Test("A change in a numbered member is reported for that member alone.")
    func values() throws {
        let (before, now) = (#"{"image_128":1,"image_512":"a b"}"#, #"{"image_128":"1","image_512":"a b"}"#)
        #expect(try Self.changes([before], now) == ["$.image_128 is a string, was a number"])
    }

    @Test("Many numbered names are dictionary keys; so are a few that stand alone and differ each time.")
    func keys() throws {
        #expect(try Self.changes([Self.orders(1001...1008)], Self.orders(1002...1003)) == [])
        #expect(try Self.changes([Self.orders(1001...1004)], Self.orders(1003...1009)) == [])
        #expect(try Self.changes([Self.orders(1001...1007)], Self.orders(1002...1006)).count == 2)
        #expect(try Self.changes([Self.orders(1001...1002)], Self.orders(1003...1004)) == [])
        let twice = [Self.orders(1001...1002), Self.orders(1002...1003)]
        #expect(try Self.changes(twice, Self.orders(1003...1004)) == [])
        #expect(try Self.changes([Self.orders(1001...1002)], "{}") == [])
        #expect(try Self.changes(["{}"], Self.orders(1001...1002)) == [])
    }

    @Test("Changes below dictionary keys are reported once for all keys, with the names of their members.")
    func below() throws {
        let before = #"{"order-1001":{"image_128":1,"id":1},"order-1002":{"image_128":1,"id":1}}"#
        let now = #"{"order-2001":{"image_128":"x","id":1,"n":1}}"#
        #expect(
            try Self.changes([before], now) == ["$.*.n is new: a number", "$.*.image_128 is a string, was a number"]
        )
        let some = #"{"order-2001":{"image_128":1,"id":1},"order-2002":{"id":1}}"#
        #expect(try Self.changes([before], some) == ["$.*.image_128 is missing in 1 of 2 objects, was in every object"])
    }

    @Test("An ignored place is not reported, whether its name is a member or a dictionary key.")
    func ignored() throws {
        let (before, now) = (Self.object(["id", "image_128", "image_512"]), Self.object(["id"]))
        #expect(try Self.changes([before], now, ignoring: ["$.image_512"]) == ["$.image_128 is gone, was a number"])
        let other = Self.object(["order-2001"], "\"x\"")
        #expect(try Self.changes([Self.orders(1001...1002)], other, ignoring: ["/order-1001"]) == [])
        #expect(try Self.changes([Self.orders(1001...1002)], other).count == 1)
    }
}

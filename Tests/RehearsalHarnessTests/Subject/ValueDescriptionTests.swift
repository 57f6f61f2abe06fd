import Foundation
import Rehearsal
import RehearsalHarness
import TestAdmission
import Testing

@Suite("A value as a document", .limitedConcurrency)
struct ValueDescriptionTests {
    private enum Status: Hashable {
        case open
        case unknown(String)
        case moved(to: Int, by: String)
    }

    private struct Item {
        var id = 1
        var name: String?
        var tags: Set<String> = ["a"]
        var status = Status.open
    }

    private class Base { let id = 1 }
    private final class Derived: Base { let name = "a" }

    @Test(
        "Numbers, texts, instants, URLs and bytes are exact leaves.",
        arguments: [
            (19.99, "19.99"),
            (Decimal(sign: .minus, exponent: -2, significand: 1999), "-19.99"),
            (UInt64.max, "18446744073709551615"), (true, "true"), ("é", #""é""#), (Double.nan, #""nan""#),
            (Date(timeIntervalSince1970: 0.25), #""1970-01-01T00:00:00.250Z""#),
            (Data([1, 2, 3]), #""AQID""#), ((), "null"),
        ] as [(any Sendable, String)]
    )
    func leaves(_ value: any Sendable, _ text: String) throws {
        #expect(ValueDescription.json(of: value) == (try JSON(parsing: text)))
    }

    @Test("An amount keeps all its digits.")
    func amounts() throws {
        let text = "12345678901234567890.123456789012345678"
        let amount = try #require(Decimal(string: text))
        #expect(ValueDescription.json(of: amount) == (try JSON(parsing: text)))
    }

    @Test("Structures become objects, nil becomes null, and an enum case becomes its name or an object of its values.")
    func structures() throws {
        let items = [Item(), Item(id: 2, name: "b", status: .unknown("c")), Item(status: .moved(to: 3, by: "d"))]
        let expected = try JSON(
            parsing: #"""
                [{"id": 1, "name": null, "tags": ["a"], "status": "open"},
                 {"id": 2, "name": "b", "tags": ["a"], "status": {"unknown": "c"}},
                 {"id": 1, "name": null, "tags": ["a"], "status": {"moved": {"to": 3, "by": "d"}}}]
                """#
        )
        #expect(ValueDescription.json(of: items) == expected)
    }

    private final class Node {
        var previous: Node?
        var next: Node?
    }

    @Test("Optionals are levels, so that the document of objects that refer to each other is finite.")
    func cycles() {
        let nodes = (0..<4).map { _ in Node() }
        for (left, right) in zip(nodes, nodes.dropFirst()) { (left.next, right.previous) = (right, left) }
        var (value, levels) = (ValueDescription.json(of: nodes[0]), 0)
        while let next = [value["next"], value["previous"]].first(where: { $0?["next"] != nil }) ?? nil {
            (value, levels) = (next, levels + 1)
        }
        #expect(levels == 15)
    }

    @Test("A wrapped value becomes what it becomes without its wrapper.", arguments: [1, 2])
    func wrappers(_ run: Int) {
        #expect(ValueDescription.json(of: Optional(Optional(7)) as Any) == 7)
        #expect(ValueDescription.json(of: Optional<Int?>.some(nil) as Any) == .null)
        #expect(ValueDescription.json(of: AnyHashable("a")) == "a")
        #expect(ValueDescription.json(of: [AnyHashable(Status.open), AnyHashable(2)]) == ["open", 2])
    }

    @Test("A dictionary becomes an object with sorted keys, and inherited members come first.")
    func others() throws {
        #expect(ValueDescription.json(of: ["b": 2, "a": 1]) == (try JSON(parsing: #"{"a": 1, "b": 2}"#)))
        #expect(ValueDescription.json(of: Derived()) == (try JSON(parsing: #"{"id": 1, "name": "a"}"#)))
    }

    /// A type that only the test of several threads describes.
    private struct Reading {
        var number: Int
        var at: Date
        var name: String?
    }

    @Test("Several threads describe values of one type at the same time, each its own.")
    func threads() async {
        let descriptions = await withTaskGroup(of: (Int, JSON).self) { group in
            for number in 0..<64 {
                group.addTask {
                    let at = Date(timeIntervalSince1970: Double(number % 8))
                    let reading = Reading(number: number, at: at, name: number % 2 == 0 ? "\(number)" : nil)
                    return (number, ValueDescription.json(of: reading))
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(descriptions.count == 64)
        for (number, description) in descriptions {
            let name: JSON = number % 2 == 0 ? .string("\(number)") : .null
            #expect(description["number"] == JSON(integerLiteral: number))
            #expect(description["at"] == .string("1970-01-01T00:00:0\(number % 8).000Z"))
            #expect(description["name"] == name)
        }
    }
}

import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Places as clients tell them", .admitted)
struct PathNotationTests {
    private let place = JSON.Pointer(tokens: ["1", "total_price"])

    @Test(
        "A place is known by its indices and its last name, however it is written.",
        arguments: [
            "$[1].total_price", "[1].total_price", "$[1].totalPrice", "1.totalPrice", "/1/total_price",
            "Index 1, totalPrice", "$['data'][1]['total_price']", "items[1].total-price", "[1].TotalPrice",
        ]
    )
    func points(_ text: String) { #expect(PathNotation(text).points(to: place)) }

    @Test(
        "Another place is another place.",
        arguments: [
            "$[0].total_price", "$.total_price", "$[1]", "$[1].price", "", "$", "$[1].total_price[0]",
            "$[1][1].total_price",
        ]
    )
    func differs(_ text: String) { #expect(!PathNotation(text).points(to: place)) }

    @Test("An element without a name is known by its index alone.")
    func element() {
        let place = JSON.Pointer(tokens: ["1"])
        #expect(PathNotation("$[1]").points(to: place))
        #expect(PathNotation("Index 1").points(to: place))
        #expect(!PathNotation("$[0]").points(to: place))
    }
}

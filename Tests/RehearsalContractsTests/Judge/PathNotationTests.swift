import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Paths as clients report them", .limitedConcurrency)
struct PathNotationTests {
    private let place = JSON.Pointer(tokens: ["1", "total_price"])

    @Test(
        "A path matches by its indices and its last name, in any notation.",
        arguments: [
            "$[1].total_price", "[1].total_price", "$[1].totalPrice", "1.totalPrice", "/1/total_price",
            "Index 1, totalPrice", "$['data'][1]['total_price']", "items[1].total-price", "[1].TotalPrice",
        ]
    )
    func points(_ text: String) { #expect(PathNotation(text).matches(to: place)) }

    @Test(
        "A different path does not match.",
        arguments: [
            "$[0].total_price", "$.total_price", "$[1]", "$[1].price", "", "$", "$[1].total_price[0]",
            "$[1][1].total_price",
        ]
    )
    func differs(_ text: String) { #expect(!PathNotation(text).matches(to: place)) }

    @Test("An element without a name matches by its index alone.")
    func element() {
        let place = JSON.Pointer(tokens: ["1"])
        #expect(PathNotation("$[1]").matches(to: place))
        #expect(PathNotation("Index 1").matches(to: place))
        #expect(!PathNotation("$[0]").matches(to: place))
    }
}

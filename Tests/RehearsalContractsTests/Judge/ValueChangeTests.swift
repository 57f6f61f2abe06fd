import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Differences between two values", .limitedConcurrency)
struct ValueChangeTests {
    @Test("Each leaf that differs is listed with its path, and a different notation is equal.")
    func leaves() {
        let sut = ValueChange.between(
            ["a": [1, ["b": "x", "c": 2.50]], "d": true],
            ["d": true, "a": [1.0, ["c": 2.5, "b": "y"]]]
        )
        #expect(sut == [ValueChange(path: "$.a[1].b", old: "x", new: "y")])
        #expect(sut.map(\.description) == [#"$.a[1].b: "x" became "y""#])
    }

    @Test("A missing member counts as null on either side.")
    func missing() {
        #expect(
            ValueChange.between(["a": 1, "n": .null], ["b": 2]) == [
                ValueChange(path: "$.a", old: 1, new: .null), ValueChange(path: "$.b", old: .null, new: 2),
            ]
        )
    }

    @Test("Lists of different lengths differ as a whole.")
    func lists() {
        #expect(ValueChange.between(["a": [1, 2]], ["a": [1]]) == [ValueChange(path: "$.a", old: [1, 2], new: [1])])
    }

    @Test("Values of the maximum depth are compared.")
    func deep() {
        let deep = { (leaf: JSON) in (0..<JSONDocument.depthLimit).reduce(leaf) { value, _ in .array([value]) } }
        let (left, right) = (deep(1), deep(2))
        #expect(ValueChange.between(left, right).count == 1)
    }
}

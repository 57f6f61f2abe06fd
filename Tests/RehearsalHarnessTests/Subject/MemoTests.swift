import TestAdmission
import Testing

@testable import RehearsalHarness

@Suite("A memory of the results of a function", .limitedConcurrency)
struct MemoTests {
    private struct Broken: Error {}

    /// The arguments for which a function was called.
    private var calls: [Int] = []

    private mutating func doubled(_ number: Int, _ sut: Memo<Int, Int>) -> Int {
        sut.result(for: number) {
            calls.append(number)
            return 2 * number
        }
    }

    @Test("The function is called once for an argument.")
    mutating func known() {
        let sut = Memo<Int, Int>(limit: 3)
        let results = [1, 2, 1, 3, 2, 1].map { doubled($0, sut) }
        #expect(results == [2, 4, 2, 6, 4, 2])
        #expect(calls == [1, 2, 3])
    }

    @Test("A memo with as many results as its limit is emptied for the next one.")
    mutating func limit() {
        let sut = Memo<Int, Int>(limit: 2)
        let results = [1, 2, 3, 3, 1, 2].map { doubled($0, sut) }
        #expect(results == [2, 4, 6, 6, 2, 4])
        #expect(calls == [1, 2, 3, 1, 2])
    }

    @Test("If the function throws an error, the memo throws it and keeps no result.")
    func failure() throws {
        let sut = Memo<Int, Int>(limit: 2)
        #expect(throws: Broken.self) { try sut.result(for: 1) { throw Broken() } }
        #expect(sut.result(for: 1) { 7 } == 7)
        #expect(try sut.result(for: 1) { throw Broken() } == 7)
    }

    @Test("Several threads receive the result of their argument.")
    func threads() async {
        let sut = Memo<Int, Int>(limit: 5)
        let results = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask { (0..<1_000).map { number in sut.result(for: number % 10) { number % 10 } } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: (0..<1_000).map { $0 % 10 }, count: 4))
    }
}

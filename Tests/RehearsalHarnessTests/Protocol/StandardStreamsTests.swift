import Rehearsal
import RehearsalContracts
import RehearsalHarness
import TestAdmission
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("The standard streams of a subject", .limitedConcurrency)
struct StandardStreamsTests {
    @Test("Output that a client prints is kept apart from its answers.")
    func prints() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            try Talkative.receive(#"{"hello":1}"#, Talkative.asking("A"), Talkative.asking("B"))
            await Talkative.contract.answerOnStandardInput { _ in
                print("made")
                return Talkative()
            }
        }
        let answers = result.standardOutputContent.split(separator: 0x0A).map { try? JSON(parsing: Array($0)) }
        #expect(answers.map { $0?["name"] ?? $0?["case"] } == ["talkative", "A", "B"])
        #expect(answers.last??["outcomes"] == [["kind": "value", "value": ["x"]]])
        let printed = String(decoding: result.standardErrorContent, as: UTF8.self)
        for text in ["made", "{\"case\":\"A\",\"outcomes\":[]}", "half a line"] {
            #expect(printed.split(separator: text, omittingEmptySubsequences: false).count == 3, "\(printed)")
        }
    }

    /// A client that prints on every call, in every way.
    private struct Talkative: Sendable {
        static let contract = Contract<Talkative>(
            "talkative",
            operations: [
                .value("list", .get("/items"), recorded: .json("[]"), golden: ["x"]) { $0.list() }
            ]
        )

        func list() -> [String] {
            print(#"{"case":"A","outcomes":[]}"#)
            let text = "half a line"
            write(1, text, text.utf8.count)
            return ["x"]
        }

        static func asking(_ id: String) -> String {
            #"{"case":"\#(id)","op":"list","baseURL":"http://127.0.0.1:9"}"#
        }

        /// Supplies these lines as the whole standard input.
        static func receive(_ lines: String...) throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            let text = lines.map { $0 + "\n" }.joined()
            try #require(write(ends[1], text, text.utf8.count) == text.utf8.count)
            close(ends[1])
            try #require(dup2(ends[0], 0) == 0)
        }
    }
}

/// Finds what was asked for, and says what was wrong with the question.
struct Program: Sendable {
    let console: Console

    func run(_ words: [String]) -> Ending {
        guard words.first == "record" else {
            console.complain(
                "this program is a part of rehearsal, which starts it",
                hint: "see: rehearsal record --help"
            )
            return .usage
        }
        do throws(RecordOptions.Wrong) {
            return try RecordSession(RecordOptions(words: Array(words.dropFirst())), console).run()
        } catch {
            console.complain(error.message, hint: error.hint)
            console.writeError("  see: rehearsal record --help")
            return .usage
        }
    }
}

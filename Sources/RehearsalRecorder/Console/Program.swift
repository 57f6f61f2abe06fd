/// Finds what was asked for, and says what was wrong with the question.
struct Program: Sendable {
    let console: Console

    func run(_ words: [String]) -> Ending {
        switch words.first {
        case "record":
            asked(to: "record") { () throws(RecordOptions.Wrong) in
                try RecordSession(RecordOptions(words: Array(words.dropFirst())), console).run()
            }
        case "drift":
            asked(to: "drift") { () throws(RecordOptions.Wrong) in
                try DriftSession(DriftOptions(words: Array(words.dropFirst())), console).run()
            }
        default: stranded()
        }
    }

    private func asked(to command: String, _ run: () throws(RecordOptions.Wrong) -> Ending) -> Ending {
        do throws(RecordOptions.Wrong) { return try run() } catch {
            console.complain(error.message, hint: error.hint)
            console.writeError("  see: rehearsal \(command) --help")
            return .usage
        }
    }

    private func stranded() -> Ending {
        console.complain(
            "this program is a part of rehearsal, which starts it",
            hint: "see: rehearsal record --help, rehearsal drift --help"
        )
        return .usage
    }
}

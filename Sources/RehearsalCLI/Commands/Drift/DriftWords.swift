/// How the program that asks a backend is told what `drift` takes.
enum DriftWords {
    /// Every option as `--name=value`: what follows from them is the other's business.
    static func respelled(_ arguments: Arguments) throws(UsageError) -> [String] {
        guard arguments.operands.count == 1, let recording = arguments.operands.first else {
            throw UsageError(
                arguments.operands.isEmpty ? "drift needs a recording" : "drift takes one recording at a time",
                hint: "try: rehearsal drift Recordings/users.har --against https://api.example.com"
            )
        }
        var words = ["--recording=\(recording)"]
        for name in ["against", "times", "timeout", "format"] {
            if let value = arguments[name] { words.append("--\(name)=\(value)") }
        }
        for name in ["header", "ignore", "words"] { words += arguments.all(name).map { "--\(name)=\($0)" } }
        if arguments.has("all") { words.append("--all") }
        if arguments.has("json") { words.append("--format=json") }
        return words
    }
}

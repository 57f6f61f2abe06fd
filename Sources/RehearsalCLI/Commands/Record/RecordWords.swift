/// What `record` takes, and how the program that does it is told.
enum RecordWords {
    static let declared =
        [
            Option("upstream", "URL", "the real backend: http or https, a host, perhaps a port"),
            Option(
                "into",
                "FILE",
                "the recording: Recordings/api is Recordings/api.har, and Recordings/api/ has its bodies"
            ),
            Option(
                "mode",
                "once|new|rewrite",
                "what becomes of a recording that is there: replayed, replayed and added to, or made anew",
                standard: "once"
            ),
            Option(
                "on-miss",
                "fail|forward|record",
                "what becomes of a request that it does not know: 501, passed on, or passed on and recorded",
                standard: "fail where a recording is replayed once, else record"
            ),
            Option(
                "scenario",
                "keep|rewrite|none",
                "what becomes of the scenario beside the recording: one that was edited is kept, or made anew",
                standard: "keep"
            ),
            Option("port", "N", "the port to listen on; 0 takes any that is free", standard: "8080"),
            Option(
                "listen",
                "ADDRESS",
                "127.0.0.1 for programs on this machine, 0.0.0.0 for every device of its networks",
                standard: "127.0.0.1"
            ),
            Option(
                "timeout",
                "DURATION",
                "how long the real backend may be silent; a stream of events may be for ever",
                standard: "30s"
            ),
            Option(flag: "exact", "keeps what changes every time, such as Date, and replays it"),
            Option(flag: "json", "prints one line of JSON when ready and one when stopped, and nothing else"),
        ] + RedactionOptions.all

    /// Every option as `--name=value`, or `--name` where there is none: what follows from them is the other's business.
    static func respelled(_ arguments: Arguments) throws(UsageError) -> [String] {
        if let word = arguments.operands.first {
            throw UsageError("record takes no operand, found \"\(word)\"", hint: "the recording goes behind --into")
        }
        // Read here as well, so that what is wrong with a rule is said by the program that was called.
        _ = try RedactionOptions(arguments)
        return declared.flatMap { option -> [String] in
            guard option.value != nil else { return arguments.has(option.name) ? ["--\(option.name)"] : [] }
            return arguments.all(option.name).map { "--\(option.name)=\($0)" }
        }
    }
}

import Rehearsal
import RehearsalDocuments
import RehearsalRecordings

/// The `rehearsal inspect` command, which shows or normalizes a recording.
struct InspectCommand: Sendable {
    static let command = Command(
        name: "inspect",
        summary: "show the exchanges of a recording, or rewrite it for review",
        operands: "FILE [NUMBER|NAME]",
        description: """
            Prints one line for each exchange of a HAR from any tool, with remarks: what was redacted, which headers do
            not match the body, and what cannot be played. With a number or a name, prints the request and the reply of
            that exchange.

            --normalize rewrites the file in the form that record writes: bodies are decoded, and JSON is written to
            separate files with one member on each line, without dates, request IDs and secrets. Normalizing a second
            time changes nothing. For the known secrets and the syntax of rules: rehearsal lint --explain redaction.
            """,
        options: fields.map(\.option),
        examples: [
            "rehearsal inspect Recordings/users.har": "a table of all exchanges",
            "rehearsal inspect Recordings/users.har get-users-2": "one exchange",
            "rehearsal inspect --normalize --into Recordings/shop.har ~/Downloads/shop.example.har":
                "a browser's export, rewritten for a pull request",
        ],
        exitStatuses: [
            .success: "the recording was shown or written",
            .unavailable: "the file cannot be written",
            .usage: "the file is not a HAR, the exchange does not exist, or the command line is not valid",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(arguments, terminal).run() }
    )

    private static let fields: [OptionField<InspectCommand>] =
        [
            .flag("json", \.isJSON).help(
                "print one line of JSON for each exchange; for a single exchange, with headers and bodies"
            ),
            .flag("normalize", \.isNormalizing).help("rewrite the file, redacted and formatted for review"),
            .text("into", "FILE", \.file).help("write to this file instead; used with --normalize"),
        ] + RedactionOptions.fields.map { $0.nested(\.rules) }

    private let path: String
    /// The number or name of the exchange to show; nil for a table of all.
    private let selection: String?
    private var isJSON = false
    private var isNormalizing = false
    private var file: String?
    private var rules = RedactionOptions()
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        let example = "try: rehearsal inspect Recordings/users.har"
        guard let path = arguments.operands.first else { throw UsageError("inspect needs a recording", hint: example) }
        guard arguments.operands.count <= 2 else {
            throw UsageError(
                "inspect takes at most two operands, FILE and NUMBER or NAME; found \(arguments.operands.count)",
                hint: example
            )
        }
        (self.path, selection, self.terminal) = (path, arguments.operands.dropFirst().first, terminal)
        try arguments.read(Self.fields, into: &self)
        guard isNormalizing || (file == nil && rules.isEmpty) else {
            throw UsageError("--into, --redact and --keep need --normalize")
        }
        guard !isNormalizing || selection == nil else {
            throw UsageError("--normalize rewrites the whole recording: omit \((selection ?? "").quoted)")
        }
    }

    func run() -> ExitStatus {
        let recording = InspectedRecording(path)
        for finding in recording.diagnostics { terminal.writeError(finding.text) }
        if recording.hasErrors { return .usage }
        return isNormalizing ? normalize(recording) : show(recording)
    }

    private func show(_ recording: InspectedRecording) -> ExitStatus {
        guard let selection else {
            if isJSON {
                for exchange in recording.exchanges { terminal.write(ExchangeListing.json(exchange)) }
            } else {
                terminal.write(ExchangeListing.table(recording.exchanges))
            }
            return .success
        }
        guard let exchange = recording.exchange(selection) else { return reportUnknownExchange(selection, recording) }
        if isJSON {
            terminal.write(ExchangeText.json(exchange))
        } else {
            terminal.write(ExchangeText.text(exchange, terminal.style(for: terminal.output)))
        }
        return .success
    }

    private func normalize(_ recording: InspectedRecording) -> ExitStatus {
        if recording.exchanges.isEmpty {
            terminal.reportError("\(path.printable) has no exchange to write")
            return .usage
        }
        do throws(RecordingWriter.Failure) {
            let options = RecordingWriter.Options(redacting: rules.redacting, keeping: rules.exempting)
            let written = try recording.normalize(into: file, options)
            report(written)
            return .success
        } catch {
            terminal.reportError(error.description)
            return .unavailable
        }
    }

    private func report(_ written: InspectedRecording.NormalizationResult) {
        if isJSON {
            terminal.write([
                "path": .string(written.path), "written": JSON(integerLiteral: written.written),
                "secrets": JSON(integerLiteral: written.secrets),
                "skipped": .array(written.skipped.map { JSON(integerLiteral: $0) }),
            ])
            return
        }
        terminal.write(
            "\(written.path.printable): \("exchange".pluralized(written.written)), "
                + "\("secret".pluralized(written.secrets)) redacted"
        )
        if !written.skipped.isEmpty {
            let numbers = written.skipped.prefix(20).map(String.init).joined(separator: ", ")
            terminal.writeError("exchanges that cannot be played were skipped: \(numbers)")
        }
    }

    private func reportUnknownExchange(_ selection: String, _ recording: InspectedRecording) -> ExitStatus {
        let names = recording.exchanges.compactMap(\.name)
        let hint = NearestName.of(selection, in: names).map { "did you mean \($0)?" }
        terminal.reportError(
            "\(path.printable) has no exchange \(selection.quoted)",
            hint: hint
                ?? "it has exchanges 1 to \(recording.exchanges.count); to list them: rehearsal inspect \(path.printable)"
        )
        return .usage
    }
}

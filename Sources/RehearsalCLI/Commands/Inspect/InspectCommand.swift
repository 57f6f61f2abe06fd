import Rehearsal
import RehearsalDocuments
import RehearsalRecordings

/// `rehearsal inspect`.
struct InspectCommand: Sendable {
    static let command = Command(
        name: "inspect",
        summary:
            "shows a recording as a table, one exchange of it as text, or writes it in the form that can be reviewed",
        operands: "FILE [NUMBER|NAME]",
        discussion: """
            A line for each exchange of a HAR of any origin, with what a reader would not see: what was redacted, what
            no longer fits the body, what is not played. With a number or a name the request and the reply are shown as
            text.

            --normalize writes the file as recordings are written here: bodies decoded, JSON in files beside it, a
            member a line, without dates and request numbers, and without secrets. From the second time on nothing
            changes. Which secrets are known, and how rules are written: rehearsal lint --explain redaction.
            """,
        options: fields.map(\.option),
        examples: [
            "rehearsal inspect Recordings/users.har": "what there is",
            "rehearsal inspect Recordings/users.har get-users-2": "one exchange",
            "rehearsal inspect --normalize --into Recordings/shop.har ~/Downloads/shop.example.har":
                "a browser's export, fit for a pull request",
        ],
        exits: [
            .held: "it was shown, or written",
            .couldNot: "the file cannot be written",
            .usage: "the file is no HAR, there is no such exchange, or the command line is wrong",
        ],
        run: { arguments, terminal throws(UsageError) in try Self(arguments, terminal).run() }
    )

    private static let fields: [OptionField<InspectCommand>] =
        [
            .flag("json", \.isJSON).help(
                "prints a line of JSON for each exchange; for one, with its headers and bodies"
            ),
            .flag("normalize", \.isNormalizing).help("writes the file anew, in the form that can be reviewed"),
            .text("into", "FILE", \.file).help("leaves the file as it is and writes this one"),
        ] + RedactionOptions.fields.map { $0.of(\.rules) }

    private let path: String
    /// The exchange that is shown; nil for a table of all.
    private let wanted: String?
    private var isJSON = false
    private var isNormalizing = false
    private var file: String?
    private var rules = RedactionOptions()
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        guard let path = arguments.operands.first, arguments.operands.count <= 2 else {
            throw UsageError("inspect needs a recording", hint: "try: rehearsal inspect Recordings/users.har")
        }
        (self.path, wanted, self.terminal) = (path, arguments.operands.dropFirst().first, terminal)
        try arguments.read(Self.fields, into: &self)
        guard isNormalizing || (file == nil && rules.isEmpty) else {
            throw UsageError("--into, --redact and --keep say how to write, so they need --normalize")
        }
        guard !isNormalizing || wanted == nil else {
            throw UsageError("--normalize writes all of a recording: leave out the name of the exchange")
        }
    }

    func run() -> ExitStatus {
        let recording = InspectedRecording(path)
        for finding in recording.diagnostics { terminal.writeError(finding.text) }
        if recording.hasErrors { return .usage }
        return isNormalizing ? normalize(recording) : show(recording)
    }

    private func show(_ recording: InspectedRecording) -> ExitStatus {
        guard let wanted else {
            if isJSON {
                for exchange in recording.exchanges { terminal.write(ExchangeListing.json(exchange)) }
            } else {
                terminal.write(ExchangeListing.table(recording.exchanges))
            }
            return .held
        }
        guard let exchange = recording.exchange(wanted) else { return unknown(wanted, recording) }
        if isJSON {
            terminal.write(ExchangePage.json(exchange))
        } else {
            terminal.write(ExchangePage.text(exchange, terminal.style(for: terminal.output)))
        }
        return .held
    }

    private func normalize(_ recording: InspectedRecording) -> ExitStatus {
        if recording.exchanges.isEmpty {
            terminal.complain("\(path.printable) has no exchange to write")
            return .usage
        }
        do throws(RecordingWriter.Failure) {
            let options = RecordingWriter.Options(taking: rules.taking, keeping: rules.keeping)
            let written = try recording.normalize(into: file, options)
            tell(written)
            return .held
        } catch {
            terminal.complain(error.description)
            return .couldNot
        }
    }

    private func tell(_ written: InspectedRecording.Normalized) {
        if isJSON {
            terminal.write([
                "path": .string(written.path), "written": JSON(integerLiteral: written.written),
                "secrets": JSON(integerLiteral: written.secrets),
                "skipped": .array(written.skipped.map { JSON(integerLiteral: $0) }),
            ])
            return
        }
        terminal.write(
            "\(written.path.printable): \("exchange".counted(written.written)), \("secret".counted(written.secrets)) taken out"
        )
        if !written.skipped.isEmpty {
            let numbers = written.skipped.prefix(20).map(String.init).joined(separator: ", ")
            terminal.writeError("left out, because nobody can play them: \(numbers)")
        }
    }

    private func unknown(_ wanted: String, _ recording: InspectedRecording) -> ExitStatus {
        let names = recording.exchanges.compactMap(\.name)
        let hint = NearestName.of(wanted, in: names).map { "did you mean \($0)?" }
        terminal.complain(
            "\(path.printable) has no exchange \(wanted.quoted)",
            hint: hint ?? "it has 1 to \(recording.exchanges.count); rehearsal inspect \(path.printable) lists them"
        )
        return .usage
    }
}

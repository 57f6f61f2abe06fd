import Rehearsal
import RehearsalDocuments
import RehearsalRecordings

/// One run of `inspect`.
struct Inspecting: Sendable {
    let path: String
    let isJSON: Bool
    let terminal: Terminal

    func show(_ wanted: String?) -> ExitStatus {
        let recording = InspectedRecording(path)
        for finding in recording.diagnostics { terminal.writeError(finding.text) }
        if recording.hasErrors { return .usage }
        guard let wanted else {
            if isJSON {
                for exchange in recording.exchanges { write(ExchangeListing.json(exchange)) }
            } else {
                terminal.write(ExchangeListing.table(recording.exchanges))
            }
            return .held
        }
        guard let exchange = recording.exchange(wanted) else { return unknown(wanted, recording) }
        if isJSON {
            write(ExchangePage.json(exchange))
        } else {
            terminal.write(ExchangePage.text(exchange, terminal.style(for: terminal.output)))
        }
        return .held
    }

    func normalize(into file: String?, _ rules: RedactionOptions) -> ExitStatus {
        let recording = InspectedRecording(path)
        for finding in recording.diagnostics { terminal.writeError(finding.text) }
        if recording.hasErrors { return .usage }
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
            write([
                "path": .string(written.path), "written": JSON(integerLiteral: written.written),
                "secrets": JSON(integerLiteral: written.secrets),
                "skipped": .array(written.skipped.map { JSON(integerLiteral: $0) }),
            ])
            return
        }
        terminal.write(
            "\(written.path.printable): \(Self.count(written.written, "exchange")), \(Self.count(written.secrets, "secret")) taken out"
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

    private func write(_ json: JSON) { terminal.write(String(decoding: json.bytes(), as: UTF8.self)) }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

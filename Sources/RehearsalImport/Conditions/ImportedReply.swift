import Rehearsal
import RehearsalDocuments
import RehearsalHTTP

extension Scenario.Reply {
    /// The names of the header fields that the server generates itself, because they depend on the connection.
    private static let framing = ["content-length", "transfer-encoding", "connection", "keep-alive"]

    /// Adds headers, each with one value or a list of values.
    ///
    /// - Parameter written: A closure that converts a value to a template.
    mutating func addHeaders(
        _ members: [(name: String, value: ImportValue)],
        _ written: (String, ImportValue) -> String = { text, _ in TemplateTranslation.escapingBraces(text) },
    ) {
        for member in members {
            for value in member.value.elementsOrSelf {
                guard let text = value.text() else { continue }
                addHeader(member.name, written(text, value), at: value)
            }
        }
    }

    /// Adds a header. Reports and leaves out a header that is not valid or that the server generates itself.
    mutating func addHeader(_ name: String, _ text: String, at value: ImportValue) {
        guard HeaderSyntax.isToken(name), HeaderSyntax.isValue(text) else {
            let problem =
                "\(name.quoted) is not a valid header: the name is not valid, or the value has a control character"
            return value.noteDifference(problem, instead: "it is left out")
        }
        guard !Self.framing.contains(name.lowercased()) else {
            let instead = "it is left out: the server sends its own"
            return value.noteDifference("\(name) describes the framing of the body", instead: instead)
        }
        headers.append(name, text)
    }

    /// Sets a text body without adding a media type.
    ///
    /// - Parameter isTemplate: Whether the text is already a scenario template. Other text is escaped.
    mutating func setText(_ text: String, isTemplate: Bool = false) {
        let type = MediaType(headers["Content-Type"] ?? "")
        // JSON is easier to edit in the scenario than a text. Only the white space of the body changes.
        if type.isJSON, !isTemplate, let json = JSONText.value(text) {
            set(.json(TemplateTranslation.escapingBraces(json)))
        } else {
            set(text.isEmpty ? .none : .text(isTemplate ? text : TemplateTranslation.escapingBraces(text)))
        }
    }

    /// Sets a body. If the reply has no `Content-Type` header, the server sends none.
    mutating func set(_ body: Scenario.Body) {
        self.body = body
        if case .none = body { return }
        if !headers.contains("Content-Type") { headers.append("Content-Type", nil) }
    }
}

extension ImportObjectReader {
    /// Returns a status code from 100 to 999; 200 if it is missing.
    func status(_ name: String) -> Int { integer(name, 100...999) ?? 200 }
}

extension Fault.Delay {
    /// Creates a log-normal distribution from its median in milliseconds and the standard deviation of its logarithm.
    static func logNormal(median: Double, sigma: Double) -> Fault.Delay {
        // One day in milliseconds.
        let longest = 86_400_000.0
        let median = min(max(median, 0), longest)
        // The 99th percentile of a normal distribution is 2.326 standard deviations above the mean.
        let p99 = min(median * MathFunctions.power(2.326_347_874 * min(max(sigma, 0), 20)), longest)
        return .logNormal(median: .microseconds(Int(median * 1_000)), p99: .microseconds(Int(p99 * 1_000)))
    }
}

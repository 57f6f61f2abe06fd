import Rehearsal
import RehearsalDocuments
import RehearsalHTTP

extension Scenario.Reply {
    /// Fields of a head that a server writes itself: how long a body is, and how it is framed.
    private static let framing = ["content-length", "transfer-encoding", "connection", "keep-alive"]

    /// Adds headers, of which each may have a list of values.
    ///
    /// - Parameter written: the text of a value as a template of ours.
    mutating func addHeaders(
        _ members: [(name: String, value: ImportValue)],
        _ written: (String, ImportValue) -> String = { text, _ in TemplateTranslation.literal(text) },
    ) {
        for member in members {
            for value in member.value.elementsOrSelf {
                guard let text = value.text() else { continue }
                addHeader(member.name, written(text, value), at: value)
            }
        }
    }

    /// Adds a header; one that cannot be sent, or that says how the body is framed, is named and left out.
    mutating func addHeader(_ name: String, _ text: String, at value: ImportValue) {
        guard HeaderRules.isToken(name), HeaderRules.isValue(text) else {
            let problem = "\(name.quoted) cannot be sent as it is: a control character, or no name"
            return value.differ(problem, instead: "it is left out")
        }
        guard !Self.framing.contains(name.lowercased()) else {
            let instead = "it is left out: the server writes what is so"
            return value.differ("\(name) says how the body is framed", instead: instead)
        }
        headers.append(name, text)
    }

    /// Sends a text as it is, without a type that nobody asked for.
    ///
    /// - Parameter isTemplate: the text is one of ours already.
    mutating func setText(_ text: String, isTemplate: Bool = false) {
        let type = MediaType(headers["Content-Type"] ?? "")
        // A document is easier to edit than a text; white space around its parts is all that is lost.
        if type.isJSON, !isTemplate, let json = JSONText.value(text) {
            set(.json(TemplateTranslation.literal(json)))
        } else {
            set(text.isEmpty ? .none : .text(isTemplate ? text : TemplateTranslation.literal(text)))
        }
    }

    /// Sends a body; where no header says a type, none is sent.
    mutating func set(_ body: Scenario.Body) {
        self.body = body
        if case .none = body { return }
        if !headers.names("Content-Type") { headers.append("Content-Type", nil) }
    }
}

extension ImportObject {
    /// A status that a reply can have.
    func status(_ name: String) -> Int { integer(name, 100...999) ?? 200 }
}

extension Fault.Delay {
    /// A distribution by its median, in milliseconds, and the standard deviation of its logarithm.
    static func logNormal(median: Double, sigma: Double) -> Fault.Delay {
        // A day, in milliseconds.
        let longest = 86_400_000.0
        let median = min(max(median, 0), longest)
        // One in a hundred of a normal distribution lies 2.326 deviations above its middle.
        let p99 = min(median * Exponential.power(2.326_347_874 * min(max(sigma, 0), 20)), longest)
        return .logNormal(median: .microseconds(Int(median * 1_000)), p99: .microseconds(Int(p99 * 1_000)))
    }
}

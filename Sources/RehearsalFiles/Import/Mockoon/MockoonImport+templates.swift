import Rehearsal

extension MockoonImport {
    /// The result of the evaluation of a template.
    struct Filled {
        var parts: [MockoonPart]
        /// The status that the template sets.
        var status: Int?
        /// Whether a value was generated.
        var isGenerated = false
    }

    /// Fills in a template; nil, and reported, if one of its tags has no translation.
    ///
    /// - Parameter generatesAll: whether values are generated too that a scenario fills in for each request.
    mutating func fill(_ text: String, at value: ImportValue, generatesAll: Bool = false) -> Filled? {
        var environment = environment
        environment.generatesAll = generatesAll
        var template = MockoonTemplate(environment, seed: value.path, decisions)
        do throws(HandlebarsTemplate.Malformed) {
            let parts = try template.write(text)
            decisions = template.decisions
            if template.hasFixedCount {
                let problem = "the number of repetitions is read from the request"
                reader.differ(value, problem, instead: "the default number of them is always sent")
            }
            return Filled(parts: parts, status: template.status, isGenerated: template.hasGenerated)
        } catch {
            reader.refuse(
                value,
                "no template says \(Self.shown(error.source)): \(error.problem)",
                instead: Self.leftOut
            )
            return nil
        }
    }

    /// Fills in a text, and makes it the body of a reply: a document if its type is JSON.
    mutating func setText(_ text: String, at value: ImportValue, isPlain: Bool, of reply: inout Scenario.Reply) {
        guard let filled = isPlain ? Filled(parts: [.text(text)]) : fill(text, at: value) else { return }
        set(filled, at: value, of: &reply) { isPlain ? nil : $0.fill(text, at: value, generatesAll: true) }
    }

    /// Makes a filled template the body of a reply.
    ///
    /// - Parameter generated: the same template with every value generated, for a body that is JSON only then.
    mutating func set(
        _ filled: Filled,
        at value: ImportValue,
        of reply: inout Scenario.Reply,
        generated: (inout MockoonImport) -> Filled?,
    ) {
        if let status = filled.status { reply.status = status }
        guard MediaType(reply.headers["Content-Type"] ?? "").isJSON else {
            if filled.isGenerated { tellGenerated(value) }
            return reader.setText(filled.parts.templateText, of: &reply, isTemplate: true)
        }
        if let text = filled.parts.constantText, text.allSatisfy(\.isWhitespace) {
            reply.body = .none
        } else if let document = filled.parts.document {
            if filled.isGenerated { tellGenerated(value) }
            reply.body = .json(document)
        } else if let document = generated(&self)?.parts.document {
            tellGenerated(value)
            reply.body = .json(document)
        } else {
            let text = value.node.string ?? ""
            let tag = filled.parts.constantText == text ? nil : Self.firstTag(text)
            let what = tag.map { "the body is not JSON when \(Self.shown($0)) is filled in" } ?? "the body is not JSON"
            let problem = "\(what), and its Content-Type says that it is; correct one of them"
            reader.refuse(value, problem, instead: Self.leftOut)
        }
    }

    /// Reports once that values were generated.
    mutating func tellGenerated(_ value: ImportValue) {
        guard !hasToldGenerated else { return }
        hasToldGenerated = true
        reader.differ(
            value,
            "random values and times, which Mockoon generates for each request",
            instead: "they were generated once, from a fixed seed, here and in the rest of the file"
        )
    }

    private static func firstTag(_ text: String) -> String? {
        guard let start = text.firstRange(of: "{{")?.lowerBound else { return nil }
        let rest = text[start...]
        return rest.firstRange(of: "}}").map { String(rest[..<$0.upperBound]) }
    }

    /// A tag for a note.
    static func shown(_ tag: String) -> String { (tag.count > 120 ? "\(tag.prefix(120))…" : tag).quoted }
}

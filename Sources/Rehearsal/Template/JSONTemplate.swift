/// A JSON document some strings and names of which are templates, made ready once to be rendered for each request.
///
/// What holds no template is kept as it is, and becomes a part of what is rendered without a copy.
package struct JSONTemplate: Sendable, Hashable {
    /// As it was written.
    package let document: JSON
    /// Its templates, in the order in which they stand and are filled in.
    package let templates: [Placed]
    /// What has to be at hand when it is rendered.
    package let needs: Template.Needs
    private let steps: [Step]

    /// A template, and the name or value that it is.
    package struct Placed: Sendable, Hashable {
        /// Which one of the names and values of the document,
        /// in the order in which they are written: 0 is the document.
        package let place: Int
        package let template: Template
    }

    /// What is done to build a document, the parts of a value before the value: depth costs no stack.
    enum Step: Sendable, Hashable {
        case constant(JSON)
        /// A string, a name, or a value in place of a string.
        case template(Template)
        /// An array of the last so many values.
        case array(Int)
        /// An object of the last values; where a name is nil, it comes before its value among them.
        case object([String?])
    }

    /// Reads every string and every name that holds braces.
    ///
    /// - Throws: what is wrong with each that is no template, up to a hundred.
    package init(_ document: JSON) throws(Malformed) {
        var compiler = JSONTemplateCompiler()
        compiler.compile(document)
        guard compiler.mistakes.isEmpty else { throw Malformed(mistakes: compiler.mistakes) }
        self.document = document
        templates = compiler.templates
        steps = compiler.steps
        needs = templates.reduce(into: []) { $0.formUnion($1.template.needs) }
    }

    /// The document with every template filled in.
    package func render(_ context: inout Template.Context) -> JSON {
        var values: [JSON] = []
        for step in steps {
            switch step {
            case .constant(let value): values.append(value)
            case .template(let template): values.append(template.json(&context))
            case .array(let count):
                let elements = Array(values.suffix(count))
                values.removeLast(count)
                values.append(.array(elements))
            case .object(let names): Self.close(names, &values)
            }
        }
        return values.last ?? document
    }

    private static func close(_ names: [String?], _ values: inout [JSON]) {
        let count = names.count + names.count { $0 == nil }
        var rest = values.suffix(count).makeIterator()
        let members = names.map { name in
            JSON.Member(name ?? rest.next()?.string ?? "", rest.next() ?? .null)
        }
        values.removeLast(count)
        values.append(.object(members))
    }
}

extension JSON {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}

extension JSONTemplate {
    /// What keeps a document from being a template: everything that is wrong with its strings and names.
    package struct Malformed: Error, Sendable, Hashable {
        /// At least one, in the order of the document.
        package let mistakes: [Mistake]
    }

    /// A string or name that is no template.
    package struct Mistake: Sendable, Hashable {
        /// Which one of the names and values of the document,
        /// in the order in which they are written: 0 is the document.
        package let place: Int
        /// What is wrong with it, and at which of its characters.
        package let error: Template.Malformed
    }
}

/// Goes once through a document, and notes what has to be done to build it with its templates filled in.
struct JSONTemplateCompiler {
    private(set) var steps: [JSONTemplate.Step] = []
    private(set) var templates: [JSONTemplate.Placed] = []
    private(set) var mistakes: [JSONTemplate.Mistake] = []
    /// How many names and values have been read.
    private var place = 0

    /// Nobody reads more.
    private static let mostMistakes = 100

    private enum Work {
        case value(JSON)
        case name(String)
        /// Makes an array or object of what has been done since there were so many steps and templates.
        case close(JSON, steps: Int, templates: Int)
    }

    mutating func compile(_ document: JSON) {
        // A list of what is left rather than recursion: the deepest document fits the smallest stack.
        var rest = [Work.value(document)]
        while let work = rest.popLast(), mistakes.count < Self.mostMistakes {
            switch work {
            case .value(let value): begin(value, &rest)
            case .name(let name):
                if Template.isTemplate(name) { add(name, isName: true) }
                place += 1
            case .close(let value, let steps, let templates):
                close(value, steps: steps, isConstant: templates == self.templates.count)
            }
        }
    }

    private mutating func begin(_ value: JSON, _ rest: inout [Work]) {
        switch value {
        case .string(let text) where Template.isTemplate(text): add(text, isName: false)
        case .array(let elements) where !elements.isEmpty:
            rest.append(.close(value, steps: steps.count, templates: templates.count))
            rest.append(contentsOf: elements.reversed().map { .value($0) })
        case .object(let members) where !members.isEmpty:
            rest.append(.close(value, steps: steps.count, templates: templates.count))
            for member in members.reversed() {
                rest.append(.value(member.value))
                rest.append(.name(member.name))
            }
        default: steps.append(.constant(value))
        }
        place += 1
    }

    private mutating func add(_ text: String, isName: Bool) {
        do throws(Template.Malformed) {
            let template = try Template(text)
            if isName, template.value != nil { throw Self.valueAsName(text) }
            templates.append(JSONTemplate.Placed(place: place, template: template))
            steps.append(.template(template))
        } catch {
            mistakes.append(JSONTemplate.Mistake(place: place, error: error))
        }
    }

    private static func valueAsName(_ text: String) -> Template.Malformed {
        let problem = "\"json\" puts a value in place of a string, and a name is always a string"
        return Template.Malformed(.template, 0..<text.unicodeScalars.count, problem, fix: "remove \"| json\"")
    }

    private mutating func close(_ value: JSON, steps start: Int, isConstant: Bool) {
        if isConstant {
            steps.removeSubrange(start...)
            steps.append(.constant(value))
        } else if case .object(let members) = value {
            steps.append(.object(members.map { Template.isTemplate($0.name) ? nil : $0.name }))
        } else if case .array(let elements) = value {
            steps.append(.array(elements.count))
        }
    }
}

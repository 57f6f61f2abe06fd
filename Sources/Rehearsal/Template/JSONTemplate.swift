/// A JSON document with templates in its strings and names, compiled once and rendered for each request.
///
/// Parts without templates are shared with the rendered document, not copied.
package struct JSONTemplate: Sendable, Hashable {
    /// The source document.
    package let document: JSON
    /// The templates in the order in which they occur and are rendered.
    package let templates: [LocatedTemplate]
    /// The inputs that rendering requires.
    package let needs: Template.Needs
    private let steps: [Step]

    /// A template and its position in the document.
    package struct LocatedTemplate: Sendable, Hashable {
        /// The index of the node among the names and values in document order; 0 is the document.
        package let nodeIndex: Int
        package let template: Template
    }

    /// A step that builds a part of a document. Steps are in postfix order, so that rendering needs no recursion.
    enum Step: Sendable, Hashable {
        case constant(JSON)
        /// A string, a name, or a JSON value in place of a string.
        case template(Template)
        /// An array of this number of preceding values.
        case array(Int)
        /// An object of the preceding values. A nil name means that a rendered name precedes the value.
        case object([String?])
    }

    /// Compiles every string and every name that contains braces.
    ///
    /// - Throws: the errors of all malformed templates, up to a hundred.
    package init(_ document: JSON) throws(Malformed) {
        var compiler = JSONTemplateCompiler()
        compiler.compile(document)
        guard compiler.mistakes.isEmpty else { throw Malformed(errors: compiler.mistakes) }
        self.document = document
        templates = compiler.templates
        steps = compiler.steps
        needs = templates.reduce(into: []) { $0.formUnion($1.template.needs) }
    }

    /// Returns the document with every template rendered.
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
    /// The errors of a document whose templates are malformed.
    package struct Malformed: Error, Sendable, Hashable {
        /// The errors in the order of the document; at least one.
        package let errors: [LocatedError]
    }

    /// An error in a string or name.
    package struct LocatedError: Sendable, Hashable {
        /// The index of the node among the names and values in document order; 0 is the document.
        package let nodeIndex: Int
        /// The error and its character range.
        package let error: Template.Malformed
    }
}

/// A compiler that traverses a document once and produces the steps to build it with rendered templates.
struct JSONTemplateCompiler {
    private(set) var steps: [JSONTemplate.Step] = []
    private(set) var templates: [JSONTemplate.LocatedTemplate] = []
    private(set) var mistakes: [JSONTemplate.LocatedError] = []
    /// The number of names and values visited.
    private var nodeIndex = 0

    /// The maximum number of reported errors.
    private static let maxMistakes = 100

    private enum Work {
        case value(JSON)
        case name(String)
        /// Completes an array or object from the steps and templates added since these counts.
        case close(JSON, steps: Int, templates: Int)
    }

    mutating func compile(_ document: JSON) {
        // An explicit stack replaces recursion, so that deep documents do not exhaust the call stack.
        var rest = [Work.value(document)]
        while let work = rest.popLast(), mistakes.count < Self.maxMistakes {
            switch work {
            case .value(let value): begin(value, &rest)
            case .name(let name):
                if Template.isTemplate(name) { add(name, isName: true) }
                nodeIndex += 1
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
        nodeIndex += 1
    }

    private mutating func add(_ text: String, isName: Bool) {
        do throws(Template.Malformed) {
            let template = try Template(text)
            if isName, template.value != nil { throw Self.valueAsName(text) }
            templates.append(JSONTemplate.LocatedTemplate(nodeIndex: nodeIndex, template: template))
            steps.append(.template(template))
        } catch {
            mistakes.append(JSONTemplate.LocatedError(nodeIndex: nodeIndex, error: error))
        }
    }

    private static func valueAsName(_ text: String) -> Template.Malformed {
        let problem = "\"json\" inserts a JSON value, but a member name must be a string"
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

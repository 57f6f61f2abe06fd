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

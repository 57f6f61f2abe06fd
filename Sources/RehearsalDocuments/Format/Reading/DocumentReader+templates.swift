import Rehearsal

extension DocumentReader {
    /// An expression of a template, with its position.
    struct TemplateUse {
        let expression: Template.Expression
        let range: Range<Int>
    }

    /// Checks every template in a value, and stores their expressions for `resolveTemplateUses`.
    ///
    /// - Returns: whether the value contains a template.
    @discardableResult
    func checkTemplates(_ node: JSONDocument.Node) -> Bool {
        let value = node.value
        do throws(JSONTemplate.Malformed) {
            let document = try JSONTemplate(value)
            for placed in document.templates {
                let expressions = placed.template.expressions
                let characters = expressions.map { $0.offset..<($0.offset + $0.length) }
                let ranges = node.ranges(ofCharacters: characters, atNodeIndex: placed.nodeIndex)
                for (number, expression) in expressions.enumerated() {
                    let range = ranges?[number] ?? node.range
                    templateUses.append(TemplateUse(expression: expression, range: range))
                }
            }
            return !document.templates.isEmpty
        } catch {
            for mistake in error.errors {
                let characters = mistake.error.offset..<(mistake.error.offset + mistake.error.length)
                let range = node.range(ofCharacters: characters, atNodeIndex: mistake.nodeIndex) ?? node.range
                report(.badTemplate, at: range, mistake.error.problem, hint: mistake.error.fix, see: "template")
            }
            return false
        }
    }

    /// Checks the templates in the header fields and the body of a reply.
    func checkTemplates(of fields: ObjectReader) {
        if let headers = fields["headers"] { checkTemplates(headers.node) }
        for member in fields.members(["json", "problem", "text", "html"]) { checkTemplates(member.value) }
        for event in fields["events"].map({ Array($0.node.elements) }) ?? [] {
            for member in event.members where ["data", "text", "json"].contains(member.name) {
                checkTemplates(member.value)
            }
        }
    }

    /// Checks whether the path has the placeholders that the stored expressions use, and collects their variables.
    func resolveTemplateUses(_ names: [String]) {
        for use in templateUses {
            switch use.expression.source {
            case .path(let name): PlaceholderCheck.check(name, at: use.range, names, to: self)
            case .state(let name) where !use.expression.hasDefault:
                variableUses.append(LintChecks.VariableUse(name: name, range: use.range))
            default: break
            }
        }
        templateUses = []
    }
}

extension Template.Expression {
    /// Whether the expression has a default for an absent value.
    fileprivate var hasDefault: Bool {
        filters.contains { if case .default = $0 { true } else { false } }
    }
}

/// A compiled change of the variables of a scenario.
struct CompiledChange: Sendable {
    private let change: Scenario.Change
    /// The values of `set` that contain templates, by index.
    private let templates: [Int: JSONTemplate]
    let needs: Template.Needs
    let expressions: [Template.Expression]

    /// The maximum depth and size in bytes of a rendered value, which could otherwise grow with every request.
    ///
    /// A variable does not change if its new value exceeds a limit.
    private static let maxDepth = 64
    private static let maxSize = 1 << 20

    init(_ change: Scenario.Change) throws(CompiledScenario.CompilationError) {
        self.change = change
        var templates: [Int: JSONTemplate] = [:]
        for (index, member) in change.set.enumerated() {
            let template = try ReplyTemplate.document(member.value, in: "variable \"\(member.name)\"")
            if !template.templates.isEmpty { templates[index] = template }
        }
        self.templates = templates
        var needs: Template.Needs = change.capture.isEmpty ? [] : .body
        for template in templates.values { needs.formUnion(template.needs) }
        self.needs = needs
        expressions = templates.values.flatMap { $0.templates.flatMap(\.template.expressions) }
    }

    var isEmpty: Bool { change.isEmpty }

    /// Applies the change to the variables.
    ///
    /// - Parameter context: returns the input of templates. It is called only if the change has templates.
    func apply(to variables: inout [String: JSON], _ request: ObservedRequest, _ context: () -> Template.Context) {
        var templateContext = templates.isEmpty ? nil : context()
        for (index, member) in change.set.enumerated() {
            guard let template = templates[index], templateContext != nil else {
                variables[member.name] = member.value
                continue
            }
            templateContext?.state = variables
            guard let value = templateContext.map({ Self.render(template, $0) }) else { continue }
            templateContext?.random = value.random
            if value.json.isWithin(depth: Self.maxDepth), value.json.bytes().count <= Self.maxSize {
                variables[member.name] = value.json
            }
        }
        for increment in change.increment {
            let (sum, overflows) = Self.number(variables[increment.name]).addingReportingOverflow(increment.by)
            if !overflows { variables[increment.name] = .number(JSON.Number(text: String(sum))) }
        }
        for name in change.remove { variables[name] = nil }
        for capture in change.capture {
            guard let value = request.body?.json.flatMap({ capture.pointer.value(in: $0) }) else { continue }
            variables[capture.name] = value
        }
    }

    private static func render(_ template: JSONTemplate, _ context: Template.Context) -> (
        json: JSON, random: RandomSource
    ) {
        var context = context
        let json = template.render(&context)
        return (json, context.random)
    }

    /// Returns the integer in a variable, from a number or a string; 0 for any other value.
    private static func number(_ value: JSON?) -> Int {
        value.flatMap { Int(String(decoding: $0.plainText, as: UTF8.self)) } ?? 0
    }
}

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
        return .init(0..<text.unicodeScalars.count, problem, fix: "remove \"| json\"")
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

import Rehearsal

/// A renderer that evaluates Mockoon templates at import.
///
/// Random values come from a seed. Values of the request become expressions of a scenario template.
struct MockoonTemplateRenderer {
    /// The values that a template can refer to.
    struct Environment {
        /// The names of the placeholders in the path of the route.
        var captures: [String] = []
        var buckets: [MockoonBucket] = []
        /// Whether times and random values are generated once even if a scenario could generate them for each request.
        var generatesAll = false
        /// Whether the template can read a request.
        var hasRequest = true
    }

    let environment: Environment
    var generator: MockoonGenerator
    var branches: TemplateConditions
    /// The variables of `setVar`, and the block variables that begin with `@`.
    var variables: [String: MockoonValue] = [:]
    /// The block parameters by name, as in `as |item|`.
    var names: [String: MockoonValue] = [:]
    /// The values of `this`, from the outermost to the innermost block.
    var scopes: [MockoonValue] = []
    /// The value of the innermost `switch`, and whether a case matched.
    var switchState: (value: MockoonValue, isFound: Bool)?
    /// Whether a number of iterations depends on the request, so that its default value was used.
    var usesDefaultCount = false
    var status: Int?
    var output: [MockoonPart] = []
    var iterationCount = 0
    private var size = 0
    private var tag = ""

    /// The maximum number of bytes that one template renders.
    private static let maximumBytes = 8 << 20
    /// The size of each part in bytes, in addition to that of its text.
    private static let partBytes = 32

    /// - Parameter seed: A text such as the path of the template in its file.
    init(_ environment: Environment, seed: String, _ decisions: TemplateConditions = TemplateConditions()) {
        (self.environment, self.branches) = (environment, decisions)
        generator = MockoonGenerator(seed: seed)
    }

    var hasGenerated: Bool { generator.hasGenerated }

    mutating func render(_ text: String) throws(HandlebarsTemplate.Malformed) -> [MockoonPart] {
        guard Template.isTemplate(text) else { return [.text(text)] }
        let template = try HandlebarsTemplate(text)
        output = []
        do throws(TranslationError) {
            try render(template.nodes)
        } catch {
            throw HandlebarsTemplate.Malformed(source: tag, problem: error.reason)
        }
        return output
    }

    mutating func render(_ nodes: [HandlebarsTemplate.Node]) throws(TranslationError) {
        for node in nodes {
            switch node {
            case .text(let text): try append(.text(text))
            case .output(let tag):
                self.tag = tag.source
                try append(try value(tag.expression, isDirectOutput: true), isRaw: tag.isRaw)
            case .block(let block):
                tag = block.source
                try render(block)
            }
        }
    }

    private mutating func append(_ part: MockoonPart) throws(TranslationError) {
        switch part {
        case .text(let text), .value(let text): size += text.utf8.count + Self.partBytes
        case .request: size += Self.partBytes
        }
        guard size <= Self.maximumBytes else { throw TranslationError("the template outputs more than 8 MiB") }
        output.append(part)
    }

    private mutating func append(_ value: MockoonValue, isRaw: Bool) throws(TranslationError) {
        switch value {
        case .mixed(let parts): for part in parts { try append(part) }
        case .unescaped(let text): try append(.text(text))
        case .known(.array(let elements))
        where elements.contains(where: { if case .object = $0 { true } else { false } }):
            throw TranslationError("a list of objects cannot be output as text; use stringify in three braces")
        default: try append(isRaw ? .text(try value.text()) : .value(try value.text()))
        }
    }

    /// Returns the value of an expression.
    ///
    /// - Parameter isDirectOutput: Whether the tag outputs the value directly, so that a scenario can evaluate it for
    ///   each request.
    mutating func value(
        _ expression: HandlebarsTemplate.Expression,
        isDirectOutput: Bool = false,
    ) throws(TranslationError) -> MockoonValue {
        switch expression {
        case .literal(let json): return .known(json)
        case .name(let name): return try variableValue(name) ?? .none
        case .call(let call):
            if call.arguments.isEmpty, call.options.isEmpty, let value = try variableValue(call.name) { return value }
            return try self.call(call, isWritten: isDirectOutput)
        }
    }

    /// Returns the value of a variable; nil if it is not defined.
    private func variableValue(_ name: String) throws(TranslationError) -> MockoonValue? {
        if name.hasPrefix("@") { return try Self.lookUp(name.dropFirst().split(separator: "."), in: variables) }
        if let value = try Self.lookUp(name.split(separator: "."), in: names) { return value }
        var rest = name[...]
        var depth = scopes.count
        while rest.hasPrefix("../") {
            rest = rest.dropFirst(3)
            depth -= 1
        }
        guard depth > 0 else { return nil }
        let scope = scopes[depth - 1]
        if rest == "this" || rest == "." { return scope }
        if rest.hasPrefix("this.") || rest.hasPrefix("this/") { rest = rest.dropFirst(5) }
        guard case .known(let json) = scope else { throw .readsRequest }
        let tokens = rest.split { $0 == "." || $0 == "/" }.map(Self.plain)
        return JSON.Pointer(tokens: tokens).value(in: json).map { .known($0) }
    }

    private static func lookUp(
        _ parts: [Substring],
        in variables: [String: MockoonValue],
    ) throws(TranslationError) -> MockoonValue? {
        guard let first = parts.first, let value = variables[String(first)] else { return nil }
        guard parts.count > 1 else { return value }
        return JSON.Pointer(tokens: parts.dropFirst().map(plain)).value(in: try value.json()).map { .known($0) }
    }

    /// Returns `0` for `[0]`.
    private static func plain(_ part: Substring) -> String {
        part.hasPrefix("[") && part.hasSuffix("]") ? String(part.dropFirst().dropLast()) : String(part)
    }

    typealias Call = HandlebarsTemplate.Call

    mutating func call(_ call: Call, isWritten: Bool) throws(TranslationError) -> MockoonValue {
        if let value = try request(call) { return value }
        if isWritten, !environment.generatesAll, let value = try perRequestExpression(call) { return value }
        let helper = MockoonHelper(
            name: call.name,
            arguments: try call.arguments.map { (argument) throws(TranslationError) in try value(argument) },
            options: try call.options.map { (option) throws(TranslationError) in
                JSON.Member(option.name, try value(option.value).json())
            }
        )
        if let value = try command(helper.name, helper.arguments) { return value }
        if let value = try data(helper.name, helper.arguments) { return value }
        if let value = try MockoonPureHelpers.value(helper) { return value }
        if let value = try comparison(helper.name, helper.arguments) { return value }
        if let value = try generator.value(helper) { return value }
        throw TranslationError("the helper \(call.name.quoted) has no translation")
    }

    /// Evaluates a helper that changes the reply or a variable and outputs nothing.
    private mutating func command(_ name: String, _ arguments: [MockoonValue]) throws(TranslationError) -> MockoonValue?
    {
        switch (name, arguments.count) {
        case ("setVar", 2...):
            variables[try arguments[0].text()] = arguments[1]
            return MockoonValue.none
        case ("getVar", 1...): return variables[try arguments[0].text()] ?? MockoonValue.none
        case ("status", 1...):
            guard let number = try arguments[0].number(), let code = Int(exactly: number), 100...999 ~= code else {
                throw TranslationError("a status must be a number from 100 to 999")
            }
            status = code
            return MockoonValue.none
        case ("newline", 0): return .unescaped("\n")
        default: return nil
        }
    }

    /// Returns a value of a data bucket.
    private func data(_ name: String, _ arguments: [MockoonValue]) throws(TranslationError) -> MockoonValue? {
        guard name == "data" || name == "dataRaw", let first = arguments.first else { return nil }
        let bucketName = try first.text()
        let bucket = environment.buckets.first {
            $0.id == bucketName || $0.name.lowercased().contains(bucketName.lowercased())
        }
        guard let bucket else { throw TranslationError("unknown data bucket \(bucketName.quoted)") }
        let path = arguments.count > 1 ? try arguments[1].text() : ""
        switch bucket.content {
        case .refused: throw TranslationError("the data bucket \(bucketName.quoted) has no translation")
        case .parts(let parts):
            guard path.isEmpty else { throw .readsRequest }
            return .mixed(parts)
        case .constant(let json):
            let value = path.isEmpty ? json : Self.value(at: path, in: json) ?? .string("")
            guard name == "data" else { return .known(value) }
            if case .string(let text) = value { return .unescaped(text) }
            return .unescaped(String(decoding: value.bytes(), as: UTF8.self))
        }
    }

    /// Returns the value at `user.name` or `$.user.name`; nil if there is none.
    static func value(at path: String, in json: JSON) -> JSON? {
        MockoonPath.pointer(path)?.value(in: json)
    }

    private mutating func comparison(_ name: String, _ arguments: [MockoonValue]) throws(TranslationError)
        -> MockoonValue?
    {
        guard arguments.count > 1 else { return nil }
        switch name {
        case "eq": return .bool(try isEqual(arguments[0], arguments[1]))
        case "gt", "gte", "lt", "lte":
            guard let left = try arguments.number(0), let right = try arguments.number(1) else { return .bool(false) }
            switch name {
            case "gt": return .bool(left > right)
            case "gte": return .bool(left >= right)
            case "lt": return .bool(left < right)
            default: return .bool(left <= right)
            }
        case "includes": return .bool(try arguments[0].text().contains(try arguments[1].text()))
        default: return nil
        }
    }
}

/// The conditions on the request that a template depends on.
///
/// Each combination of their results becomes a separate reply.
struct TemplateConditions {
    private var results: [(condition: Scenario.Condition, holds: Bool)] = []

    private static let maximumConditions = 5

    /// Returns whether a condition holds in the current combination, and adds it if it is new.
    mutating func holds(_ condition: Scenario.Condition) throws(TranslationError) -> Bool {
        if let known = results.first(where: { $0.condition == condition }) { return known.holds }
        guard results.count < Self.maximumConditions else {
            throw TranslationError("the response depends on more than \(Self.maximumConditions) conditions")
        }
        results.append((condition, true))
        return true
    }

    /// The conditions that hold in the current combination.
    ///
    /// Combinations are ordered so that the first one whose conditions hold for a request is correct.
    var condition: Scenario.Condition {
        results.reduce(Scenario.Condition()) { $1.holds ? $0.and($1.condition) : $0 }
    }

    /// Advances to the next combination.
    ///
    /// - Returns: false after the last one.
    mutating func advance() -> Bool {
        while let last = results.popLast() {
            guard last.holds else { continue }
            results.append((last.condition, false))
            return true
        }
        return false
    }
}

import Rehearsal

/// Asks for members of a HAR document, and says where one is missing or of another kind than HAR 1.2 has it.
struct HARReader {
    let source: SourceText
    var diagnostics: [Diagnostic] = []
    private(set) var hasErrors = false

    /// Where the files may be that it names; nil if there are none.
    let root: ScenarioRoot?
    /// Those that were read, as absolute paths without links.
    var files: [String] = []

    /// Whether it is of mitmproxy, which takes a body whose type names no character set for ISO 8859-1.
    var isWestern = false

    /// The day that the day of recording becomes, in days since 1970.
    private let today: Int?

    init(source: SourceText, today: Int? = nil, root: ScenarioRoot? = nil) {
        self.source = source
        self.today = today
        self.root = root
    }

    /// A reply of an entry with its dates moved, if they are to be.
    func dated(_ reply: Scenario.Reply, of entry: Value) -> Scenario.Reply {
        let moment = entry["startedDateTime"]?.node.string
        guard let today, let shift = moment.flatMap({ DateShift(from: $0, to: today) }) else { return reply }
        return shift.shifted(reply)
    }

    /// A value and the way to it, as messages name it: `entries[3].response`.
    struct Value {
        var node: JSONDocument.Node
        var path: String

        /// A member; nil if it is missing or null, as some exporters write for what they have not.
        subscript(name: String) -> Value? {
            guard let node = node[name], node.kind != .null else { return nil }
            return Value(node: node, path: path.isEmpty ? name : "\(path).\(name)")
        }

        func elements() -> [Value] {
            node.elements.enumerated().map { Value(node: $0.element, path: "\(path)[\($0.offset)]") }
        }
    }

    /// A member that has to be there.
    mutating func required(_ name: String, _ kind: JSONDocument.Kind, in parent: Value) -> Value? {
        guard let value = parent[name] else {
            error(.missingKey, at: parent, "\(parent.path) has no \(name.quoted); HAR 1.2 requires \(kind.noun)")
            return nil
        }
        return checked(value, kind)
    }

    /// A member that may be missing.
    mutating func optional(_ name: String, _ kind: JSONDocument.Kind, in parent: Value) -> Value? {
        parent[name].flatMap { checked($0, kind) }
    }

    mutating func text(_ name: String, in parent: Value) -> String? {
        optional(name, .string, in: parent)?.node.string
    }

    mutating func checked(_ value: Value, _ kind: JSONDocument.Kind) -> Value? {
        guard value.node.kind != kind else { return value }
        error(.wrongType, at: value, "\(value.path) is \(value.node.kind.noun); HAR 1.2 has \(kind.noun) there")
        return nil
    }

    mutating func error(_ code: Diagnostic.Code, at value: Value, _ message: String, hint: String? = nil) {
        hasErrors = true
        diagnostics.append(source.diagnostic(.error, code, at: value.node.range, message, hint: hint))
    }

    mutating func warn(_ code: Diagnostic.Code, at value: Value, _ message: String) {
        diagnostics.append(source.diagnostic(.warning, code, at: value.node.range, message))
    }
}

extension JSONDocument.Kind {
    /// With its article, for messages.
    var noun: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

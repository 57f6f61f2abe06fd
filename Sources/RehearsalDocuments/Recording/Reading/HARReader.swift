package import Rehearsal

/// A HAR that is being read, with what there is to say about it.
///
/// A class, because every value of the document adds its diagnostics here; it never leaves the reading of one file.
package final class HARReader {
    package let source: SourceText
    package private(set) var diagnostics: [Diagnostic] = []
    package private(set) var hasErrors = false

    /// Where the files may be that it names; nil if there are none.
    package let root: ScenarioRoot?
    /// Those that were read, as absolute paths without links.
    package var files: [String] = []

    /// Whether it is of mitmproxy, which takes a body whose type names no character set for ISO 8859-1.
    private(set) var isWestern = false

    /// The day that the day of recording becomes, in days since 1970.
    private let today: Int?

    package init(source: SourceText, today: Int? = nil, root: ScenarioRoot? = nil) {
        (self.source, self.today, self.root) = (source, today, root)
    }

    /// A reply of an entry with its dates moved, if they are to be.
    func dated(_ reply: Scenario.Reply, of entry: HARValue) -> Scenario.Reply {
        let moment = entry["startedDateTime"]?.node.string
        guard let today, let shift = moment.flatMap({ DateShift(from: $0, to: today) }) else { return reply }
        return shift.shifted(reply)
    }

    fileprivate func add(_ diagnostic: Diagnostic) {
        hasErrors = hasErrors || diagnostic.severity == .error
        diagnostics.append(diagnostic)
    }

    /// The elements of `log.entries`; nil, and said, if the document is no HAR.
    package func entries(_ document: JSONDocument.Node) -> [HARValue]? {
        let root = HARValue(node: document, path: "", reader: self)
        guard let log = root["log"] else {
            root.error(.missingKey, "not a HAR: it begins with { \"log\": … }, this is \(Self.description(of: root))")
            return nil
        }
        guard let object = log.checked(.object), let list = object.required("entries", .array) else { return nil }
        if list.node.elements.first(where: { _ in true }) == nil {
            list.warn(.nothingToPlay, "the HAR has no entries: nothing was recorded")
        }
        isWestern = object["creator"]?["name"]?.node.string == "mitmproxy"
        return HARValue(node: list.node, path: "entries", reader: self).elements()
    }

    private static func description(of root: HARValue) -> String {
        guard root.node.kind == .object else { return root.node.kind.noun }
        let names = root.node.members.prefix(4).map { $0.name.quoted }
        return names.isEmpty ? "an empty object" : "an object with \(names.joined(separator: ", "))"
    }
}

/// A value of a HAR and the way to it, as messages name it: `entries[3].response`.
package struct HARValue {
    package let node: JSONDocument.Node
    package let path: String
    package let reader: HARReader

    /// A member; nil if it is missing or null, as some exporters write for what they have not.
    package subscript(name: String) -> HARValue? {
        guard let node = node[name], node.kind != .null else { return nil }
        return HARValue(node: node, path: path.isEmpty ? name : "\(path).\(name)", reader: reader)
    }

    package func elements() -> [HARValue] {
        node.elements.enumerated().map {
            HARValue(node: $0.element, path: "\(path)[\($0.offset)]", reader: reader)
        }
    }

    /// A member that has to be there.
    package func required(_ name: String, _ kind: JSONDocument.Kind) -> HARValue? {
        guard let value = self[name] else {
            error(.missingKey, "\(path) has no \(name.quoted); HAR 1.2 requires \(kind.noun)")
            return nil
        }
        return value.checked(kind)
    }

    /// A member that may be missing.
    package func optional(_ name: String, _ kind: JSONDocument.Kind) -> HARValue? { self[name]?.checked(kind) }

    package func text(_ name: String) -> String? { optional(name, .string)?.node.string }

    package func checked(_ kind: JSONDocument.Kind) -> HARValue? {
        guard node.kind != kind else { return self }
        error(.wrongType, "\(path) is \(node.kind.noun); HAR 1.2 has \(kind.noun) there")
        return nil
    }

    package func error(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
        reader.add(reader.source.diagnostic(.error, code, at: node.range, message, hint: hint))
    }

    func warn(_ code: Diagnostic.Code, _ message: String) {
        reader.add(reader.source.diagnostic(.warning, code, at: node.range, message))
    }
}

extension JSONDocument.Kind {
    /// With its article, for messages.
    package var noun: String {
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

package import Rehearsal

/// The state of reading one HAR, with its diagnostics.
///
/// The type is a class because all values of the HAR add their diagnostics to the same reader.
package final class HARReader {
    package let source: SourceText
    package private(set) var diagnostics: [Diagnostic] = []
    package private(set) var hasErrors = false

    /// The folder whose files the HAR may refer to; nil if it may refer to none.
    package let root: ScenarioRoot?
    /// The absolute paths, without links, of the files that were read.
    package var files: [String] = []

    /// Whether mitmproxy wrote the HAR; it decodes a body without a character set as ISO 8859-1.
    private(set) var isFromMitmproxy = false

    /// The day that replaces the day of recording, in days since 1970; nil leaves dates unchanged.
    private let today: Int?

    package init(source: SourceText, today: Int? = nil, root: ScenarioRoot? = nil) {
        (self.source, self.today, self.root) = (source, today, root)
    }

    /// Returns a reply of an entry with shifted dates; unchanged if `today` is nil or the entry has no date.
    func shiftingDates(_ reply: Scenario.Reply, of entry: HARValue) -> Scenario.Reply {
        let moment = entry["startedDateTime"]?.node.string
        guard let today, let shift = moment.flatMap({ DateShift(from: $0, to: today) }) else { return reply }
        return shift.shifted(reply)
    }

    fileprivate func add(_ diagnostic: Diagnostic) {
        hasErrors = hasErrors || diagnostic.severity == .error
        diagnostics.append(diagnostic)
    }

    /// Returns the elements of `log.entries`; nil, with a diagnostic, if the document is not a HAR.
    package func entries(_ document: JSONDocument.Node) -> [HARValue]? {
        let root = HARValue(node: document, path: "", reader: self)
        guard let log = root["log"] else {
            root.error(.missingKey, "not a HAR: expected { \"log\": … }, found \(Self.description(of: root))")
            return nil
        }
        guard let object = log.expecting(.object), let list = object.required("entries", .array) else { return nil }
        if list.node.elements.first(where: { _ in true }) == nil {
            list.warn(.nothingToPlay, "the HAR has no entries: nothing was recorded")
        }
        isFromMitmproxy = object["creator"]?["name"]?.node.string == "mitmproxy"
        return HARValue(node: list.node, path: "entries", reader: self).elements()
    }

    private static func description(of root: HARValue) -> String {
        guard root.node.kind == .object else { return root.node.kind.noun }
        let names = root.node.members.prefix(4).map { $0.name.quoted }
        return names.isEmpty ? "an empty object" : "an object with \(names.joined(separator: ", "))"
    }
}

/// A value of a HAR, with its path for messages: `entries[3].response`.
package struct HARValue {
    package let node: JSONDocument.Node
    package let path: String
    package let reader: HARReader

    /// Returns a member; nil if it is missing or null, which some exporters write for absent values.
    package subscript(name: String) -> HARValue? {
        guard let node = node[name], node.kind != .null else { return nil }
        return HARValue(node: node, path: path.isEmpty ? name : "\(path).\(name)", reader: reader)
    }

    package func elements() -> [HARValue] {
        node.elements.enumerated().map {
            HARValue(node: $0.element, path: "\(path)[\($0.offset)]", reader: reader)
        }
    }

    /// Returns a required member of a kind; nil, with a diagnostic, if it is missing or of another kind.
    package func required(_ name: String, _ kind: JSONDocument.Kind) -> HARValue? {
        guard let value = self[name] else {
            error(.missingKey, "\(path) has no \(name.quoted); HAR 1.2 requires \(kind.noun)")
            return nil
        }
        return value.expecting(kind)
    }

    /// Returns an optional member of a kind; nil if it is missing.
    package func optional(_ name: String, _ kind: JSONDocument.Kind) -> HARValue? { self[name]?.expecting(kind) }

    package func text(_ name: String) -> String? { optional(name, .string)?.node.string }

    package func expecting(_ kind: JSONDocument.Kind) -> HARValue? {
        guard node.kind != kind else { return self }
        error(.wrongType, "\(path) is \(node.kind.noun); HAR 1.2 requires \(kind.noun)")
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
    /// The kind with its article, for messages.
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

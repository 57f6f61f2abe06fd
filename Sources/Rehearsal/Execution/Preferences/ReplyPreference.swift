/// The preferences of a request that select a named reply (RFC 7240).
package struct ReplyPreference: Sendable {
    /// The status in `code=404`.
    package var code: Int?
    /// The name in `example=NAME`.
    package var example: String?
    /// Whether `dynamic=true` is present.
    package private(set) var isDynamic = false
    package let accepted: AcceptedTypes

    /// Reads the preferences of a request. Of a repeated preference, the first counts (RFC 7240 §2).
    ///
    /// - Parameter values: returns the values of a header field, in order.
    package init(_ values: (String) -> [String]) {
        accepted = AcceptedTypes(values("Accept"))
        for preference in values("Prefer").flatMap({ $0.split(separator: ",") }) {
            let parts = preference.split(separator: ";", maxSplits: 1)
            let pair = (parts.first ?? "").split(separator: "=", maxSplits: 1).map { String($0.trimmed) }
            guard pair.count == 2 else { continue }
            var value = pair[1]
            if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            switch pair[0].lowercased() {
            case "code" where code == nil: code = Int(value).flatMap { (200...599).contains($0) ? $0 : nil }
            case "example" where example == nil: example = value
            case "dynamic": isDynamic = value.lowercased() == "true"
            default: break
            }
        }
    }

    /// Whether the request states no preference beyond the media types.
    package var isEmpty: Bool { code == nil && example == nil && !isDynamic }

    /// The value of `Preference-Applied`; nil if no preference was applied.
    package var appliedText: String? {
        let parts = [
            code.map { "code=\($0)" }, example.map { "example=\(Self.quoted($0))" }, isDynamic ? "dynamic=true" : nil,
        ]
        let text = parts.compactMap(\.self).joined(separator: ", ")
        return text.isEmpty ? nil : text
    }

    private static func quoted(_ name: String) -> String {
        name.utf8.allSatisfy { $0.isAlphanumeric(or: "!#$%&'*+-.^_`|~") } ? name : "\"\(name)\""
    }
}

/// The header fields by which a request may select another reply of an endpoint.
package struct ReplySelectors: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `Prefer`.
    static var preferences: Self { Self(rawValue: 1) }
    /// `Accept` with another value than `*/*`.
    static var mediaTypes: Self { Self(rawValue: 2) }
}

extension Span where Element == UInt8 {
    /// Returns the selectors that a request has.
    func replySelectors(in fields: RequestHead.FieldList) -> ReplySelectors {
        var selectors: ReplySelectors = []
        for field in fields where field.name.count == 6 {
            if equalsIgnoringCase(field.name, SelectorNames.prefer) {
                selectors.insert(.preferences)
            } else if equalsIgnoringCase(field.name, SelectorNames.accept) {
                if !equals(field.value, SelectorNames.anyType) { selectors.insert(.mediaTypes) }
            }
        }
        return selectors
    }
}

/// The names of the fields in lower case.
private enum SelectorNames {
    static let prefer = Array("prefer".utf8)
    static let accept = Array("accept".utf8)
    static let anyType = Array("*/*".utf8)
}

import Rehearsal
import RehearsalDocuments

/// What a route takes.
struct MockoonTarget {
    var method: Scenario.Method
    var path: Scenario.PathPattern
    /// What no path says.
    var condition = Scenario.Condition()
    var label: String

    /// The names of its placeholders.
    var captures: [String] {
        let segments = (try? path.segments()) ?? []
        return segments.compactMap { if case .capture(let name, _) = $0 { name } else { nil } }
    }

    /// The method and the path of a route; nil, and said, for what no endpoint takes.
    init?(_ object: ImportObject, below prefix: String) {
        let text = object.string("endpoint") ?? ""
        let value = object["endpoint"] ?? object.value
        let name = object.string("method") ?? ""
        let method = name.isEmpty || name == "all" ? .any : (object["method"] ?? value).method(name.uppercased())
        guard let method else { return nil }
        let segments = "\(prefix)/\(text)".split(separator: "/").map(String.init)
        self.method = method
        label = "\(method == .any ? "any" : method.rawValue) /\(segments.joined(separator: "/"))"
        let converted = segments.enumerated().map { Self.segment($0.element, isLast: $0.offset == segments.count - 1) }
        let known = converted.compactMap(\.self)
        if known.count == segments.count {
            let plain = "/" + known.joined(separator: "/")
            path = Scenario.PathPattern(plain)
            guard text.hasSuffix("/"), let last = known.last, last != "**" else { return }
            // Express answers a route that ends in a slash with and without it.
            let segments = String(repeating: "/[^/?]+", count: known.count)
            guard let url = try? Scenario.Pattern("^\(segments)/?(\\?.*)?$") else { return nil }
            path = Scenario.PathPattern(plain + "/**")
            condition.url = .matches(url)
            return
        }
        do throws(Untranslatable) {
            let pattern = "/" + segments.map(Self.pattern).joined(separator: "/")
            condition.url = .matches(try PatternTranslation.whole(pattern, after: #"/?(\?.*)?"#))
        } catch {
            value.refuse("no path or pattern says \(text.quoted): \(error.reason)")
            return nil
        }
        let plain = converted.prefix { $0 != nil && $0?.hasPrefix("{") == false && $0?.hasPrefix("*") == false }
        path = Scenario.PathPattern("/" + (plain.compactMap(\.self) + ["**"]).joined(separator: "/"))
    }

    /// A segment as paths write it; nil for one that only a pattern can say.
    private static func segment(_ text: String, isLast: Bool) -> String? {
        if isLast, text == "*" || text == "(.*)" || text.hasPrefix("*") && isName(text.dropFirst()) { return "**" }
        if text.hasPrefix(":"), isName(text.dropFirst()) { return "{\(text.dropFirst())}" }
        guard !text.contains(where: { ":*?+()[]|{}\\".contains($0) }) else { return nil }
        return RecordedURL.pattern(for: text).text
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isAlphanumeric(or: "_") }
    }

    /// A segment of a route of Express, as a regular expression.
    private static func pattern(_ text: String) -> String {
        var output = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case ":":
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = rest[name.endIndex...]
                if rest.first == "(", let end = rest.firstIndex(of: ")") {
                    output += rest[...end]
                    rest = rest[rest.index(after: end)...]
                } else {
                    output += "([^/]+)"
                }
            case "*": output += ".*"
            case ".": output += "\\."
            default: output.append(character)
            }
        }
        return output
    }
}

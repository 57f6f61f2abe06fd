import Rehearsal
import RehearsalDocuments

/// Where a request went, as a HAR says it: an absolute URL and its parameters.
struct SessionTarget {
    let url: String
    /// The target as it was sent, where no URL can be made of it: `*`, or what is none.
    let shown: String?

    /// - Parameters:
    ///   - target: without its secrets.
    ///   - host: what the client calls the backend.
    init(_ target: String, host: String?, origin: String) {
        let isAbsolute = !target.hasPrefix("/") && (target.hasPrefix("http://") || target.hasPrefix("https://"))
        let candidates =
            isAbsolute ? [target] : target.hasPrefix("/") ? ["http://\(host ?? "")\(target)", origin + target] : []
        let found = candidates.first { Self.isURL($0) }
        url = found ?? origin + "/"
        shown = found == nil ? target : nil
    }

    private static func isURL(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let parts = try? RecordedURL(text) else { return false }
        return !parts.origin.hasSuffix("//")
    }

    /// `queryString` of the request.
    var queryString: JSON {
        let beforeFragment = url.prefix { $0 != "#" }
        guard let mark = beforeFragment.firstIndex(of: "?") else { return [] }
        let query = beforeFragment[beforeFragment.index(after: mark)...]
        return .array(
            RecordedURL.items(of: String(query)).map { item in
                [
                    "name": .string(String(decoding: item.name, as: UTF8.self)),
                    "value": .string(String(decoding: item.value, as: UTF8.self)),
                ]
            }
        )
    }
}

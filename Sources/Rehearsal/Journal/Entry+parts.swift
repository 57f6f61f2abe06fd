extension Journal.Entry {
    /// The path of the target as the client sent it, without the query: `/users/42`.
    ///
    /// It is `*` for the asterisk form and empty for the authority form (RFC 9112 §3.2).
    public var path: String { text(of: RawHead(rawHead).head.path) }

    /// The values of each query parameter in their order, decoded as a form: `entry.query["page"] == ["2"]`.
    ///
    /// A parameter without `=` has the value "".
    public var query: [String: [String]] {
        guard let slice = RawHead(rawHead).head.query else { return [:] }
        var parameters: [String: [String]] = [:]
        for pair in rawHead[slice.range].split(separator: UInt8(ascii: "&")) {
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map { half in
                String(decoding: PercentEncoding.decoded(Array(half), plusIsSpace: true), as: UTF8.self)
            }
            parameters[decoded[0], default: []].append(decoded.count > 1 ? decoded[1] : "")
        }
        return parameters
    }

    private func text(of slice: RequestHead.Slice) -> String {
        String(decoding: rawHead[slice.range], as: UTF8.self)
    }
}

extension Journal.Body {
    /// The first bytes as text; invalid UTF-8 becomes U+FFFD.
    public var text: String { String(decoding: kept, as: UTF8.self) }

    /// The body as a JSON document; nil if it is not JSON, or if the journal has not kept all of it.
    public var json: JSON? { kept.count == length ? try? JSON(parsing: kept) : nil }
}

/// A way to authenticate a request.
package struct OpenAPISecurityScheme: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A key in a parameter.
        case apiKey(name: String, location: OpenAPIParameter.Location)
        /// A scheme of the `Authorization` field in lower case, such as `bearer` (RFC 9110 §11.1).
        case http(scheme: String)
        case oauth2
        case openIDConnect
        case mutualTLS
    }

    /// The name by which requirements refer to the scheme.
    package var name: String
    package var kind: Kind
    /// The names of the scopes; empty for schemes without scopes.
    package var scopes: [String]
    package var place: OpenAPIPlace
}

/// A set of schemes that a request must satisfy together; an empty set permits requests without authentication.
package struct OpenAPISecurityRequirement: Sendable {
    /// A scheme with the scopes that the request needs.
    package struct Item: Sendable, Hashable {
        package var scheme: String
        package var scopes: [String]
    }

    package var items: [Item]
    package var place: OpenAPIPlace
}

/// A server of an API.
package struct OpenAPIServer: Sendable {
    /// The URL with its variables replaced by their defaults.
    package var url: String
    package var place: OpenAPIPlace

    /// The path of the URL without a slash at its end: `/v1`; empty for the root.
    package var basePath: String {
        var rest = url.utf8[...]
        if let authority = Self.authority(of: rest) {
            rest = rest[authority...].drop { $0 != UInt8(ascii: "/") }
        }
        rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        while rest.last == UInt8(ascii: "/") { rest.removeLast() }
        if rest.starts(with: "./".utf8) || rest.elementsEqual(".".utf8) { rest.removeFirst() }
        let path = String(Substring(rest))
        return path.isEmpty || path.hasPrefix("/") ? path : "/" + path
    }

    /// Returns the start of the authority after `//`, with or without a scheme; nil for a path.
    private static func authority(of url: Substring.UTF8View) -> Substring.UTF8View.Index? {
        let scheme = url.prefix { $0 != UInt8(ascii: "/") }
        guard scheme.isEmpty || scheme.last == UInt8(ascii: ":"), url[scheme.endIndex...].starts(with: "//".utf8)
        else { return nil }
        return url.index(scheme.endIndex, offsetBy: 2)
    }
}

/// A host as `rehearse` takes it: a name, or `*.` before one for every name that ends so.
struct HostPattern: Sendable, Hashable {
    private let name: String
    private let isSuffix: Bool

    /// - Parameter text: a URL stands for its host: otherwise it would match nothing, and requests go to the real one.
    init(_ text: String) {
        let authority = text.rest(after: "://").prefix { $0 != "/" }
        // The colons of an IPv6 address are not that of a port.
        let host = authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        isSuffix = host.hasPrefix("*.")
        name = Self.normal(isSuffix ? host.dropFirst(1) : host)
    }

    func matches(_ host: String) -> Bool {
        let host = Self.normal(host[...])
        return isSuffix ? host.hasSuffix(name) && host != name : host == name
    }

    /// In lower case, and without the dot that may end a name.
    private static func normal(_ host: Substring) -> String {
        (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
    }
}

extension String {
    /// What stands after the first such text; all of it if there is none.
    fileprivate func rest(after text: String) -> Substring {
        firstRange(of: text).map { self[$0.upperBound...] } ?? self[...]
    }
}

import Rehearsal

/// The declarations of a client that the properties compare a history with.
package struct ExploredContract: Sendable {
    package var declaration: Declaration
    package var exploration: Exploration
    /// The members of each operation's value that the client copies from replies, by the name of the operation.
    private let copiedMembers: [String: CopiedMembers]

    package init(_ declaration: Declaration, _ exploration: Exploration) {
        (self.declaration, self.exploration) = (declaration, exploration)
        let members = declaration.operations.compactMap { operation in
            CopiedMembers(of: operation).map { (operation.name, $0) }
        }
        copiedMembers = Dictionary(members, uniquingKeysWith: { first, _ in first })
    }

    /// The operations to call, in the order of their declaration.
    package var operations: [Declaration.Operation] {
        let names = exploration.operations
        return declaration.operations.filter { names.isEmpty || names.contains($0.name) }
    }

    package func operation(_ name: String) -> Declaration.Operation? {
        declaration.operations.first { $0.name == name }
    }

    /// Returns the members of an operation's value that the client copies from replies; nil if it declares no value.
    func copiedMembers(of operation: String) -> CopiedMembers? { copiedMembers[operation] }

    /// Whether the request is the declared refresh of the access token.
    package func isRefresh(_ request: History.Request) -> Bool {
        guard let refresh = declaration.features.authRefresh else { return false }
        return request.method == refresh.method.rawValue && request.path == exploration.basePath + refresh.path
    }

    /// Whether the request obtains or returns credentials, and so belongs to no operation that reads or writes.
    package func isAuthentication(_ request: History.Request) -> Bool {
        isRefresh(request) || isSignIn(request)
            || exploration.signOuts.contains { operation($0).map { isRequest(request, of: $0) } ?? false }
    }

    /// Whether the request is answered with tokens, and is not the declared refresh.
    package func isSignIn(_ request: History.Request) -> Bool {
        !isRefresh(request) && tokenEndpoint(of: request) != nil
    }

    /// The value of the declared idempotency key; nil if the request has none.
    package func key(of request: History.Request) -> String? {
        declaration.features.idempotencyKey.flatMap { request.headers[$0] }
    }

    /// Whether the operation sends queued writes, or ends or begins a session.
    package func managesSessionOrQueue(_ name: String) -> Bool {
        exploration.synchronizations.contains(name) || exploration.signOuts.contains(name)
            || exploration.signIns.contains(name)
    }

    /// Whether a request is one of an operation, by its method and its path.
    package func isRequest(_ request: History.Request, of operation: Declaration.Operation) -> Bool {
        isRequest(method: request.method, path: request.path, of: operation)
    }

    /// Whether a method and a path are those of an operation.
    package func isRequest(method: String, path: String, of operation: Declaration.Operation) -> Bool {
        method == operation.method.rawValue && isPath(path, matching: operation.path)
    }

    /// Whether the request counts as none of a call: the client sends it on its own, or the model has no reply to it.
    package func isInBackground(_ request: History.Request) -> Bool {
        if request.exemption != nil { return true }
        return exploration.backgroundRequests.contains { isPath(request.path, matching: $0.text) }
    }

    private func isPath(_ path: String, matching pattern: String) -> Bool {
        Self.isPath(path, matching: exploration.basePath + pattern)
    }

    /// Whether a path matches a pattern, whose placeholders are one segment each.
    static func isPath(_ path: String, matching pattern: String) -> Bool {
        var (path, pattern) = (path.utf8[...], pattern.utf8[...])
        while let expected = pattern.removeFirstSegment() {
            if expected.elementsEqual("**".utf8), pattern.allSatisfy({ $0 == UInt8(ascii: "/") }) { return true }
            guard let sent = path.removeFirstSegment(),
                expected.first == UInt8(ascii: "{") || sent.elementsEqual(expected)
            else { return false }
        }
        return path.removeFirstSegment() == nil
    }
}

extension Substring.UTF8View {
    /// Removes and returns the first segment of a path that is not empty; nil if there is none.
    fileprivate mutating func removeFirstSegment() -> Substring.UTF8View? {
        let rest = drop { $0 == UInt8(ascii: "/") }
        let segment = rest.prefix { $0 != UInt8(ascii: "/") }
        self = rest[segment.endIndex...]
        return segment.isEmpty ? nil : segment
    }
}

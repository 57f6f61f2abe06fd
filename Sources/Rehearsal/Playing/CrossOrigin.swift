/// A browser's question whether a page of another origin may send a request (Fetch §3.3.3).
package struct Preflight: Sendable {
    let origin: String
    /// Those that the path takes.
    let methods: [String]
    /// The fields that were asked for, as they were.
    let headers: [String]

    /// In seconds; short, so that no browser answers for an endpoint that has been changed since.
    private static let maxAge = 5

    /// Leave to send it.
    package var reply: Scenario.Reply {
        var reply = Scenario.Reply(204).shared(with: origin)
        reply.headers.fields.removeAll { $0.name == "Access-Control-Expose-Headers" }
        reply.headers.append("Access-Control-Allow-Methods", methods.joined(separator: ", "))
        if !headers.isEmpty {
            reply.headers.append("Access-Control-Allow-Headers", headers.joined(separator: ", "))
        }
        reply.headers.append("Access-Control-Max-Age", String(Self.maxAge))
        return reply
    }
}

extension Scenario.Reply {
    /// The reply with leave for the pages of an origin to read it.
    ///
    /// What a scenario says of it itself stays; what was recorded was meant for others.
    package func shared(with origin: String) -> Scenario.Reply {
        var reply = self
        func set(_ name: String, _ value: String) {
            if reply.headers.names(name), reply.recordedOrigins.isEmpty { return }
            reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, name) }
            reply.headers.append(name, value)
        }
        // A page that sends its cookies is shown what is named, and `*` is then a name like any other.
        let own = headers.fields.filter { $0.value != nil }.map(\.name).filter { name in
            let name = name.lowercased()
            return !name.hasPrefix("access-control-") && name != "set-cookie" && name != "vary"
        }
        var exposed = ["*"]
        for name in own where !exposed.contains(name) { exposed.append(name) }
        set("Access-Control-Allow-Origin", origin)
        set("Access-Control-Allow-Credentials", "true")
        set("Access-Control-Expose-Headers", exposed.joined(separator: ", "))
        let varies = reply.headers.values(of: "Vary").flatMap { $0.lowercased().split(separator: ",") }
        if !varies.contains(where: { $0.contains("origin") || $0.contains("*") }) {
            reply.headers.append("Vary", "Origin")
        }
        return reply
    }
}

extension Playbook {
    /// Whether a preflight is answered by itself: no endpoint does,
    /// or one that answers every method and was not made for it.
    package func isLeft(to found: PlayState.Chosen?) -> Bool {
        found.map { endpoints[$0.endpoint].isNoise || endpoints[$0.endpoint].takesAnyMethod } ?? true
    }

    /// The preflight that a request is, if the path has an endpoint, or a policy, for what it asks about.
    ///
    /// - Parameter scratch: what the path has been found to be.
    func preflight(_ head: RequestHead, _ bytes: Span<UInt8>, at scratch: Scratch) -> Preflight? {
        guard head.methodCode == .options else { return nil }
        let headers = Scenario.Headers(
            head.fields.map { Scenario.Headers.Field(bytes.text($0.name), bytes.text($0.value)) }
        )
        guard let origin = headers["Origin"], let asked = headers["Access-Control-Request-Method"] else { return nil }
        var methods: [String] = []
        for endpoint in scratch.nodes.flatMap({ trie.endpoints(of: $0) }).sorted().map({ endpoints[Int($0)] }) {
            guard endpoint.overlay == nil else { continue }
            let method = String(decoding: endpoint.method, as: UTF8.self)
            let taken = endpoint.takesAnyMethod ? [asked] : method == "GET" ? ["GET", "HEAD"] : [method]
            for name in taken where !methods.contains(name) { methods.append(name) }
        }
        for name in policies?.methods(at: scratch.policyNodes, asked) ?? [] where !methods.contains(name) {
            methods.append(name)
        }
        guard methods.contains(asked) else { return nil }
        return Preflight(
            origin: origin,
            methods: methods,
            headers: headers.values(of: "Access-Control-Request-Headers")
        )
    }
}

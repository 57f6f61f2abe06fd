extension Playbook {
    /// The names of the cookies that a client of this scenario may have: those that replies set, and those that
    /// conditions ask for; nil if that cannot be told, as closures and templates may set any.
    package var cookieNames: Set<String>? {
        var names: Set<String> = []
        for endpoint in endpoints {
            endpoint.when.map { names.formUnion($0.cookieNames) }
            let headers = endpoint.replies.map(\.headers) + [endpoint.overlay?.headers].compactMap(\.self)
            guard endpoint.replies.allSatisfy({ $0.answer == nil && !$0.isRaw }) else { return nil }
            for value in headers.flatMap({ $0.values(of: "Set-Cookie") }) {
                let name = value.prefix { $0 != "=" && $0 != ";" }
                guard !name.contains("{{") else { return nil }
                names.insert(String(name.filter { $0 != " " && $0 != "\t" }))
            }
        }
        return names
    }
}

extension Scenario.Condition {
    fileprivate var cookieNames: [String] {
        cookies.map(\.name) + (all + any + not).flatMap(\.cookieNames)
    }
}

/// The explanations of the CACHE rules.
enum CachingExplanations {
    static let all: [String: RuleExplanation] = [
        "CACHE-01": RuleExplanation(
            why: """
                Many servers compare an entity tag byte by byte, so that a tag without its quotes or its `W/` \
                matches nothing. The server then sends the whole reply each time, and the cache is of no use.
                """,
            fix: """
                if let tag = cache[url]?.response.value(forHTTPHeaderField: "ETag") {
                    // Unchanged: with quotes, and with W/ if it is weak.
                    request.setValue(tag, forHTTPHeaderField: "If-None-Match")
                }
                """
        ),
        "CACHE-02": RuleExplanation(
            why: """
                A 304 has no body. A client that decodes it shows an error just when nothing has changed.
                """,
            fix: """
                if response.statusCode == 304, let stored = cache[url] {
                    return try decoder.decode(Profile.self, from: stored.data)
                }
                """
        ),
        "CACHE-03": RuleExplanation(
            why: """
                The cache may have been emptied between the request and the reply, or a proxy may answer 304 by \
                mistake. Without a stored value, the client must ask again, or fail cleanly.
                """,
            fix: """
                if response.statusCode == 304, cache[url] == nil {
                    request.setValue(nil, forHTTPHeaderField: "If-None-Match")
                    (data, response) = try await session.data(for: request)
                }
                """
        ),
        "CACHE-04": RuleExplanation(
            why: """
                A server marks a reply with `no-store` because it must not stay on the device. A stored error is \
                shown as data until the app is installed again.
                """,
            fix: """
                let control = response.value(forHTTPHeaderField: "Cache-Control") ?? ""
                if response.statusCode == 200, !control.contains("no-store") {
                    cache[url] = Stored(response, data)
                }
                """
        ),
        "CACHE-05": RuleExplanation(
            why: """
                On a shared device, the next user sees the orders and the address of the previous one. This is a \
                data leak.
                """,
            fix: """
                actor Store {
                    private var documents: [String: Data] = [:]
                    private var owner: User.ID?
                    func signIn(_ user: User.ID) {
                        if owner != user { documents = [:] }
                        owner = user
                    }
                }
                """
        ),
        "CACHE-06": RuleExplanation(
            why: """
                After a write, the stored reply of the same resource is out of date. A client that still returns it \
                makes the user believe that the change was lost, and the user makes it again.
                """,
            fix: """
                let (_, response) = try await session.data(for: update)
                if let response = response as? HTTPURLResponse, response.statusCode < 400 {
                    cache[update.url] = nil
                }
                """
        ),
        "CACHE-07": RuleExplanation(
            why: """
                Without `If-Match`, the last writer overwrites the change of another user without notice. After a \
                412 the client must show the conflict, and must not send the write again.
                """,
            fix: """
                request.setValue(profile.tag, forHTTPHeaderField: "If-Match")
                let (data, response) = try await send(request)
                if response.statusCode == 412 {
                    throw ProfileError.changedByOther
                }
                """
        ),
    ]
}

extension Scenario.Reply {
    /// The header fields that describe a body. Replies without a body omit them.
    private static let bodyFields: Set<String> = [
        "content-type", "content-length", "content-encoding", "content-language", "content-range",
        "content-disposition", "content-digest", "repr-digest", "transfer-encoding", "trailer",
    ]

    /// The header fields that describe a representation or a success. Error replies omit them.
    private static let representationFields: Set<String> = [
        "etag", "last-modified", "cache-control", "expires", "age", "location", "content-location", "set-cookie",
    ]

    private func emptied(_ status: Int, without isRemoved: (String) -> Bool) -> Scenario.Reply {
        var reply = self
        (reply.status, reply.reason) = (status, nil)
        reply.headers.fields.removeAll { isRemoved($0.name.lowercased()) }
        reply.body = .none
        return reply
    }

    /// The 304 reply, with the fields that update a stored reply (RFC 9110 §15.4.5).
    var notModified: Scenario.Reply {
        let hasTag = headers["ETag"] != nil
        return emptied(304) { Self.bodyFields.contains($0) || (hasTag && $0 == "last-modified") }
    }

    /// Returns the 412 reply to a request whose precondition fails.
    ///
    /// - Parameter tag: the entity tag of the current representation, if it has one.
    package func preconditionFailed(by field: String, _ tag: String?) -> Scenario.Reply {
        var reply = emptied(412) { Self.bodyFields.contains($0) || Self.representationFields.contains($0) }
        if let tag { reply.headers.append("ETag", tag) }
        reply.body = .problem([
            "title": "Precondition Failed", "detail": .string("\(field) does not hold for the current representation."),
        ])
        return reply
    }

    /// Returns the 416 reply to a request without a satisfiable range.
    package func unsatisfiable(_ length: Int) -> Scenario.Reply {
        var reply = emptied(416) { Self.bodyFields.contains($0) || $0 == "cache-control" || $0 == "expires" }
        reply.headers.append("Content-Range", "bytes */\(length)")
        reply.body = .problem(["title": "Range Not Satisfiable"])
        return reply
    }

    /// Returns the 206 reply with the header fields for these ranges. Its body is still the whole body.
    ///
    /// - Parameter boundary: the boundary between the parts; nil for a single range.
    package func partial(_ ranges: [Range<Int>], of length: Int, boundary: String?) -> Scenario.Reply {
        var reply = self
        (reply.status, reply.reason) = (206, nil)
        reply.headers.fields.removeAll { field in
            let name = field.name.lowercased()
            // A field without a value suppresses `Content-Length`, and must stay.
            return name == "content-range" || (name == "content-length" && field.value != nil)
                || (boundary != nil && name == "content-type")
        }
        if let boundary {
            reply.headers.append("Content-Type", "multipart/byteranges; boundary=\(boundary)")
        } else if let range = ranges.first {
            reply.headers.append("Content-Range", range.contentRange(of: length))
        }
        return reply
    }

    /// Returns the reply with the CORS fields that permit an origin to read it.
    ///
    /// Fields of the scenario have precedence. Recorded CORS fields are replaced, because they permit another origin.
    package func withCORS(with origin: String) -> Scenario.Reply {
        var reply = self
        func set(_ name: String, _ value: String) {
            if reply.headers.contains(name), reply.recordedOrigins.isEmpty { return }
            reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, name) }
            reply.headers.append(name, value)
        }
        // For requests with credentials, `*` is not a wildcard, so each field is listed too.
        let fieldNames = headers.fields.filter { $0.value != nil }.map(\.name).filter { name in
            let name = name.lowercased()
            return !name.hasPrefix("access-control-") && name != "set-cookie" && name != "vary"
        }
        var exposed = ["*"]
        for name in fieldNames where !exposed.contains(name) { exposed.append(name) }
        set("Access-Control-Allow-Origin", origin)
        set("Access-Control-Allow-Credentials", "true")
        set("Access-Control-Expose-Headers", exposed.joined(separator: ", "))
        let varies = reply.headers.values(of: "Vary").flatMap { $0.lowercased().split(separator: ",") }
        if !varies.contains(where: { $0.contains("origin") || $0.contains("*") }) {
            reply.headers.append("Vary", "Origin")
        }
        return reply
    }

    /// The reply that is stored for retries: the content without faults and delays.
    var stored: Scenario.Reply {
        var reply = Scenario.Reply(status, reason: reason, headers: headers, body: body)
        reply.recordedOrigins = recordedOrigins
        return reply
    }

    /// Creates a reply with problem details as raw bytes, so that client input is not rendered as a template.
    init(policy status: Int, _ title: String, _ detail: String, headers: Scenario.Headers = [:]) {
        let problem: JSON = [
            "type": "about:blank", "title": .string(title), "status": JSON(integerLiteral: status),
            "detail": .string(detail),
        ]
        self.init(status, headers: headers, body: .bytes(problem.bytes(), type: "application/problem+json"))
    }
}

extension Range<Int> {
    /// Returns the value of `Content-Range` (RFC 9110 §14.4).
    package func contentRange(of length: Int) -> String { "bytes \(lowerBound)-\(upperBound - 1)/\(length)" }
}

extension Scenario.Reply {
    /// What describes a body that is not sent.
    private static let ofBody: Set<String> = [
        "content-type", "content-length", "content-encoding", "content-language", "content-range",
        "content-disposition", "content-digest", "repr-digest", "transfer-encoding", "trailer",
    ]

    /// What describes a representation, or what was done, when neither is there.
    private static let ofSuccess: Set<String> = [
        "etag", "last-modified", "cache-control", "expires", "age", "location", "content-location", "set-cookie",
    ]

    private func other(_ status: Int, without names: (String) -> Bool) -> Scenario.Reply {
        var reply = self
        (reply.status, reply.reason) = (status, nil)
        reply.headers.fields.removeAll { names($0.name.lowercased()) }
        reply.body = .none
        return reply
    }

    /// 304, with what updates a stored reply (RFC 9110 §15.4.5).
    var notModified: Scenario.Reply {
        let hasTag = headers["ETag"] != nil
        return other(304) { Self.ofBody.contains($0) || (hasTag && $0 == "last-modified") }
    }

    /// 412, since a condition of the request does not hold.
    ///
    /// - Parameter tag: of the version that there is, if it has one.
    package func refused(by field: String, _ tag: String?) -> Scenario.Reply {
        var reply = other(412) { Self.ofBody.contains($0) || Self.ofSuccess.contains($0) }
        if let tag { reply.headers.append("ETag", tag) }
        reply.body = .problem([
            "title": "Precondition Failed", "detail": .string("\(field) does not hold for what is there now."),
        ])
        return reply
    }

    /// 416, since there is no such part of a body of so many bytes.
    package func unsatisfiable(_ length: Int) -> Scenario.Reply {
        var reply = other(416) { Self.ofBody.contains($0) || $0 == "cache-control" || $0 == "expires" }
        reply.headers.append("Content-Range", "bytes */\(length)")
        reply.body = .problem(["title": "Range Not Satisfiable"])
        return reply
    }

    /// 206, with the fields for these parts of a body of so many bytes; the body stays the whole.
    ///
    /// - Parameter boundary: what parts stand between; nil for a single one.
    package func partial(_ ranges: [Range<Int>], of length: Int, boundary: String?) -> Scenario.Reply {
        var reply = self
        (reply.status, reply.reason) = (206, nil)
        reply.headers.fields.removeAll { field in
            let name = field.name.lowercased()
            // A length that is suppressed stays so.
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

    /// What is kept of a reply that is given again: what it says, not what went wrong or how long it took.
    var saved: Scenario.Reply {
        var reply = Scenario.Reply(status, reason: reason, headers: headers, body: body)
        reply.recordedOrigins = recordedOrigins
        return reply
    }

    /// Problem details that a policy answers with, as bytes: what a client has sent is no template.
    init(policy status: Int, _ title: String, _ detail: String, headers: Scenario.Headers = [:]) {
        let problem: JSON = [
            "type": "about:blank", "title": .string(title), "status": JSON(integerLiteral: status),
            "detail": .string(detail),
        ]
        self.init(status, headers: headers, body: .bytes(problem.bytes(), type: "application/problem+json"))
    }
}

extension Range<Int> {
    /// As `Content-Range` has it (RFC 9110 §14.4).
    package func contentRange(of length: Int) -> String { "bytes \(lowerBound)-\(upperBound - 1)/\(length)" }
}

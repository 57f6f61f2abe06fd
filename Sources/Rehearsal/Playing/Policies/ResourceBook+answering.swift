extension ResourceBook {
    /// What the collection answers, and what a request changes in it.
    mutating func answer(_ request: ObservedRequest, _ resource: CompiledResource, toItem: Bool, at moment: Moment)
        -> Scenario.Reply
    {
        guard toItem else { return answerCollection(request, resource, moment) }
        let allowed = CompiledResource.itemMethods.joined(separator: ", ")
        let code = request.head.methodCode
        if code == .options { return Scenario.Reply(204, headers: ["Allow": allowed]) }
        guard [.get, .head, .put, .patch, .delete].contains(code) else { return Self.notAllowed(request, allowed) }
        let segments = resource.segments + [CompiledResource.item]
        let id = String(decoding: request.capture("id", of: segments) ?? [], as: UTF8.self)
        guard let item = items[id] else {
            return Scenario.Reply(
                policy: 404,
                "Not Found",
                "there is no item \"\(id)\" in \(resource.source.path.text)"
            )
        }
        if let reply = request.failedPrecondition(item.tag, now: moment.wall / 1_000) { return reply }
        switch code {
        case .put: return replace(id, item, request, resource.source)
        case .patch: return patch(id, item, request, resource.source)
        case .delete:
            remove(id)
            return Scenario.Reply(204)
        default: return Self.reply(item)
        }
    }

    private mutating func answerCollection(_ request: ObservedRequest, _ resource: CompiledResource, _ moment: Moment)
        -> Scenario.Reply
    {
        let allowed = CompiledResource.collectionMethods.joined(separator: ", ")
        switch request.head.methodCode {
        case .get, .head: return list(request, resource.source, at: moment)
        case .post: return create(request, resource)
        case .options: return Scenario.Reply(204, headers: ["Allow": allowed])
        default: return Self.notAllowed(request, allowed)
        }
    }

    private mutating func create(_ request: ObservedRequest, _ resource: CompiledResource) -> Scenario.Reply {
        let name = resource.source.id
        guard let json = request.object else { return Self.noObject }
        if let value = json[name], value != .null, value.idText == nil {
            return Scenario.Reply(policy: 422, Self.unprocessable, "\"\(name)\" is no string and no number")
        }
        guard hasRoom(for: json) else { return Self.full(resource.source) }
        guard let id = add(json), let item = items[id] else {
            let id = json[name]?.idText ?? ""
            return Scenario.Reply(policy: 409, "Conflict", "there is an item with the \"\(name)\" \(id) already")
        }
        var reply = Self.reply(item)
        reply.status = 201
        reply.headers.append("Location", resource.location(of: id))
        return reply
    }

    private mutating func replace(
        _ id: String,
        _ item: Item,
        _ request: ObservedRequest,
        _ resource: Scenario.Resource,
    ) -> Scenario.Reply {
        guard let json = request.object else { return Self.noObject }
        return put(json, id, item, resource)
    }

    /// RFC 7396, which plain JSON is taken for as well.
    private mutating func patch(
        _ id: String,
        _ item: Item,
        _ request: ObservedRequest,
        _ resource: Scenario.Resource,
    ) -> Scenario.Reply {
        let type = request.header("content-type").first.map { String(decoding: $0, as: UTF8.self) }
        let essence = type?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? "application/json"
        guard ["application/json", "application/merge-patch+json"].contains(essence) else {
            let headers: Scenario.Headers = ["Accept-Patch": "application/merge-patch+json, application/json"]
            let detail = "a patch is a merge patch (RFC 7396)"
            return Scenario.Reply(policy: 415, "Unsupported Media Type", detail, headers: headers)
        }
        guard let change = request.object else { return Self.noObject }
        guard change.isWithin(depth: 64) else {
            return Scenario.Reply(policy: 422, Self.unprocessable, "a patch has at most 64 levels")
        }
        return put(item.json.merged(with: change), id, item, resource)
    }

    /// Puts an object in place of an item, whose id stays what it is.
    private mutating func put(
        _ json: JSON,
        _ id: String,
        _ item: Item,
        _ resource: Scenario.Resource,
    ) -> Scenario.Reply {
        if let value = json[resource.id], value.idText != id {
            let detail = "the \"\(resource.id)\" of an item stays what it is: \(id)"
            return Scenario.Reply(policy: 422, Self.unprocessable, detail)
        }
        guard hasRoom(for: json, inPlaceOf: id) else { return Self.full(resource) }
        replace(id, by: json.setting(id: item.json[resource.id] ?? .string(id), named: resource.id))
        return items[id].map(Self.reply) ?? Scenario.Reply(204)
    }

    private static func reply(_ item: Item) -> Scenario.Reply {
        Scenario.Reply(headers: ["ETag": item.tag], body: .bytes(item.bytes, type: "application/json"))
    }

    private static func notAllowed(_ request: ObservedRequest, _ allowed: String) -> Scenario.Reply {
        let detail = "\(request.method) is none of \(allowed)"
        return Scenario.Reply(policy: 405, "Method Not Allowed", detail, headers: ["Allow": allowed])
    }

    /// RFC 4918 §11.5.
    private static func full(_ resource: Scenario.Resource) -> Scenario.Reply {
        let detail =
            "\(resource.path.text) holds at most \(mostItems) items and \(mostBytes >> 20) MB besides those of the "
            + "scenario: delete items, or reset the scenario"
        return Scenario.Reply(policy: 507, "Insufficient Storage", detail)
    }

    private static var noObject: Scenario.Reply {
        Scenario.Reply(policy: 422, unprocessable, "the body is no JSON object")
    }

    static let unprocessable = "Unprocessable Content"
}

extension ObservedRequest {
    /// The JSON object that the body is; nil if it is something else.
    fileprivate var object: JSON? {
        guard let json = body?.json, case .object = json else { return nil }
        return json
    }

    /// The reply to a request that is not to be answered as things are (RFC 9110 §13.2.2); nil if it is.
    ///
    /// - Parameter now: seconds since 1970.
    func failedPrecondition(_ tag: String, now: Int64) -> Scenario.Reply? {
        let reads = head.methodCode == .get || head.methodCode == .head
        let conditions = Preconditions(reads: reads) { name in
            header(name).map { String(decoding: $0, as: UTF8.self) }
        }
        guard let conditions, let validators = Preconditions.Validators(["ETag": tag]) else { return nil }
        switch conditions.verdict(on: validators, now: now) {
        case .holds: return nil
        case .notModified: return Scenario.Reply(304, headers: ["ETag": tag])
        case .fails(let field): return Scenario.Reply().refused(by: field, tag)
        }
    }
}

extension ResourceState {
    /// Returns the reply of the resource, and applies the change that the request makes.
    mutating func answer(_ request: ObservedRequest, toItem: Bool, at time: PolicyTime) -> Scenario.Reply {
        guard toItem else { return answerCollection(request, time) }
        let allowed = CompiledResource.itemMethods.joined(separator: ", ")
        let code = request.head.methodCode
        if code == .options { return Scenario.Reply(204, headers: ["Allow": allowed]) }
        guard [.get, .head, .put, .patch, .delete].contains(code) else { return Self.notAllowed(request, allowed) }
        let segments = compiled.segments + [CompiledResource.itemSegment]
        let id = String(decoding: request.capture("id", of: segments) ?? [], as: UTF8.self)
        guard let item = items[id] else {
            return Scenario.Reply(policy: 404, "Not Found", "\(resource.path.text) has no item \"\(id)\"")
        }
        if let reply = request.replyToFailedPrecondition(item.tag, now: time.wall / 1_000) { return reply }
        switch code {
        case .put:
            guard let json = request.object else { return Self.noObject }
            return put(json, id, item)
        case .patch: return patch(id, item, request)
        case .delete:
            remove(id)
            return Scenario.Reply(204)
        default: return Self.reply(item)
        }
    }

    private mutating func answerCollection(_ request: ObservedRequest, _ time: PolicyTime) -> Scenario.Reply {
        let allowed = CompiledResource.collectionMethods.joined(separator: ", ")
        switch request.head.methodCode {
        case .get, .head: return list(request, at: time)
        case .post: return create(request)
        case .options: return Scenario.Reply(204, headers: ["Allow": allowed])
        default: return Self.notAllowed(request, allowed)
        }
    }

    private mutating func create(_ request: ObservedRequest) -> Scenario.Reply {
        let name = resource.id
        guard let json = request.object else { return Self.noObject }
        if let value = json[name], value != .null, value.idText == nil {
            return Scenario.Reply(policy: 422, Self.unprocessable, "\"\(name)\" must be a string or a number")
        }
        guard hasRoom(for: json) else { return full }
        guard let id = add(json), let item = items[id] else {
            let id = json[name]?.idText ?? ""
            return Scenario.Reply(policy: 409, "Conflict", "an item with the \"\(name)\" \(id) already exists")
        }
        var reply = Self.reply(item)
        reply.status = 201
        reply.headers.append("Location", compiled.location(of: id))
        return reply
    }

    /// Applies a JSON merge patch (RFC 7396). A body of type `application/json` is read as one too.
    private mutating func patch(_ id: String, _ item: Item, _ request: ObservedRequest) -> Scenario.Reply {
        let type = request.header("content-type").first.map { String(decoding: $0, as: UTF8.self) }
        let essence = type?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? "application/json"
        guard ["application/json", "application/merge-patch+json"].contains(essence) else {
            let headers: Scenario.Headers = ["Accept-Patch": "application/merge-patch+json, application/json"]
            let detail = "a patch must be a JSON merge patch (RFC 7396)"
            return Scenario.Reply(policy: 415, "Unsupported Media Type", detail, headers: headers)
        }
        guard let change = request.object else { return Self.noObject }
        guard change.isWithin(depth: 64) else {
            return Scenario.Reply(policy: 422, Self.unprocessable, "a patch can have at most 64 levels")
        }
        return put(item.json.merged(with: change), id, item)
    }

    /// Replaces an item with an object that must have the same ID or none.
    private mutating func put(_ json: JSON, _ id: String, _ item: Item) -> Scenario.Reply {
        if let value = json[resource.id], value.idText != id {
            let detail = "the \"\(resource.id)\" of an item cannot change from \(id)"
            return Scenario.Reply(policy: 422, Self.unprocessable, detail)
        }
        guard hasRoom(for: json, inPlaceOf: id) else { return full }
        replace(id, by: json.setting(id: item.json[resource.id] ?? .string(id), named: resource.id))
        return items[id].map(Self.reply) ?? Scenario.Reply(204)
    }

    private static func reply(_ item: Item) -> Scenario.Reply {
        Scenario.Reply(headers: ["ETag": item.tag], body: .bytes(item.bytes, type: "application/json"))
    }

    private static func notAllowed(_ request: ObservedRequest, _ allowed: String) -> Scenario.Reply {
        let detail = "\(request.method) is not one of \(allowed)"
        return Scenario.Reply(policy: 405, "Method Not Allowed", detail, headers: ["Allow": allowed])
    }

    /// The reply to a request that exceeds the storage limit (RFC 4918 §11.5).
    private var full: Scenario.Reply {
        let detail =
            "\(resource.path.text) can hold at most \(Self.maxItems) items and \(Self.maxBytes >> 20) MB in addition "
            + "to those of the scenario; delete items, or reset the scenario"
        return Scenario.Reply(policy: 507, "Insufficient Storage", detail)
    }

    private static var noObject: Scenario.Reply {
        Scenario.Reply(policy: 422, unprocessable, "the body must be a JSON object")
    }

    static let unprocessable = "Unprocessable Content"
}

extension ResourceState {
    /// A page of the list of items.
    private struct Page {
        /// The number of items before the page.
        let start: Int
        let limit: Int
    }

    /// Returns the requested items, with links to the other pages.
    func list(_ request: ObservedRequest, at time: PolicyTime) -> Scenario.Reply {
        let found = filtered(request)
        var fields: [Scenario.Headers.Field] = [.init("X-Total-Count", String(found.count))]
        var selected = found[...]
        if resource.paging != .none {
            guard let page = page(request) else {
                let (name, least) = (resource.paging.rawValue, resource.paging == .page ? 1 : 0)
                let detail = "\"\(name)\" must be at least \(least), \"limit\" at least 1"
                return Scenario.Reply(policy: 422, Self.unprocessable, detail)
            }
            selected = found.dropFirst(page.start).prefix(page.limit)
            fields.append(.init("Link", links(page, total: found.count, request)))
        }
        let elements = Array(selected.map(\.bytes).joined(separator: [UInt8(ascii: ",")]))
        var bytes = [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")]
        if let name = resource.envelope {
            bytes = [UInt8(ascii: "{")] + JSON.string(name).bytes() + [UInt8(ascii: ":")] + bytes + [UInt8(ascii: "}")]
        }
        let tag = Self.tag(of: bytes)
        if let reply = request.replyToFailedPrecondition(tag, now: time.wall / 1_000) { return reply }
        fields.insert(.init("ETag", tag), at: 0)
        return Scenario.Reply(headers: Scenario.Headers(fields), body: .bytes(bytes, type: "application/json"))
    }

    /// Returns the items whose members equal the query parameters of the same name; unknown names are ignored.
    private func filtered(_ request: ObservedRequest) -> [Item] {
        let all = order.compactMap { items[$0] }
        var filters: [(name: String, values: [[UInt8]])] = []
        for item in request.query {
            let name = String(decoding: item.name, as: UTF8.self)
            if parameters.contains(name) { continue }
            if let index = filters.firstIndex(where: { $0.name == name }) {
                filters[index].values.append(item.value)
            } else if all.contains(where: { $0.json[name] != nil }) {
                filters.append((name, [item.value]))
            }
        }
        return all.filter { item in
            filters.allSatisfy { filter in
                item.json[filter.name].map { filter.values.contains($0.plainText) } ?? false
            }
        }
    }

    /// The names of the paging parameters.
    private var parameters: [String] { resource.paging == .none ? [] : [resource.paging.rawValue, "limit"] }

    /// Returns the requested page; nil if the parameters are not valid.
    private func page(_ request: ObservedRequest) -> Page? {
        let first = resource.paging == .page ? 1 : 0
        guard let limit = number("limit", else: resource.pageSize, request), limit >= 1,
            let position = number(resource.paging.rawValue, else: first, request), position >= first
        else { return nil }
        guard resource.paging == .page else { return Page(start: position, limit: limit) }
        let (start, overflows) = (position - 1).multipliedReportingOverflow(by: limit)
        return Page(start: overflows ? Int.max : start, limit: limit)
    }

    private func number(_ name: String, else defaultValue: Int, _ request: ObservedRequest) -> Int? {
        guard let item = request.query.first(where: { $0.name == Array(name.utf8) }) else { return defaultValue }
        guard item.value.allSatisfy(\.isDigit) else { return nil }
        return Int(String(decoding: item.value, as: UTF8.self))
    }

    /// Returns the value of `Link` (RFC 8288): the first and last page, and the previous and next page if they exist.
    private func links(_ page: Page, total: Int, _ request: ObservedRequest) -> String {
        let last = total == 0 ? 0 : (total - 1) / page.limit * page.limit
        var targets = [("first", 0)]
        if page.start > 0 { targets.append(("prev", min(max(0, page.start - page.limit), last))) }
        if page.limit < total, page.start < total - page.limit { targets.append(("next", page.start + page.limit)) }
        targets.append(("last", last))
        let others = request.query.filter {
            !parameters.contains(String(decoding: $0.name, as: UTF8.self))
        }
        let unrelated = others.map { Self.parameter($0.name, $0.value) + "&" }.joined()
        return targets.map { relation, start in
            let position = resource.paging == .page ? start / page.limit + 1 : start
            let query = "\(unrelated)\(resource.paging.rawValue)=\(position)&limit=\(page.limit)"
            return "<\(resource.path.text)?\(query)>; rel=\"\(relation)\""
        }.joined(separator: ", ")
    }

    private static func parameter(_ name: [UInt8], _ value: [UInt8]) -> String {
        let bytes = PercentEncoding.escaped(name) + [UInt8(ascii: "=")] + PercentEncoding.escaped(value)
        return String(decoding: bytes, as: UTF8.self)
    }
}

import Rehearsal

extension MockoonImport {
    /// Reads one response of a route; nil, and reported, if it cannot be sent.
    mutating func response(_ value: ImportValue, _ target: Target, _ number: RequestNumber) -> Response? {
        let before = reader.refusals
        guard let object = reader.object(value) else { return nil }
        environment.captures = target.captures
        // Which operations of data it is for, and how it is kept.
        object.ignore("uuid", "crudKey")
        var reply = Scenario.Reply(reader.status(object["statusCode"]))
        reply.delay = .fixed(latency + (reader.milliseconds(object["latency"]) ?? .zero))
        let variants = variants(object, reply)
        for callback in reader.array(object["callbacks"]) {
            reader.differ(callback, "a scenario sends no requests of its own", instead: "nothing is sent")
        }
        let label = reader.string(object["label"]) ?? ""
        let condition = condition(object, target, number)
        let isDefault = reader.bool(object["default"]) ?? false
        reader.finish(object)
        guard reader.refusals == before else { return nil }
        return Response(value: value, variants: variants, label: label, condition: condition, isDefault: isDefault)
    }

    /// The replies of a response: one for each combination of what its templates decide by the request.
    private mutating func variants(_ object: ImportObject, _ standard: Scenario.Reply) -> [Response.Variant] {
        let before = reader.refusals
        let isPlain = reader.bool(object["disableTemplating"]) ?? false
        var variants: [Response.Variant] = []
        decisions = MockoonDecisions()
        repeat {
            var reply = standard
            setHeaders(object["headers"], of: &reply)
            let fileName = setBody(object, isPlain: isPlain, of: &reply)
            variants.append(Response.Variant(reply: reply, fileName: fileName, condition: decisions.condition))
        } while reader.refusals == before && decisions.advance()
        return variants
    }

    /// Sets the headers of the environment, each replaced by one of the response that has its name.
    private mutating func setHeaders(_ value: ImportValue?, of reply: inout Scenario.Reply) {
        for header in headers + reader.array(value) {
            guard let object = reader.object(header) else { continue }
            let name = reader.string(object["key"]) ?? ""
            let text = reader.text(object["value"]) ?? ""
            reader.finish(object)
            guard !name.isEmpty, let filled = fill(text, at: header) else { continue }
            if name.lowercased() != "set-cookie" {
                reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, name) }
            }
            if filled.isGenerated { tellGenerated(header) }
            reader.addHeader(name, filled.parts.templateText, at: header, to: &reply)
        }
    }

    private mutating func setBody(_ object: ImportObject, isPlain: Bool, of reply: inout Scenario.Reply) -> String? {
        let body = object["body"]
        let path = reader.string(object["filePath"]) ?? ""
        let bucket = reader.string(object["databucketID"]) ?? ""
        let isBody = reader.bool(object["sendFileAsBody"]) ?? true
        let isLenient = reader.bool(object["fallbackTo404"]) ?? false
        switch reader.string(object["bodyType"]) ?? (path.isEmpty ? "INLINE" : "FILE") {
        case "DATABUCKET" where !bucket.isEmpty: setBucket(bucket, object, of: &reply)
        case "FILE" where !path.isEmpty:
            let value = object["filePath"] ?? object.value
            return setFile(path, at: value, isPlain: isPlain, isBody: isBody, isLenient: isLenient, of: &reply)
        default:
            guard let body, let text = reader.string(body) else { return nil }
            setType(of: &reply)
            setText(text, at: body, isPlain: isPlain, of: &reply)
        }
        return nil
    }

    /// Sets the type that Express gives to a text.
    private func setType(of reply: inout Scenario.Reply) {
        let type = reply.headers["Content-Type"] ?? "text/html"
        guard !MediaType(type).name.isEmpty, MediaType(type).charset == nil else { return }
        reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, "Content-Type") }
        reply.headers.append("Content-Type", type + "; charset=utf-8")
    }

    private mutating func setBucket(_ name: String, _ object: ImportObject, of reply: inout Scenario.Reply) {
        setType(of: &reply)
        guard let bucket = environment.buckets.first(where: { $0.id == name || $0.name == name }) else {
            return reader.refuse(object.value, "there is no data bucket \(name.quoted)", instead: Self.leftOut)
        }
        let parts: [MockoonPart]
        switch bucket.content {
        case .constant(.string(let text)): parts = [.text(text)]
        case .constant(let json): parts = [.text(String(decoding: json.bytes(), as: UTF8.self))]
        case .parts(let own): parts = own
        case .refused(let error):
            let problem = "no template says \(Self.shown(error.source)): \(error.problem)"
            return reader.refuse(bucket.value, problem, instead: Self.leftOut)
        }
        set(Filled(parts: parts, isGenerated: bucket.hasGenerated), at: bucket.value, of: &reply) { _ in nil }
    }

    private mutating func setFile(
        _ path: String,
        at value: ImportValue,
        isPlain: Bool,
        isBody: Bool,
        isLenient: Bool,
        of reply: inout Scenario.Reply,
    ) -> String? {
        guard !Template.isTemplate(path), let bytes = reader.file(path) else {
            if isLenient {
                reader.differ(value, "there is no file \(path.quoted)", instead: "404 is sent, as Mockoon would")
                reply.status = 404
            } else {
                reader.refuse(value, "there is no file \(path.quoted) beside the environment", instead: Self.leftOut)
            }
            return nil
        }
        if !reply.headers.names("Content-Type"), let type = FileType.mediaType(of: path) {
            reply.headers.append("Content-Type", type)
        }
        let name = FileName.last(of: path)
        if !isBody { reply.headers.append("Content-Disposition", "attachment; filename=\"\(name)\"") }
        let isJSON = MediaType(reply.headers["Content-Type"] ?? "").isJSON
        let isTemplate = !isPlain && bytes.text.map(Template.isTemplate) ?? false
        if let text = bytes.text, isTemplate || isJSON && JSONText.value(bytes) == nil {
            setText(text, at: value, isPlain: isPlain, of: &reply)
            return nil
        }
        reply.body = .bytes(bytes)
        reader.setNoType(of: &reply)
        return name
    }

    /// A route that lists, creates, changes and deletes what is in a data bucket.
    mutating func crud(_ value: ImportValue, _ responses: [ImportValue], _ target: Target) {
        guard let first = responses.first(where: { $0.node["default"]?.bool == true }) ?? responses.first,
            let id = first.node["databucketID"]?.string,
            let bucket = environment.buckets.first(where: { $0.id == id || $0.name == id }),
            case .constant(.array(let items)) = bucket.content, target.condition.asksNothing,
            items.allSatisfy({ if case .object = $0 { true } else { false } }), !target.path.text.contains("{")
        else {
            reader.refuse(value, "data that is no list of objects, or at a path with placeholders, is not kept")
            return
        }
        if bucket.hasGenerated { tellGenerated(bucket.value) }
        let isLate = latency + .milliseconds(Int(first.node["latency"]?.numberText ?? "") ?? 0) > .zero
        let hasHeaders = !headers.isEmpty || first.node["headers"]?.elements.contains { _ in true } ?? false
        for (isThere, what) in [(isLate, "latency"), (hasHeaders, "headers"), (responses.count > 1, "other responses")]
        where isThere {
            reader.differ(value, "\(what) of a route that keeps data", instead: "the data alone is imported")
        }
        reader.differ(value, "search, sort, filters and X-Total-Count of lists", instead: "lists have pages alone")
        let key = first.node["crudKey"]?.string ?? "id"
        imported.resources.append(
            Scenario.Resource(
                at: target.path,
                items: items,
                id: key.isEmpty ? "id" : key,
                paging: .page,
                pageSize: 1000,
                ids: items.contains { if case .number? = $0[key] { true } else { false } } ? .integer : .uuid
            )
        )
    }
}

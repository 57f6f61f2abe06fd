/// Resolution of references between schemas (core §8.2, §9.2).
extension SchemaCompiler {
    mutating func resolve(_ reference: Reference) {
        var base = URIReference("")
        if case .keyword(_, let node, _) = reference.source {
            base = program.resources[program.nodes[node].resource].uri
        }
        let target = URIReference(reference.text).resolved(against: base)
        guard let resource = resource(target.withoutFragment.text, loadingFor: reference) else { return }
        let fragment = target.decodedFragment ?? ""
        if target.fragment != nil, target.decodedFragment == nil {
            return reportReference(reference, "has a fragment that is not UTF-8", fix: "correct its percent-encoding")
        }
        if fragment.isEmpty {
            link(reference, to: root(of: resource))
        } else if fragment.utf8.first == UInt8(ascii: "/") {
            guard let pointer = JSON.Pointer(fragment) else {
                return reportReference(reference, "has an invalid pointer", fix: "write ~0 for ~, and ~1 for /")
            }
            guard let node = node(at: pointer, in: resource) else {
                let fix = "correct the pointer, or add the schema there"
                return reportReference(reference, "denotes no value of the document", fix: fix)
            }
            link(reference, to: node)
        } else if let node = anchors(of: resource)[fragment] {
            link(reference, to: node, anchor: fragment)
        } else if program.resources[resource].root == nil {
            // The anchors are known when the document's root is compiled.
            _ = root(of: resource)
            references.append(reference)
        } else {
            let fix = "add \"$anchor\" to the schema, or write a pointer (#/$defs/name)"
            reportReference(reference, "denotes no anchor of the document", fix: fix)
        }
    }

    /// Returns the anchors of a resource, whose root may have an identifier of its own.
    private func anchors(of resource: Int) -> [String: Int] {
        let root = program.resources[resource].root
        return program.resources[root.map { program.nodes[$0].resource } ?? resource].anchors
    }

    private mutating func reportReference(_ reference: Reference, _ problem: String, fix: String) {
        let problem = "the reference \(reference.text.quoted) \(problem)"
        switch reference.source {
        case .keyword(let keyword, let node, _): report(node, [keyword.rawValue], problem, fix: fix)
        case .root: report(0, [], problem, fix: fix)
        }
    }

    private mutating func link(_ reference: Reference, to target: Int, anchor: String? = nil) {
        switch reference.source {
        case .root(let number): program.roots[number] = target
        case .keyword(let keyword, let node, let step):
            program.nodes[node].steps[step] = .reference(target)
            // Without a dynamic anchor at the initial target, the keyword has the meaning of `$ref` (core §8.2.3.2).
            guard keyword == .dynamicRef, let anchor else { return }
            if program.resources[program.nodes[target].resource].dynamicAnchors[anchor] == target {
                program.nodes[node].steps[step] = .dynamicReference(target, anchor: anchor)
            }
        }
    }

    /// Returns the resource with an identifier, loading its document if necessary.
    private mutating func resource(_ uri: String, loadingFor reference: Reference) -> Int? {
        if let known = documents.resources[uri] { return known }
        guard !documents.missing.contains(uri), let document = MetaSchemas.document(uri) ?? resolver(uri) else {
            documents.missing.insert(uri)
            let problem = "refers to a document that was not found, \(uri.quoted)"
            reportReference(reference, problem, fix: "correct the reference, or supply the document")
            return nil
        }
        add(document, uri: uri)
        guard let resource = documents.resources[uri] else { return nil }
        if ["$schema", "$id", "$defs"].contains(where: { document[$0] != nil }) {
            _ = root(of: resource)
            references.append(reference)
            return nil
        }
        return resource
    }

    /// Returns the schema at the root of a resource.
    private mutating func root(of resource: Int) -> Int {
        if let root = program.resources[resource].root { return root }
        let root = add(
            documents.root(of: resource) ?? true,
            resource: resource,
            place: .pointer(JSON.Pointer(tokens: []))
        )
        program.resources[resource].root = root
        return root
    }

    /// Returns the schema at a pointer from the root of a resource; nil if nothing is there.
    private mutating func node(at pointer: JSON.Pointer, in start: Int) -> Int? {
        let location = SchemaDocuments.Location(resource: start, pointer: pointer.text)
        if let known = documents.located[location] { return known }
        guard var value = documents.root(of: start) else { return nil }
        var node = program.resources[start].root
        var keyword: SchemaKeyword?
        // The last schema on the way determines the base of relative references.
        var (resource, tokens) = (node.map { program.nodes[$0].resource } ?? start, [String]())
        var prefix = SchemaDocuments.Location(resource: start, pointer: "")
        for token in pointer.tokens {
            guard let child = documents.child(of: value, at: prefix, token) else { return nil }
            value = child
            prefix.pointer = ScalarText(prefix.pointer.text + JSON.Pointer(tokens: [token]).text)
            tokens.append(token)
            (node, keyword) = step(from: node, keyword, token)
            // An earlier reference to a schema outside others led here.
            if node == nil, let known = documents.located[prefix] { node = known }
            if let node, keyword == nil, program.nodes[node].resource != resource {
                resource = program.nodes[node].resource
                tokens = []
            }
        }
        if let node, keyword == nil {
            documents.located[location] = node
            return node
        }
        let loose = add(value, resource: resource, place: .pointer(JSON.Pointer(tokens: tokens)))
        documents.located[location] = loose
        return loose
    }

    /// Returns the schema, or the schema and its keyword, to which a token leads.
    private func step(
        from node: Int?,
        _ keyword: SchemaKeyword?,
        _ token: String
    ) -> (node: Int?, keyword: SchemaKeyword?) {
        guard let node else { return (nil, nil) }
        if let keyword {
            return (documents.children[SchemaDocuments.Child(parent: node, keyword: keyword, token: token)], nil)
        }
        guard let keyword = SchemaKeyword(rawValue: token) else { return (nil, nil) }
        if let child = documents.children[SchemaDocuments.Child(parent: node, keyword: keyword, token: nil)] {
            return (child, nil)
        }
        return (node, keyword)
    }
}

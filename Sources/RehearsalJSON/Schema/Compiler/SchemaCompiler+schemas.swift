/// Compilation of the keywords of the core vocabulary, and of one schema.
extension SchemaCompiler {
    /// Compiles the keywords of a schema. The schemas inside it wait.
    mutating func compile(_ json: JSON, _ node: Int) {
        switch json {
        case .object(let members):
            if let id = text(.id, members, vocabulary(of: node)) { identify(node, id, json) }
            if program.resources[program.nodes[node].resource].root == node { declareVocabulary(members, node) }
            let vocabulary = vocabulary(of: node)
            var keywords = SchemaKeywords(members, vocabulary)
            if vocabulary.isOpenAPI30, let reference = keywords[.ref] {
                // A reference has no siblings (OpenAPI 3.0.3, reference object).
                keywords = SchemaKeywords(reference: reference)
            }
            addAnchors(keywords, node)
            addAssertions(keywords, node)
            addApplicators(keywords, node, vocabulary)
        case .bool(let value):
            program.nodes[node].isFalse = !value
            if vocabulary(of: node).isOpenAPI30, !isAdditional(node) {
                report(
                    node,
                    [],
                    "a schema of OpenAPI 3.0 is an object",
                    fix: value ? "write {}" : "write { \"not\": {} }"
                )
            }
        default:
            report(node, [], "a schema is an object or a boolean", fix: "write {} for a schema that permits everything")
        }
    }

    private func isAdditional(_ node: Int) -> Bool {
        guard case .child(_, .additionalProperties, _) = program.nodes[node].place else { return false }
        return true
    }

    func vocabulary(of node: Int) -> SchemaVocabulary {
        vocabularies[vocabularyOfResource[program.nodes[node].resource]]
    }

    private func text(_ keyword: SchemaKeyword, _ members: [JSON.Member], _ vocabulary: SchemaVocabulary) -> String? {
        guard vocabulary.keywords[keyword.rawValue] != nil,
            case .string(let text)? = members.first(where: { $0.name == keyword.rawValue })?.value
        else { return nil }
        return text
    }

    /// Makes a schema the root of a resource with an identifier (core §8.2.1).
    private mutating func identify(_ node: Int, _ id: String, _ json: JSON) {
        let outer = program.resources[program.nodes[node].resource]
        let uri = URIReference(id).resolved(against: outer.uri)
        if uri.fragment?.isEmpty == false {
            report(
                node,
                ["$id"],
                "the identifier \(id.quoted) has a fragment",
                fix: "write \"$anchor\" for the fragment"
            )
            return
        }
        let identifier = uri.withoutFragment
        guard identifier != outer.uri || outer.root != node else { return }
        if let taken = documents.resources[identifier.text], program.resources[taken].root != nil {
            let problem = "another schema has the identifier \(identifier.text.quoted)"
            report(node, ["$id"], problem, fix: "give each schema an identifier of its own")
            return
        }
        let pointer = program.location(of: node).pointer
        var resource = SchemaResource(uri: identifier, document: outer.document, tokens: pointer.tokens)
        resource.root = node
        let number = addResource(resource, vocabulary: vocabularyOfResource[program.nodes[node].resource])
        program.nodes[node].resource = number
        documents.setRoot(json, of: number)
        documents.resources[identifier.text] = number
    }

    /// Reads `$schema`, which determines the keywords of a resource.
    private mutating func declareVocabulary(_ members: [JSON.Member], _ node: Int) {
        let resource = program.nodes[node].resource
        guard let text = text(.schema, members, vocabularies[vocabularyOfResource[resource]]) else { return }
        let uri = URIReference(text).resolved(against: program.resources[resource].uri).withoutFragment.text
        var declared = SchemaVocabulary.draft2020(assertsFormats: options.assertsFormats)
        if !SchemaVocabulary.complete.contains(uri) {
            guard let document = MetaSchemas.document(uri) ?? resolver(uri) else {
                let fix = "write \"https://json-schema.org/draft/2020-12/schema\", or supply the meta-schema"
                report(node, ["$schema"], "the dialect \(uri.quoted) is not supported", fix: fix)
                return
            }
            if case .object(let members)? = document["$vocabulary"] {
                var unknown: [String] = []
                declared = SchemaVocabulary(declared: members, assertsFormats: options.assertsFormats) {
                    unknown.append($0)
                }
                for name in unknown {
                    let problem = "the dialect \(uri.quoted) requires the unknown vocabulary \(name.quoted)"
                    report(node, ["$schema"], problem, fix: "use a dialect without it")
                }
            }
        }
        vocabularies.append(declared)
        vocabularyOfResource[resource] = vocabularies.count - 1
    }

    private mutating func addAnchors(_ keywords: SchemaKeywords, _ node: Int) {
        let resource = program.nodes[node].resource
        for keyword in [SchemaKeyword.anchor, .dynamicAnchor] {
            guard let value = keywords[keyword] else { continue }
            guard case .string(let name) = value, !name.isEmpty else {
                report(node, [keyword.rawValue], "an anchor is a name", fix: "write a string")
                continue
            }
            let first = program.resources[resource].anchors[name]
            if let first, first != node {
                let problem = "another schema of this document has the anchor \(name.quoted)"
                report(node, [keyword.rawValue], problem, fix: "give each schema an anchor of its own")
                continue
            }
            program.resources[resource].anchors[name] = node
            if keyword == .dynamicAnchor { program.resources[resource].dynamicAnchors[name] = node }
        }
    }
}

/// The known keywords of one schema with their values.
struct SchemaKeywords {
    private var keywords: [SchemaKeyword] = []
    private var values: [JSON] = []

    init(_ members: [JSON.Member], _ vocabulary: SchemaVocabulary) {
        for member in members {
            guard let keyword = vocabulary.keywords[member.name], !keywords.contains(keyword) else { continue }
            keywords.append(keyword)
            values.append(member.value)
        }
    }

    init(reference: JSON) { (keywords, values) = ([.ref], [reference]) }

    // Schemas have few keywords, so a linear search is faster than a hash table.
    subscript(keyword: SchemaKeyword) -> JSON? { keywords.firstIndex(of: keyword).map { values[$0] } }

    var isEmpty: Bool { keywords.isEmpty }
}

/// A compiler of schemas that may be spread over several documents.
///
/// A mistake in a schema does not end the compilation: it is reported, and its keyword has no effect.
package struct SchemaCompiler {
    let options: SchemaOptions
    let resolver: (String) -> JSON?
    var program = SchemaProgram()
    var problems: [SchemaProblem] = []
    var documents = SchemaDocuments()
    var vocabularies: [SchemaVocabulary]
    /// The vocabulary of each resource.
    var vocabularyOfResource: [Int] = []
    /// Schemas with a number whose keywords were not compiled yet.
    private var waiting: [Waiting] = []
    /// References that were not resolved yet.
    var references: [Reference] = []
    private var patternNumbers: [JSON.Pattern: Int] = [:]
    /// The number of steps of all patterns.
    private var patternSize = 0

    struct Waiting {
        var node: Int
        var json: JSON
    }

    /// A reference to a schema.
    struct Reference {
        var source: Source
        var text: String

        enum Source {
            /// A keyword, whose step is replaced when the reference is resolved.
            case keyword(SchemaKeyword, node: Int, step: Int)
            /// A schema that the caller requested.
            case root(Int)
        }
    }

    /// Creates a compiler.
    ///
    /// - Parameter resolver: returns the document with an absolute identifier; nil if there is none. The meta-schemas
    ///   of 2020-12 are known without it.
    package init(options: SchemaOptions = SchemaOptions(), resolver: @escaping (String) -> JSON? = { _ in nil }) {
        self.options = options
        self.resolver = resolver
        vocabularies = [
            options.dialect == .draft2020
                ? .draft2020(assertsFormats: options.assertsFormats)
                : .openAPI30(assertsFormats: options.assertsFormats)
        ]
        // Node 0 permits everything: unresolved references lead to it.
        let resource = addResource(SchemaResource(uri: URIReference(""), document: ""), vocabulary: 0)
        _ = addNode(resource: resource, place: .pointer(JSON.Pointer(tokens: [])))
    }

    /// Adds a document with schemas. Its root need not be a schema.
    ///
    /// - Parameter uri: The absolute identifier of the document, or an empty text for a single document.
    package mutating func add(_ document: JSON, uri: String) {
        let uri = URIReference(uri).withoutFragment
        let resource = addResource(SchemaResource(uri: uri, document: uri.text), vocabulary: 0)
        documents.add(document, resource: resource, uri: uri.text)
    }

    /// Returns the number of the schema at a location in the documents, such as `file:///api.json#/definitions/A`.
    ///
    /// The number is valid for the program that ``finish()`` returns. A location without a schema is a problem, and its
    /// schema permits everything.
    package mutating func schema(at reference: String) -> Int {
        program.roots.append(0)
        references.append(Reference(source: .root(program.roots.count - 1), text: reference))
        return program.roots.count - 1
    }

    /// Compiles everything that the schemas refer to.
    package mutating func finish() -> (program: SchemaProgram, problems: [SchemaProblem]) {
        compileWaiting()
        while let reference = references.popLast() {
            resolve(reference)
            compileWaiting()
        }
        return (program, problems)
    }

    mutating func addResource(_ resource: SchemaResource, vocabulary: Int) -> Int {
        program.resources.append(resource)
        vocabularyOfResource.append(vocabulary)
        return program.resources.count - 1
    }

    private mutating func addNode(resource: Int, place: SchemaPlace) -> Int {
        program.nodes.append(SchemaNode(resource: resource, place: place))
        return program.nodes.count - 1
    }

    /// Returns the number of a schema that is to be compiled.
    mutating func add(_ json: JSON, resource: Int, place: SchemaPlace) -> Int {
        let node = addNode(resource: resource, place: place)
        waiting.append(Waiting(node: node, json: json))
        return node
    }

    /// Returns the number of a schema below a keyword of another.
    mutating func add(_ json: JSON, in parent: Int, _ keyword: SchemaKeyword, _ token: String? = nil) -> Int {
        let place = SchemaPlace.child(parent: parent, keyword: keyword, token: token)
        let node = add(json, resource: program.nodes[parent].resource, place: place)
        documents.children[SchemaDocuments.Child(parent: parent, keyword: keyword, token: token)] = node
        return node
    }

    /// Returns the number of a pattern; nil for one that is not supported.
    mutating func pattern(_ text: String, of node: Int, _ suffix: [String]) -> Int? {
        do throws(JSON.Pattern.Malformed) {
            let pattern = try JSON.Pattern(ecmaScript: text)
            let number = patternNumbers[pattern] ?? program.patterns.count
            if number == program.patterns.count {
                patternSize += pattern.program.steps.count
                guard patternSize <= options.maximumPatternSize else {
                    let problem = "with their counts expanded, the patterns of the documents are too large"
                    report(node, suffix, problem, fix: "write smaller counts, such as {2,} for {2,1000}")
                    return nil
                }
                program.patterns.append(pattern)
                patternNumbers[pattern] = number
            }
            return number
        } catch {
            let problem = "the pattern \(text.quoted) has at offset \(error.offset) \(error.problem)"
            report(node, suffix, problem, fix: error.fix)
            return nil
        }
    }

    mutating func report(_ node: Int, _ suffix: [String], _ problem: String, fix: String) {
        problems.append(SchemaProblem(location: program.location(of: node, suffix), problem: problem, fix: fix))
    }

    /// Compiles the schemas that wait, and those inside them. A work list replaces recursion.
    private mutating func compileWaiting() {
        defer { waiting = [] }
        var index = 0
        while index < waiting.count {
            let next = waiting[index]
            index += 1
            guard program.nodes.count <= options.maximumSchemas else {
                let problem = "the documents have more than \(options.maximumSchemas) schemas"
                report(next.node, [], problem, fix: "remove schemas, or references into the middle of others")
                references = []
                return
            }
            compile(next.json, next.node)
        }
    }
}

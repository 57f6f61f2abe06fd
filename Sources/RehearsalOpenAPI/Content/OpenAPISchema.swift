package import Rehearsal

/// A schema of a document, which may be a reference.
package struct OpenAPISchema: Sendable {
    /// The schema object; for a converted schema, the object from which it was converted.
    package let value: OpenAPIValue
    /// The schema of a parameter of Swagger 2.0, whose object is not a schema; nil for any other.
    package let converted: JSON?

    init(_ value: OpenAPIValue, converted: JSON? = nil) { (self.value, self.converted) = (value, converted) }

    package var place: OpenAPIPlace { value.messagePlace }
}

/// The property whose value says which schema of several applies.
package struct OpenAPIDiscriminator: Sendable {
    package var property: String
    /// The references by the values of the property. Values without a reference are names of schemas.
    package var mapping: [(value: String, target: OpenAPIValue)]
}

extension OpenAPIDocument {
    /// Returns the discriminator of a schema object; nil if it has none.
    package func discriminator(of schema: OpenAPIValue) -> OpenAPIDiscriminator? {
        guard let object = schema["discriminator"] else { return nil }
        // In Swagger 2.0 the discriminator is the name of the property.
        if let property = object.node.string { return OpenAPIDiscriminator(property: property, mapping: []) }
        guard let property = object["propertyName"]?.node.string else { return nil }
        let mapping = object["mapping"]?.members.compactMap { member -> (value: String, target: OpenAPIValue)? in
            guard let text = member.value.node.string else { return nil }
            let names = [text, "#/components/schemas/" + JSON.Pointer(tokens: [text]).text.dropFirst()]
            let target = names.lazy.compactMap { targets[OpenAPIReference(file: schema.file, text: $0)] }.first
            return target.map { (member.name, $0) }
        }
        return OpenAPIDiscriminator(property: property, mapping: mapping ?? [])
    }
}

extension OpenAPIDocument {
    /// Compiles schemas with the dialect of the document.
    ///
    /// - Returns: the compiled schemas in the order of the schemas, and the mistakes in them.
    package func compile(_ schemas: [OpenAPISchema]) -> (schemas: [JSON.Schema], problems: [OpenAPIProblem]) {
        compile(schemas, decodedBy: SchemaCache(self))
    }

    func compile(
        _ schemas: [OpenAPISchema],
        decodedBy cache: SchemaCache
    ) -> (schemas: [JSON.Schema], problems: [OpenAPIProblem]) {
        let numbersOfFiles = Dictionary(files.enumerated().map { (Self.uri(of: $1), $0) }) { first, _ in first }
        let options = SchemaOptions(dialect: version.dialect, assertsFormats: true)
        var compiler = SchemaCompiler(options: options) { uri in numbersOfFiles[uri].map { cache.root(of: $0) } }
        var numbers: [Int] = []
        for (index, schema) in schemas.enumerated() {
            if let converted = schema.converted {
                compiler.add(converted, uri: "converted:\(index)")
                numbers.append(compiler.schema(at: "converted:\(index)"))
            } else {
                numbers.append(compiler.schema(at: uri(of: schema.value)))
            }
        }
        let (program, problems) = compiler.finish()
        let compiled = numbers.map { program[$0] }
        return (compiled, problems.map { problem(from: $0, schemas) })
    }

    /// Returns the position of a location in schemas; nil for one outside of the files.
    package func place(of location: SchemaLocation) -> OpenAPIPlace? {
        guard let file = files.firstIndex(where: { Self.uri(of: $0) == location.document }) else { return nil }
        var pointer = location.pointer.tokens[...]
        // A keyword that is absent has the position of its schema.
        while true {
            if let node = JSON.Pointer(tokens: Array(pointer)).node(in: files[file].document.root) {
                return OpenAPIValue(file: file, node: node).messagePlace
            }
            guard pointer.popLast() != nil else { return nil }
        }
    }

    private func problem(from problem: SchemaProblem, _ schemas: [OpenAPISchema]) -> OpenAPIProblem {
        let prefix = "converted:"
        let number =
            problem.location.document.hasPrefix(prefix)
            ? Int(problem.location.document.dropFirst(prefix.count)) : nil
        let converted = number.flatMap { schemas.indices.contains($0) ? schemas[$0].place : nil }
        let place = converted ?? place(of: problem.location) ?? OpenAPIPlace(file: 0, range: 0..<1)
        return OpenAPIProblem(.warning, .invalidValue, at: place, problem.problem, hint: problem.fix)
    }

    private func uri(of value: OpenAPIValue) -> String {
        let fragment = value.pointer.utf8.map { byte -> String in
            byte.isAlphanumeric(or: "/-._~$") ? String(Unicode.Scalar(byte)) : Self.percentEncoded(byte)
        }
        return Self.uri(of: files[value.file]) + "#" + fragment.joined()
    }

    private static func uri(of file: OpenAPIFile) -> String {
        "file://"
            + file.identifier.utf8.map { byte -> String in
                byte.isAlphanumeric(or: "/-._~") ? String(Unicode.Scalar(byte)) : percentEncoded(byte)
            }.joined()
    }

    private static func percentEncoded(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}

import Rehearsal

/// The result of loading a file to which a document refers.
package enum OpenAPILoadResult: Sendable {
    case found(OpenAPIFile)
    case missing
    /// The file is not inside of the root.
    case outside
    /// The file cannot be read or parsed. The loader has reported it.
    case unreadable
}

/// A function that loads a file.
///
/// - Parameters:
///   - path: The path relative to the folder of the file with the reference.
///   - base: The file with the reference.
package typealias OpenAPILoader = (_ path: String, _ base: OpenAPIFile) -> OpenAPILoadResult

/// A resolver of all references of a document, which loads the files to which they lead.
struct ReferenceResolver {
    private(set) var files: [OpenAPIFile]
    private(set) var targets: [OpenAPIReference: OpenAPIValue] = [:]
    private(set) var problems: [OpenAPIProblem] = []
    private let loader: OpenAPILoader
    private let isSwagger: Bool
    private var scans: [ReferenceScan] = []
    private var numbers: [String: Int]
    /// The files by the identifier of the base and the path of the reference; nil for one that was not loaded.
    private var loaded: [OpenAPIReference: Result<Int, OpenAPIProblem.Refusal>] = [:]
    private var failed: Set<OpenAPIReference> = []
    /// The members of large objects by name.
    private var indices: [IndexKey: [String: JSONDocument.Node]] = [:]

    private struct IndexKey: Hashable {
        var file: Int
        var pointer: String
    }

    private static let maximumFileCount = 1_000
    private static let maximumProblemCount = 100

    init(_ root: OpenAPIFile, isSwagger: Bool, loader: @escaping OpenAPILoader) {
        (files, self.loader, self.isSwagger) = ([root], loader, isSwagger)
        numbers = [root.identifier: 0]
    }

    /// Resolves the references of all files.
    mutating func resolveAll() {
        var next = 0
        while next < files.count {
            while scans.count < files.count {
                scans.append(ReferenceScan(scans.count, files[scans.count].document, isSwagger: isSwagger))
            }
            for reference in scans[next].references { resolve(reference, in: next) }
            next += 1
        }
        rejectCycles()
    }

    private mutating func resolve(_ reference: ReferenceScan.Reference, in file: Int) {
        let key = OpenAPIReference(file: file, text: reference.text)
        guard targets[key] == nil, !failed.contains(key), problems.count < Self.maximumProblemCount else { return }
        if reference.mayBeName {
            let name = "#/components/schemas" + JSON.Pointer(tokens: [reference.text]).text
            let nameKey = OpenAPIReference(file: file, text: name)
            if targets[nameKey] != nil { return }
            if case .success(let value) = target(of: nameKey) {
                targets[nameKey] = value
                return
            }
        }
        switch target(of: key) {
        case .success(let value): targets[key] = value
        case .failure(let refusal):
            failed.insert(key)
            guard let problem = refusal.problem(reference.text, at: reference.place) else { return }
            problems.append(problem)
        }
    }

    private mutating func target(of reference: OpenAPIReference) -> Result<OpenAPIValue, OpenAPIProblem.Refusal> {
        let parts = reference.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts[0])
        var base = OpenAPIValue(file: reference.file, node: files[reference.file].document.root)
        if !path.isEmpty {
            if let schema = schema(identifiedBy: path, in: reference.file) {
                base = schema
            } else {
                switch load(path, from: reference.file) {
                case .success(let file): base = OpenAPIValue(file: file, node: files[file].document.root)
                case .failure(let refusal): return .failure(refusal)
                }
            }
        }
        guard parts.count == 2 else { return .success(base) }
        let decoded = PercentEncoding.decoded(Array(parts[1].utf8))
        return value(at: String(decoding: decoded, as: UTF8.self), in: base)
    }

    /// Returns the schema whose `$id` equals a text or ends with it; nil for none.
    private func schema(identifiedBy text: String, in file: Int) -> OpenAPIValue? {
        guard scans.indices.contains(file) else { return nil }
        let identifiers = scans[file].identifiers
        return identifiers[text] ?? identifiers.first { $0.key.hasSuffix("/" + text) }?.value
    }

    private mutating func value(
        at fragment: String,
        in base: OpenAPIValue
    ) -> Result<OpenAPIValue, OpenAPIProblem.Refusal> {
        if fragment.isEmpty { return .success(base) }
        while scans.count <= base.file {
            scans.append(ReferenceScan(scans.count, files[scans.count].document, isSwagger: isSwagger))
        }
        guard fragment.utf8.first == UInt8(ascii: "/") else {
            return scans[base.file].anchors[fragment].map { .success($0) } ?? .failure(.noAnchor)
        }
        guard let pointer = JSON.Pointer(fragment) else { return .failure(.malformedPointer) }
        var value = base
        for token in pointer.tokens {
            guard let child = child(token, of: value) else {
                return .failure(.noValue(token: token, known: value.node.members.prefix(200).map(\.name)))
            }
            value = child
        }
        return .success(value)
    }

    private mutating func child(_ token: String, of value: OpenAPIValue) -> OpenAPIValue? {
        if value.node.kind == .array {
            guard let index = JSON.Pointer.index(token) else { return nil }
            return value.node.elements.dropFirst(index).first { _ in true }.map { value.child(token, $0) }
        }
        let key = IndexKey(file: value.file, pointer: value.pointer)
        if indices[key] == nil {
            indices[key] = Dictionary(value.node.members.map { ($0.name, $0.value) }) { first, _ in first }
        }
        return indices[key]?[token].map { value.child(token, $0) }
    }

    private mutating func load(_ path: String, from file: Int) -> Result<Int, OpenAPIProblem.Refusal> {
        let key = OpenAPIReference(file: file, text: path)
        if let known = loaded[key] { return known }
        let result = loadUncached(path, from: file)
        loaded[key] = result
        return result
    }

    private mutating func loadUncached(_ path: String, from file: Int) -> Result<Int, OpenAPIProblem.Refusal> {
        let scheme = path.utf8.prefix { $0.isAlphanumeric(or: "+-.") }
        if path.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":") || path.hasPrefix("//") {
            return .failure(.remote)
        }
        if path.hasPrefix("/") { return .failure(.absolute) }
        guard files.count < Self.maximumFileCount else { return .failure(.tooManyFiles(Self.maximumFileCount)) }
        let decoded = String(decoding: PercentEncoding.decoded(Array(path.utf8)), as: UTF8.self)
        switch loader(decoded, files[file]) {
        case .missing: return .failure(.missing)
        case .outside: return .failure(.outside)
        case .unreadable: return .failure(.reported)
        case .found(let found):
            if let number = numbers[found.identifier] { return .success(number) }
            files.append(found)
            numbers[found.identifier] = files.count - 1
            return .success(files.count - 1)
        }
    }

    /// Reports the references that lead only to other references.
    private mutating func rejectCycles() {
        for (key, target) in targets {
            var value = target
            var steps = 0
            while let text = value["$ref"]?.node.string, steps < OpenAPIReference.maximumChainLength {
                guard let next = targets[OpenAPIReference(file: value.file, text: text)] else { break }
                value = next
                steps += 1
            }
            guard steps == OpenAPIReference.maximumChainLength,
                let place = scans[key.file].references.first(where: { $0.text == key.text })?.place
            else { continue }
            let message = "the reference \(key.text.quoted) leads only to other references"
            let hint = "let one of them lead to a definition"
            problems.append(OpenAPIProblem(.error, .brokenReference, at: place, message, hint: hint))
        }
        problems.sort { ($0.place.file, $0.place.range.lowerBound) < ($1.place.file, $1.place.range.lowerBound) }
    }
}

import Rehearsal

/// A reader of parameters in their styles (OpenAPI 3.1.1 §4.8.12.3).
///
/// `allowReserved` does not change the reading: a decoder accepts reserved characters with and without an escape.
struct SerializationReader {
    let name: String
    let serialization: OpenAPISerialization
    let shape: ValueShape
    /// Whether escapes are decoded. Header fields have none.
    var isEncoded = true
    /// Whether `+` is a space, as in a query.
    var plusIsSpace = false

    private typealias Mismatch = SerializedValue.Mismatch

    // MARK: Paths and header fields

    /// Reads the text of a path segment or a header field.
    func value(of raw: String) throws(SerializedValue.Mismatch) -> SerializedValue {
        switch serialization.style {
        case .label: try labelled(raw)
        case .matrix: try matrix(raw)
        default: try separated(raw, ",", explodes: serialization.explode)
        }
    }

    private func labelled(_ raw: String) throws(SerializedValue.Mismatch) -> SerializedValue {
        guard raw.utf8.first == UInt8(ascii: ".") else {
            throw Mismatch(message: "does not begin with \".\"", expected: ".VALUE")
        }
        let rest = String(raw.dropFirst())
        return try separated(rest, serialization.explode ? "." : ",", explodes: serialization.explode)
    }

    private func matrix(_ raw: String) throws(SerializedValue.Mismatch) -> SerializedValue {
        guard raw.utf8.first == UInt8(ascii: ";") else {
            throw Mismatch(message: "does not begin with \";\"", expected: ";\(name)=VALUE")
        }
        if serialization.explode, shape.isObject {
            return try separated(String(raw.dropFirst()), ";", explodes: true)
        }
        var values: [String] = []
        for part in raw.dropFirst().split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard decoded(String(pair[0])) == name else {
                let message = "has the name \(String(pair[0]).quoted)"
                throw Mismatch(message: message, expected: ";\(name)=VALUE")
            }
            values.append(pair.count > 1 ? String(pair[1]) : "")
        }
        if serialization.explode, shape.isArray { return .list(values.map { .text(decoded($0)) }) }
        guard values.count == 1 else {
            throw Mismatch(message: "has \(values.count) values", expected: ";\(name)=VALUE")
        }
        return try separated(values[0], ",", explodes: false)
    }

    // MARK: Queries, forms and cookies

    /// Returns whether a pair belongs to the parameter. Only the name of the pair decides.
    func claims(_ pair: SerializedPair) -> Bool {
        if serialization.style == .deepObject { return pair.name.hasPrefix(name + "[") }
        if serialization.explode, shape.isObject { return shape.properties[pair.name] != nil }
        return pair.name == name
    }

    /// The name of all pairs that belong to the parameter; nil if they may have several names.
    var onlyName: String? {
        serialization.style == .deepObject || serialization.explode && shape.isObject ? nil : name
    }

    /// Whether the parameter may have pairs with any name.
    var claimsOtherNames: Bool {
        serialization.style == .form && serialization.explode && shape.isObject
            && (shape.permitsOtherProperties || shape.properties.isEmpty)
    }

    /// Reads the pairs of the parameter, of which there is at least one.
    ///
    /// One exploded pair without a value is a list of one empty text: an empty list has no pair (RFC 6570 §2.3).
    func value(of pairs: [SerializedPair]) throws(SerializedValue.Mismatch) -> SerializedValue {
        if serialization.style == .deepObject { return try deepObject(pairs) }
        if serialization.explode, shape.isObject {
            return .object(pairs.map { .init(name: $0.name, value: .text(decoded($0.raw))) })
        }
        if serialization.explode, shape.isArray, pairs.count > 1 || !shape.permitsScalar {
            return .list(pairs.map { .text(decoded($0.raw)) })
        }
        guard pairs.count == 1 else {
            let form = shape.isArray ? "one list separated by \(separator.quoted)" : "one value"
            throw Mismatch(message: "occurs \(pairs.count) times", expected: form)
        }
        return try separated(pairs[0].raw, separator, explodes: false)
    }

    private var separator: String {
        switch serialization.style {
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        case .tabDelimited: "\t"
        default: ","
        }
    }

    private func deepObject(_ pairs: [SerializedPair]) throws(SerializedValue.Mismatch) -> SerializedValue {
        var tree = PropertyTree()
        for pair in pairs {
            let keys = pair.name.dropFirst(name.count).dropFirst().split(
                separator: "[",
                omittingEmptySubsequences: false
            )
            guard keys.allSatisfy({ $0.last == "]" }), keys.count <= 16 else {
                throw Mismatch(message: "has the name \(pair.name.quoted)", expected: "\(name)[PROPERTY]=VALUE")
            }
            tree.set(decoded(pair.raw), at: keys.map { String($0.dropLast()) }[...])
        }
        return tree.value
    }

    // MARK: Parts

    /// Reads a scalar, a list, or an object as `name=value` pairs or as alternating names and values.
    private func separated(
        _ raw: String,
        _ separator: String,
        explodes: Bool
    ) throws(SerializedValue.Mismatch) -> SerializedValue {
        guard shape.isArray || shape.isObject else { return .text(decoded(raw)) }
        if raw.isEmpty {
            if !shape.isArray { return .object([]) }
            return shape.permitsScalar ? .text("") : .list([])
        }
        let parts = Self.split(raw, separator, isEncoded: isEncoded).map { isEncoded ? $0 : String($0.trimmed) }
        if shape.isArray {
            if parts.count == 1, shape.permitsScalar { return .text(decoded(parts[0])) }
            return .list(parts.map { .text(decoded($0)) })
        }
        if explodes {
            return .object(
                try parts.map { part throws(SerializedValue.Mismatch) in
                    let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    guard pair.count == 2 else {
                        let form = "PROPERTY=VALUE\(separator)PROPERTY=VALUE"
                        throw Mismatch(message: "has the part \(part.quoted) without \"=\"", expected: form)
                    }
                    return .init(name: decoded(String(pair[0])), value: .text(decoded(String(pair[1]))))
                }
            )
        }
        guard parts.count.isMultiple(of: 2) else {
            let form = "PROPERTY\(separator)VALUE\(separator)PROPERTY\(separator)VALUE"
            throw Mismatch(message: "has \(parts.count) parts, of which the last has no value", expected: form)
        }
        return .object(
            stride(from: 0, to: parts.count, by: 2).map {
                .init(name: decoded(parts[$0]), value: .text(decoded(parts[$0 + 1])))
            }
        )
    }

    private func decoded(_ raw: String) -> String {
        guard isEncoded else { return raw }
        return String(decoding: PercentEncoding.decoded(Array(raw.utf8), plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// Returns the parts between separators. A space, a pipe and a tab are not valid in a URL, so their escapes
    /// separate too; an escaped comma belongs to a value.
    private static func split(_ raw: String, _ separator: String, isEncoded: Bool) -> [String] {
        let spellings: [String: [String]] = [" ": ["%20", "+"], "|": ["%7C", "%7c"], "\t": ["%09"]]
        var text = raw
        if isEncoded {
            for spelling in spellings[separator] ?? [] { text = text.replacingAll(spelling, with: separator) }
        }
        return text.utf8.split(separator: separator.utf8.first ?? 0, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }
}

extension ValueShape {
    /// Whether a value may be a scalar.
    var permitsScalar: Bool { !types.isDisjoint(with: [.string, .number, .boolean]) }
}

/// Texts by paths of property names, from which an object in the style `deepObject` is built.
private struct PropertyTree {
    private enum Form {
        case text(String)
        case list([String])
        case object
    }

    private var form = Form.object
    private var properties: [(name: String, tree: PropertyTree)] = []
    /// The positions of the properties by name.
    private var positions: [String: Int] = [:]

    /// Sets a text at a path of property names. An empty name appends to a list. The last of several forms applies.
    mutating func set(_ text: String, at keys: ArraySlice<String>) {
        guard let key = keys.first else { return replace(by: .text(text)) }
        guard !key.isEmpty else { return append(text) }
        if case .object = form {} else { replace(by: .object) }
        let position = positions[key] ?? properties.count
        if position == properties.count {
            positions[key] = position
            properties.append((key, PropertyTree()))
        }
        properties[position].tree.set(text, at: keys.dropFirst())
    }

    private mutating func append(_ text: String) {
        guard case .list(var texts) = form else { return replace(by: .list([text])) }
        // The list must have no second owner when it grows.
        form = .object
        texts.append(text)
        form = .list(texts)
    }

    private mutating func replace(by form: Form) {
        self = PropertyTree()
        self.form = form
    }

    var value: SerializedValue {
        switch form {
        case .text(let text): .text(text)
        case .list(let texts): .list(texts.map { .text($0) })
        case .object: .object(properties.map { .init(name: $0.name, value: $0.tree.value) })
        }
    }
}

extension String {
    /// Returns the text with each occurrence of another text replaced.
    fileprivate func replacingAll(_ part: String, with other: String) -> String {
        var result: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.first {
            if rest.starts(with: part.utf8) {
                result += Array(other.utf8)
                rest = rest.dropFirst(part.utf8.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

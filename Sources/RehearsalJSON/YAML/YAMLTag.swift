/// A tag of a node.
enum YAMLTag: Equatable {
    /// A tag of the core schema (YAML 1.2.2 §10.3).
    case string, integer, float, bool, null, mapping, sequence
    /// The tag `!`, by which a scalar is a string.
    case nonSpecific
    /// Any other tag. It has no effect on collections, and a scalar with it is a string.
    case other

    /// Creates the tag with a full name, such as `tag:yaml.org,2002:str`.
    init(name: String) {
        self =
            switch name {
            case "tag:yaml.org,2002:str": .string
            case "tag:yaml.org,2002:int": .integer
            case "tag:yaml.org,2002:float": .float
            case "tag:yaml.org,2002:bool": .bool
            case "tag:yaml.org,2002:null": .null
            case "tag:yaml.org,2002:map": .mapping
            case "tag:yaml.org,2002:seq": .sequence
            default: .other
            }
    }

    /// The short name of a tag of the core schema.
    var name: String {
        switch self {
        case .string: "!!str"
        case .integer: "!!int"
        case .float: "!!float"
        case .bool: "!!bool"
        case .null: "!!null"
        case .mapping: "!!map"
        case .sequence: "!!seq"
        case .nonSpecific: "!"
        case .other: "this tag"
        }
    }
}

/// The tag handles of a document, with their prefixes.
struct YAMLTagHandles {
    private var prefixes: [[UInt8]: [UInt8]] = [:]

    /// The number of bytes of the longest name in ``YAMLTag/init(name:)``.
    private static let longestName = 24

    /// Adds the handle of a `%TAG` directive.
    ///
    /// - Returns: false if the document has the handle already.
    mutating func add(_ handle: [UInt8], prefix: [UInt8]) -> Bool {
        prefixes.updateValue(prefix, forKey: handle) == nil
    }

    /// Returns the tag with a handle and a suffix; nil for an unknown handle.
    func tag(_ handle: [UInt8], suffix: [UInt8]) -> YAMLTag? {
        let standard = handle.count == 1 ? "!" : handle.count == 2 ? "tag:yaml.org,2002:" : nil
        guard let prefix = prefixes[handle] ?? standard.map({ Array($0.utf8) }) else { return nil }
        guard prefix.count + suffix.count <= Self.longestName else { return .other }
        return YAMLTag(name: String(decoding: prefix + suffix, as: UTF8.self))
    }
}

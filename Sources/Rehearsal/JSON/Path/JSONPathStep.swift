/// What leads from a value to one of its children.
enum JSONPathStep: Sendable {
    case name(String)
    case index(Int)

    /// Writes it as a part of a normalized path (RFC 9535 §2.7).
    func write(to path: inout String) {
        switch self {
        case .index(let index): path += "[\(index)]"
        case .name(let name):
            path += "['"
            if name.utf8.contains(where: Self.needsEscape) {
                for scalar in name.unicodeScalars { Self.write(scalar, to: &path) }
            } else {
                path += name
            }
            path += "']"
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }

    private static func write(_ scalar: Unicode.Scalar, to path: inout String) {
        switch scalar {
        case "'", "\\": path += "\\\(scalar)"
        case "\0"..<" ": path += JSONPathEscapes.escape(of: scalar)
        default: path.unicodeScalars.append(scalar)
        }
    }
}

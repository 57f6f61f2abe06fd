extension JSON {
    /// A pointer to a value of a document (RFC 6901): `/items/0/id`; empty for the whole document.
    public struct Pointer: Sendable, Hashable, CustomStringConvertible {
        /// The names and indices from the root, with escapes decoded.
        package let tokens: [String]
        /// The text of the pointer, with escapes.
        public let text: String
        /// The text of the pointer, with escapes.
        public var description: String { text }

        /// Parses a pointer; nil unless it is empty or begins with `/`, and each `~` begins `~0` or `~1`.
        public init?(_ text: String) {
            self.text = text
            guard !text.isEmpty else {
                tokens = []
                return
            }
            guard text.utf8.first == UInt8(ascii: "/") else { return nil }
            var tokens: [String] = []
            for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let token = Self.unescaped(part) else { return nil }
                tokens.append(token)
            }
            self.tokens = tokens
        }

        /// Creates a pointer from names and indices.
        package init(tokens: [String]) {
            self.tokens = tokens
            text = tokens.map { "/" + Self.escaped($0) }.joined()
        }

        private static func escaped(_ token: String) -> String {
            let escapes = token.utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case UInt8(ascii: "~"): Array("~0".utf8)
                case UInt8(ascii: "/"): Array("~1".utf8)
                default: [byte]
                }
            }
            return String(decoding: escapes, as: UTF8.self)
        }

        private static func unescaped(_ part: Substring.UTF8View) -> String? {
            var bytes: [UInt8] = []
            var rest = part[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "~") else {
                    bytes.append(byte)
                    continue
                }
                switch rest.popFirst() {
                case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
                default: return nil
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Returns the value of a document at the pointer; nil if there is none. Of repeated names, the first is used.
        package func value(in document: JSON) -> JSON? {
            var value = document
            for token in tokens {
                switch value {
                case .object(let members):
                    guard let member = members.first(where: { $0.name.utf8.elementsEqual(token.utf8) }) else {
                        return nil
                    }
                    value = member.value
                case .array(let elements):
                    guard let index = Self.index(token), index < elements.count else { return nil }
                    value = elements[index]
                default: return nil
                }
            }
            return value
        }

        /// Returns the node of a document at the pointer; nil if there is none.
        package func node(in root: JSONDocument.Node) -> JSONDocument.Node? {
            var node = root
            for token in tokens {
                guard let child = node.child(token) else { return nil }
                node = child.value
            }
            return node
        }

        /// Returns the index that a token denotes: digits without leading zeros (RFC 6901 §4); otherwise nil.
        package static func index(_ token: String) -> Int? {
            guard token.utf8.allSatisfy(\.isDigit), token == "0" || token.utf8.first != UInt8(ascii: "0")
            else { return nil }
            return Int(token)
        }
    }
}

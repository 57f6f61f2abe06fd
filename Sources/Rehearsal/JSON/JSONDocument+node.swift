extension JSONDocument {
    /// One value of a document, and where it stands.
    package struct Node: Sendable {
        package let document: JSONDocument
        let index: Int

        private var entry: Entry { document.tape[index] }

        package var kind: Kind { entry.kind }

        /// The bytes of the value, with its quotes or brackets.
        package var range: Range<Int> { Int(entry.start)..<Int(entry.end) }

        /// The members of an object, in order; none for any other value.
        package var members: Members { Members(node: self) }

        /// The elements of an array; none for any other value.
        package var elements: Elements { Elements(node: self) }

        /// The first member of that name.
        package subscript(name: String) -> Node? {
            members.first { $0.name == name }?.value
        }

        /// A string with its escapes decoded, where half of a surrogate pair becomes U+FFFD.
        package var string: String? {
            guard kind == .string else { return nil }
            let content = document.bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
            guard entry.hasEscapes else { return String(decoding: content, as: UTF8.self) }
            return JSONEscapes.decode(content)
        }

        /// The bytes in which some characters of a string are written, as escapes or not; nil if it is none.
        package func range(ofCharacters characters: Range<Int>) -> Range<Int>? {
            ranges(ofCharacters: [characters])?.first
        }

        /// The same for several ranges in ascending order, in one pass.
        package func ranges(ofCharacters list: [Range<Int>]) -> [Range<Int>]? {
            guard kind == .string else { return nil }
            var rest = document.bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
            var passed = 0
            return list.map { characters in
                for _ in passed..<max(passed, characters.lowerBound) where !rest.isEmpty {
                    JSONEscapes.dropCharacter(from: &rest)
                }
                let start = rest.startIndex
                for _ in characters where !rest.isEmpty { JSONEscapes.dropCharacter(from: &rest) }
                passed = max(passed, characters.upperBound)
                return start..<rest.startIndex
            }
        }

        /// A number as it was written.
        package var numberText: String? {
            kind == .number ? String(decoding: document.bytes[range], as: UTF8.self) : nil
        }

        package var bool: Bool? {
            kind == .bool ? document.bytes[range.lowerBound] == UInt8(ascii: "t") : nil
        }

        fileprivate var inside: Range<Int> { (index + 1)..<Int(entry.next) }

        fileprivate func sibling(at index: Int) -> Node { Node(document: document, index: index) }

        fileprivate func next(after index: Int) -> Int { Int(document.tape[index].next) }
    }

    /// A name in an object, with its value.
    package struct Member: Sendable {
        package let name: String
        /// The bytes of the name, with its quotes.
        package let nameRange: Range<Int>
        package let value: Node
    }

    /// The members of an object in the order in which they were written.
    package struct Members: Sequence, Sendable {
        fileprivate let node: Node

        package func makeIterator() -> Iterator {
            Iterator(node: node, rest: node.kind == .object ? node.inside : 0..<0)
        }

        package struct Iterator: IteratorProtocol {
            fileprivate let node: Node
            fileprivate var rest: Range<Int>

            package mutating func next() -> Member? {
                guard !rest.isEmpty else { return nil }
                let name = node.sibling(at: rest.lowerBound)
                let value = node.sibling(at: rest.lowerBound + 1)
                rest = node.next(after: value.index)..<rest.upperBound
                return Member(name: name.string ?? "", nameRange: name.range, value: value)
            }
        }
    }

    /// The elements of an array in order.
    package struct Elements: Sequence, Sendable {
        fileprivate let node: Node

        package func makeIterator() -> Iterator {
            Iterator(node: node, rest: node.kind == .array ? node.inside : 0..<0)
        }

        package struct Iterator: IteratorProtocol {
            fileprivate let node: Node
            fileprivate var rest: Range<Int>

            package mutating func next() -> Node? {
                guard !rest.isEmpty else { return nil }
                let element = node.sibling(at: rest.lowerBound)
                rest = node.next(after: element.index)..<rest.upperBound
                return element
            }
        }
    }
}

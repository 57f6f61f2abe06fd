package import Rehearsal

/// A range of bytes in a file of a document.
package struct OpenAPIPlace: Sendable, Hashable {
    /// The index of the file.
    package let file: Int
    package let range: Range<Int>
}

/// A value of a document with its location.
package struct OpenAPIValue: Sendable {
    /// The index of the file.
    package let file: Int
    /// The JSON pointer from the root of the file.
    package let pointer: String
    package let node: JSONDocument.Node

    init(file: Int, pointer: String = "", node: JSONDocument.Node) {
        (self.file, self.pointer, self.node) = (file, pointer, node)
    }

    package var place: OpenAPIPlace { OpenAPIPlace(file: file, range: node.range) }

    /// The first byte of an object or array, and all bytes of another value, for messages.
    package var messagePlace: OpenAPIPlace {
        let isContainer = node.kind == .object || node.kind == .array
        return OpenAPIPlace(file: file, range: isContainer ? node.range.prefix(1) : node.range)
    }

    /// The value of the first member with a name.
    package subscript(name: String) -> OpenAPIValue? {
        node[name].map { child(name, $0) }
    }

    /// The members of an object in document order; empty for other values.
    package var members: [Member] {
        node.members.map { member in
            let place = OpenAPIPlace(file: file, range: member.nameRange)
            return Member(name: member.name, place: place, value: child(member.name, member.value))
        }
    }

    /// The elements of an array; empty for other values.
    package var elements: [OpenAPIValue] {
        node.elements.enumerated().map { child(String($0), $1) }
    }

    func child(_ token: String, _ node: JSONDocument.Node) -> OpenAPIValue {
        OpenAPIValue(file: file, pointer: pointer + JSON.Pointer(tokens: [token]).text, node: node)
    }

    /// A member of an object.
    package struct Member: Sendable {
        package let name: String
        /// The position of the name.
        package let place: OpenAPIPlace
        package let value: OpenAPIValue
    }
}

/// A mistake in a document, or a part that is not supported.
package struct OpenAPIProblem: Error, Sendable, Hashable {
    package enum Severity: Sendable, Hashable {
        /// The document cannot be played.
        case error
        /// A part has no effect or another one than the document says.
        case warning
    }

    package enum Kind: Sendable, Hashable, CaseIterable {
        case wrongType, missingMember, unknownMember, invalidValue, duplicate, unsupported
        /// A reference that leads nowhere or in a cycle.
        case brokenReference
        /// A reference to a file that is not inside of the root, or not a file.
        case outsideReference
        case tooLarge
        /// A part of a Swagger 2.0 document that has no equivalent.
        case conversionLoss
    }

    package var severity: Severity
    package var kind: Kind
    package var place: OpenAPIPlace
    package var message: String
    /// The correction.
    package var hint: String?

    package init(
        _ severity: Severity,
        _ kind: Kind,
        at place: OpenAPIPlace,
        _ message: String,
        hint: String? = nil
    ) {
        (self.severity, self.kind, self.place) = (severity, kind, place)
        (self.message, self.hint) = (message, hint)
    }
}

extension Range<Int> {
    /// The first bytes of the range.
    func prefix(_ length: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + length) }
}

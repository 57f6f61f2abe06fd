/// The texts of the names and scalars of a YAML document.
final class YAMLTexts: Sendable {
    private let slices: [YAMLSlice]
    private let decoded: [UInt8]

    /// Creates the texts of a document.
    ///
    /// - Parameters:
    ///   - slices: The text of each entry of the document.
    ///   - decoded: The texts that differ from the bytes of the document.
    init(slices: [YAMLSlice], decoded: [UInt8]) {
        (self.slices, self.decoded) = (slices, decoded)
    }

    /// Returns the text of the entry with an index.
    func text(at index: Int, in source: [UInt8]) -> ArraySlice<UInt8> {
        let slice = slices[index]
        return slice.isDecoded ? decoded[slice.range] : source[slice.range]
    }

    /// Returns whether the text of an entry differs from its bytes in the document.
    func isDecoded(at index: Int) -> Bool { slices[index].isDecoded }
}

/// A range of the bytes of a document, or of the bytes that were decoded from it.
struct YAMLSlice: Sendable {
    private var start: UInt32
    private var end: UInt32
    let isDecoded: Bool

    /// Creates a slice. The limits of a document ensure that each bound has 32 bits.
    init(_ range: Range<Int>, isDecoded: Bool = false) {
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
        self.isDecoded = isDecoded
    }

    var range: Range<Int> { Int(start)..<Int(end) }

    var count: Int { Int(end - start) }

    static let empty = YAMLSlice(0..<0)
}

/// A scalar of a YAML document before its kind is known.
struct YAMLScalar {
    /// A notation of a scalar.
    enum Style {
        case plain, quoted, block
        /// No characters, as in `key:`.
        case absent
    }

    /// The bytes of the scalar, with its quotes or its header.
    var range: Range<Int>
    var text: YAMLSlice
    var style: Style
    /// Whether the scalar has more than one line, so that it cannot be an implicit key.
    var isMultiline = false

    /// Returns a scalar without characters.
    static func absent(at offset: Int) -> YAMLScalar {
        YAMLScalar(range: offset..<offset, text: YAMLSlice(offset..<offset), style: .absent)
    }
}

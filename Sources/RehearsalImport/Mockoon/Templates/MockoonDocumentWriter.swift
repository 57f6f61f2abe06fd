import Rehearsal

/// Writes parts as JSON, and knows whether the next one stands in a string.
struct MockoonDocumentWriter {
    private(set) var output: [UInt8] = []
    private let isTemplate: Bool
    private var isInString = false
    private var isEscaped = false

    init(isTemplate: Bool) { self.isTemplate = isTemplate }

    mutating func append(_ part: MockoonPart) {
        switch part {
        case .text(let text): append(Array(text.utf8))
        case .value(let text): append(isInString ? escaped(text) : Array(text.utf8))
        case .request(let value) where isInString: output += escaped("{{\(value.expression)}}")
        case .request(let value): output += JSON.string("{{\(value.expression) | json}}").bytes()
        }
    }

    /// Adds text; two braces in a string stand for themselves.
    private mutating func append(_ bytes: [UInt8]) {
        var previous = UInt8(ascii: " ")
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isInString, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
            if isTemplate, isInString, byte == UInt8(ascii: "{"), previous == byte {
                output.removeLast()
                output += #"{{ \"{{\" }}"#.utf8
                previous = UInt8(ascii: " ")
            } else {
                output.append(byte)
                previous = byte
            }
        }
    }

    private func escaped(_ text: String) -> [UInt8] { Array(JSON.string(text).bytes().dropFirst().dropLast()) }
}

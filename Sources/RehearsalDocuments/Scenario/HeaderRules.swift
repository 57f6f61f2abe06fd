import Rehearsal

/// What may stand in a header (RFC 9110 §5.5, §5.6.2).
package enum HeaderRules {
    /// Whether a text is a token: the name of a method or of a header.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ByteClass.isToken)
    }

    /// Whether a text fits in a line: no control characters but the tab.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

package import Rehearsal

/// A header field with the original bytes of its value, without white space around it.
package struct WireField: Hashable, Sendable {
    package var name: String
    package var value: [UInt8]

    package init(_ name: String, _ value: [UInt8]) { (self.name, self.value) = (name, value) }
    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, Array(value.utf8)) }

    /// The value as text, with U+FFFD for invalid UTF-8.
    package var text: String { String(decoding: value, as: UTF8.self) }

    package func isNamed(_ other: String) -> Bool { Scenario.Headers.isSameName(name, other) }
}

/// A writer of the head of a message.
package struct HeadWriter {
    private var bytes: [UInt8]

    /// Creates the head of a reply. A status with fewer than three digits is padded with zeros.
    package init(status: Int, reason: some Sequence<UInt8>) {
        let digits = String(status)
        bytes = Array("HTTP/1.1 \(String(repeating: "0", count: max(0, 3 - digits.utf8.count)))\(digits) ".utf8)
        bytes += reason
        endLine()
    }

    /// Creates the head of a request.
    package init(method: String, target: String) {
        bytes = Array("\(method) \(target) HTTP/1.1".utf8)
        endLine()
    }

    /// The number of bytes that have been written.
    package var count: Int { bytes.count }

    package mutating func append(_ name: String, _ value: some Sequence<UInt8>) {
        bytes += name.utf8
        bytes += [0x3A, 0x20]
        bytes += value
        endLine()
    }

    package mutating func append(_ name: String, _ value: String) { append(name, value.utf8) }
    package mutating func append(_ field: WireField) { append(field.name, field.value) }

    /// The head with its empty line.
    package var head: [UInt8] { bytes + [0x0D, 0x0A] }

    private mutating func endLine() { bytes += [0x0D, 0x0A] }
}

extension [WireField] {
    /// The fields as the headers of a scenario.
    package var headers: Scenario.Headers { Scenario.Headers(map { Scenario.Headers.Field($0.name, $0.text) }) }

    package func values(of name: String) -> [String] { compactMap { $0.isNamed(name) ? $0.text : nil } }

    /// Returns the members of the comma-separated lists in all fields with a name, in lower case.
    package func members(of name: String) -> [String] {
        values(of: name).flatMap { text in
            text.lowercased().utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0.trimmed)) }
        }
    }

    /// The fields without hop-by-hop fields (RFC 9110 §7.6.1) and without framing fields, which the sender adds again.
    package var endToEnd: [WireField] {
        let named = members(of: "Connection")
        return filter { field in
            let name = field.name.lowercased()
            return !Self.ofConnection.contains(name) && !named.contains(name)
        }
    }

    private static let ofConnection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "content-length",
    ]
}

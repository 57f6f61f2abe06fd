import Rehearsal

extension JSON {
    /// An object with those of the members that have a value.
    static func message(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// A length of time, in milliseconds.
    static func milliseconds(_ duration: Duration) -> JSON {
        let value = Double(duration.nanoseconds) / 1_000_000
        return .number(Number(text: Int(exactly: value).map { "\($0)" } ?? "\(value)"))
    }

    /// The value as one line of a conversation, with its end.
    package var line: [UInt8] { bytes() + [UInt8(ascii: "\n")] }
}

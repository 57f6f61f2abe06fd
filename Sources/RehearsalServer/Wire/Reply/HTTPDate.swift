import Rehearsal

/// The `Date` field's format (RFC 9110 §5.6.7, IMF-fixdate): always 29 bytes.
enum HTTPDate {
    static let length = 29

    /// - Parameter seconds: since 1970, UTC.
    static func format(_ seconds: Int64) -> [UInt8] {
        Array(TimeFormat.httpDate.text(of: seconds * 1_000).utf8)
    }
}

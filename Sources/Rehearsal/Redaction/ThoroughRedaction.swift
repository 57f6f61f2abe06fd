/// Takes out of the parts of an exchange what names say, what looks like a secret by its form, what is coded or packed,
/// and a known secret wherever it stands again.
///
/// A part is shown without what was taken out of it; a part that cannot be shown without a secret is not shown at all.
package protocol ThoroughRedaction: SecretNaming {
    /// The target of a request, in any of its forms (RFC 9112 §3.2).
    func requestTarget(_ raw: String) -> String

    /// The value of a header field.
    func field(name: String, value: String) -> String

    /// The body of a message with these headers; empty where a secret cannot be taken out of it.
    func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [UInt8]

    /// A remark about an exchange, without what looks like a secret.
    func remark(_ raw: String) -> String

    /// Remarks about an exchange, without what looks like a secret and without the secrets of the exchange itself.
    func remarks(_ raw: [String], about entry: Journal.Entry) -> [String]

    /// A value that is made of several parts: made again where a part has a secret that stands in an earlier one too.
    func settled<Value>(_ make: () -> Value) -> Value
}

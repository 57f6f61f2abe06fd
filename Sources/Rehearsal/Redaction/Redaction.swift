/// Takes secrets out of what is stored or shown, and leaves every other byte where it is.
///
/// A secret becomes `[redacted 3f2a9c01]`. Within a run equal secrets become equal placeholders wherever they stand (in
/// a header, a target or a body), so that one can still see which request carried the token of which reply.
package struct Redaction: Sendable {
    package var headers = SecretNames.headers
    /// Names in a query, a fragment or a form.
    package var query = SecretNames.query
    /// Names in a JSON document at any depth, and in a form.
    package var members = SecretNames.members

    /// Cookies that are no secret, although those are that nothing is known of.
    package var harmlessCookies: Set<String> = []
    /// Cookies that are secret even where the header that holds them is not.
    package var secretCookies: Set<String> = []

    /// Names in a query that are those of secrets only where the value looks issued, or where somebody signs in:
    /// `?code=` is that of a country as well.
    package var openQuery = SecretNames([])
    /// The same for members of a document.
    package var openMembers = SecretNames.openMembers

    let naming: any SecretNaming
    /// Finds secrets by their form and by earlier exchanges too; nil if this redaction goes by names only.
    private(set) var thorough: (any ThoroughRedaction)?

    /// - Parameter salt: Drawn anew for each run and not kept;
    ///   without it no secret can be guessed from its placeholder.
    package init(salt: UInt64) { naming = SaltedNaming(salt: salt) }

    /// Calls secrets as somebody else wants them to be called.
    package init(naming: any SecretNaming) { self.naming = naming }

    /// Takes out what names say, and everything else that can be told to be a secret.
    package init(_ thorough: any ThoroughRedaction) {
        naming = thorough
        self.thorough = thorough
    }

    /// The body of a message with these headers.
    func body(_ bytes: [UInt8], _ headers: @autoclosure () -> Scenario.Headers) -> [UInt8] {
        thorough?.body(bytes, headers()) ?? body(bytes)
    }

    /// Remarks about an exchange, such as near misses, without the secrets of that exchange.
    package func remarks(_ raw: [String], about entry: Journal.Entry) -> [String] {
        if raw.isEmpty { return raw }
        return thorough?.remarks(raw, about: entry) ?? raw.map(text)
    }

    /// The same of one remark, which there may be none of.
    package func remark(_ raw: String?, about entry: Journal.Entry) -> String? {
        raw.flatMap { remarks([$0], about: entry).first }
    }

    /// A value that is made of several parts, in all of which the secrets of each are known.
    func settled<Value>(_ make: () -> Value) -> Value { thorough?.settled(make) ?? make() }

    /// The body with its secrets taken out: by member name in JSON, by name in a form; anything else as it is.
    ///
    /// The body need not be complete or valid: a journal keeps the beginning of a long one.
    package func body(_ bytes: [UInt8]) -> [UInt8] {
        let isByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let first = bytes.dropFirst(isByteOrderMark ? 3 : 0).first { !$0.isJSONSpace }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            var pass = JSONRedaction(redaction: self, bytes: bytes)
            return pass.run()
        }
        return Self.isForm(bytes) ? parameters(bytes, in: .form) : bytes
    }

    /// What somebody wrote, with the secrets taken out that can be told: after a name that says that one follows
    /// (`token=…`, `"pin": "…"`, `Authorization: Bearer …`), after `Bearer`, in a URL, and JSON Web Tokens.
    ///
    /// Documents in it may be cut short or quoted twice: nothing relies on where their quotation marks open and close.
    /// Of a text about a field whose name says that it is secret (`$.user.pin`), no value is left.
    package func text(_ raw: String) -> String {
        if let thorough { return thorough.remark(raw) }
        var pass = TextRedaction(redaction: self, bytes: Array(raw.utf8))
        return String(decoding: pass.run(), as: UTF8.self)
    }

    /// What stands for a secret; empty for an empty one, and a placeholder for itself.
    package func placeholder(for secret: some Collection<UInt8>, in place: Placeholder.Place = .text) -> String {
        if secret.isEmpty { return "" }
        let text = String(decoding: secret, as: UTF8.self)
        return Placeholder.isOne(text) ? text : naming.placeholder(for: Array(secret), in: place)
    }

    /// Whether a target has something that is to be taken out.
    package static func holdsSecret(target: String) -> Bool {
        target.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
            && Redaction(salt: 0).target(target) != target
    }

    /// Whether the value of a header whose name is no secret has something that is to be taken out.
    static func holdsSecret(header name: String, value: String) -> Bool {
        value.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
            && Redaction(salt: 0).header(name: name, value: value) != value
    }

    private static func isForm(_ bytes: [UInt8]) -> Bool {
        bytes.contains(UInt8(ascii: "="))
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x0A, 0x0D: true  // A line end after the last value, as `printf '…\n' | curl -d @-` leaves.
                case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
                default: true
                }
            }
    }
}

/// Something in a text that looks like a secret whatever it is called: by its form alone.
package struct SecretShape: Sendable, Hashable {
    package var kind: Kind
    /// The bytes of the secret itself, without what announces it.
    package var range: Range<Int>

    package init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }

    /// What it looks like.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Header, payload and signature in base64url (RFC 7519).
        case jwt
        case privateKey
        /// What follows `Bearer` or `Basic`.
        case credentials
        /// A key or token whose beginning says who issued it.
        case issued
        case card
        case email

        /// As a sentence names one.
        package var noun: String {
            switch self {
            case .jwt: "a JSON Web Token"
            case .privateKey: "a private key"
            case .credentials: "credentials"
            case .issued: "an access key or token"
            case .card: "a card number"
            case .email: "an e-mail address"
            }
        }
    }

    /// Everything in some text that looks like a secret, in order and without overlaps.
    package static func all(in bytes: [UInt8]) -> [SecretShape] {
        bytes.withUnsafeBufferPointer { buffer in
            var scan = ShapeScan(bytes: buffer)
            return scan.run()
        }
    }

    /// Whether a value, all of it, looks like a secret.
    package static func isOne(_ bytes: [UInt8]) -> Bool { all(in: bytes).contains { $0.range == bytes.indices } }
}

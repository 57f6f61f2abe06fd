/// A part of a text that has the format of a secret, with or without a secret name before it.
package struct DetectedSecret: Sendable, Hashable {
    package var kind: Kind
    /// The bytes of the secret, without a preceding keyword.
    package var range: Range<Int>

    package init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }

    /// A kind of secret.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A JSON Web Token: header, payload and signature in base64url (RFC 7519).
        case jwt
        /// A private key.
        case privateKey
        /// The value after `Bearer` or `Basic`.
        case credentials
        /// A key or token with a prefix that identifies its issuer.
        case issued
        /// A payment card number.
        case card
        /// An e-mail address.
        case email

        /// The noun phrase for messages.
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

    /// Returns all values in a text that look like secrets, in order and without overlaps.
    package static func detect(in bytes: [UInt8]) -> [DetectedSecret] {
        bytes.withUnsafeBufferPointer { buffer in
            var scan = SecretScanner(bytes: buffer)
            return scan.run()
        }
    }
}

/// The format of keys and tokens with a prefix that identifies their issuer.
struct KnownTokenFormat: Sendable {
    let prefix: StaticString
    /// The possible lengths of the text after the prefix.
    let lengths: ClosedRange<Int>
    let alphabet: Alphabet
    /// Whether the prefix is not part of the secret, such as the name of a setting.
    let excludesPrefix: Bool

    enum Alphabet {
        case capitals, hexadecimal, alphanumeric, base64URL, padded, base64, dotted

        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .capitals: byte &- 0x41 < 26 || byte.isDigit
            case .hexadecimal: byte.isDigit || (byte | 0x20) &- 0x61 < 6
            case .alphanumeric: byte.isAlphanumeric
            case .base64URL: byte.isBase64URL
            case .padded: byte.isBase64URL || byte == UInt8(ascii: "=")
            case .base64: byte.isAlphanumeric || "+/=".utf8.contains(byte)
            case .dotted: byte.isBase64URL || byte == UInt8(ascii: ".")
            }
        }
    }

    private init(
        _ prefix: StaticString,
        _ lengths: ClosedRange<Int>,
        _ letters: Alphabet,
        excludesPrefix: Bool = false
    ) {
        self.prefix = prefix
        self.lengths = lengths
        self.alphabet = letters
        self.excludesPrefix = excludesPrefix
    }

    /// Returns the formats whose prefix starts with a byte.
    static func beginning(with byte: UInt8) -> [KnownTokenFormat] { byte < 128 ? byFirstByte[Int(byte)] : [] }

    private static let byFirstByte: [[KnownTokenFormat]] = (0..<128).map { (byte: UInt8) in
        all.filter { $0.prefix.utf8Start.pointee == byte }
    }

    private static let all: [KnownTokenFormat] = [
        // Amazon Web Services
        KnownTokenFormat("AKIA", 16...16, .capitals), KnownTokenFormat("ASIA", 16...16, .capitals),
        // GitHub
        KnownTokenFormat("ghp_", 30...80, .alphanumeric), KnownTokenFormat("gho_", 30...80, .alphanumeric),
        KnownTokenFormat("ghu_", 30...80, .alphanumeric), KnownTokenFormat("ghs_", 30...80, .alphanumeric),
        KnownTokenFormat("ghr_", 30...80, .alphanumeric), KnownTokenFormat("github_pat_", 22...255, .base64URL),
        // GitLab
        KnownTokenFormat("glpat-", 20...255, .base64URL),
        // Slack
        KnownTokenFormat("xoxb-", 10...255, .base64URL), KnownTokenFormat("xoxp-", 10...255, .base64URL),
        KnownTokenFormat("xoxa-", 10...255, .base64URL), KnownTokenFormat("xoxr-", 10...255, .base64URL),
        KnownTokenFormat("xoxs-", 10...255, .base64URL), KnownTokenFormat("xapp-", 10...255, .base64URL),
        // Stripe
        KnownTokenFormat("sk_live_", 16...255, .alphanumeric), KnownTokenFormat("rk_live_", 16...255, .alphanumeric),
        KnownTokenFormat("sk_test_", 16...255, .alphanumeric), KnownTokenFormat("rk_test_", 16...255, .alphanumeric),
        KnownTokenFormat("whsec_", 16...255, .alphanumeric),
        // Google
        KnownTokenFormat("AIza", 35...35, .base64URL), KnownTokenFormat("ya29.", 20...2048, .base64URL),
        KnownTokenFormat("GOCSPX-", 24...40, .base64URL),
        // Microsoft Azure
        KnownTokenFormat("AccountKey=", 84...90, .base64, excludesPrefix: true),
        KnownTokenFormat("SharedAccessKey=", 42...46, .base64, excludesPrefix: true),
        // OpenAI, Anthropic and compatible services
        KnownTokenFormat("sk-", 32...255, .base64URL),
        // npm, PyPI, Hugging Face, SendGrid, Shopify, DigitalOcean
        KnownTokenFormat("npm_", 36...36, .alphanumeric), KnownTokenFormat("pypi-", 50...1024, .base64URL),
        KnownTokenFormat("hf_", 30...80, .alphanumeric), KnownTokenFormat("SG.", 40...100, .dotted),
        KnownTokenFormat("shpat_", 32...64, .alphanumeric), KnownTokenFormat("dop_v1_", 64...64, .alphanumeric),
        // Twilio, Mailgun
        KnownTokenFormat("SK", 32...32, .hexadecimal), KnownTokenFormat("key-", 32...32, .hexadecimal),
        // Square, Facebook
        KnownTokenFormat("sq0atp-", 22...22, .base64URL), KnownTokenFormat("sq0csp-", 43...43, .base64URL),
        KnownTokenFormat("EAAA", 56...64, .base64URL), KnownTokenFormat("EAA", 80...500, .alphanumeric),
        // Linear, Notion, Atlassian
        KnownTokenFormat("lin_api_", 32...64, .alphanumeric), KnownTokenFormat("lin_oauth_", 32...64, .alphanumeric),
        KnownTokenFormat("ntn_", 40...60, .alphanumeric), KnownTokenFormat("secret_", 43...43, .alphanumeric),
        KnownTokenFormat("ATATT3", 60...400, .padded), KnownTokenFormat("ATCTT3", 60...400, .padded),
        // Databricks, HashiCorp Vault, Grafana, Doppler, age
        KnownTokenFormat("dapi", 32...32, .hexadecimal),
        KnownTokenFormat("hvs.", 24...300, .base64URL), KnownTokenFormat("hvb.", 24...300, .base64URL),
        KnownTokenFormat("glsa_", 41...41, .base64URL), KnownTokenFormat("glc_", 32...400, .base64),
        KnownTokenFormat("eyJrIjoi", 60...400, .padded),
        KnownTokenFormat("dp.pt.", 40...44, .alphanumeric), KnownTokenFormat("dp.ct.", 40...44, .alphanumeric),
        KnownTokenFormat("dp.sa.", 40...44, .alphanumeric), KnownTokenFormat("dp.scim.", 40...44, .alphanumeric),
        KnownTokenFormat("dp.audit.", 40...44, .alphanumeric), KnownTokenFormat("dp.st.", 40...80, .dotted),
        KnownTokenFormat("AGE-SECRET-KEY-1", 58...58, .capitals),
    ]
}

/// A value in a text that looks like a secret by its form, whatever its name.
package struct SecretShape: Sendable, Hashable {
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

        /// The noun for messages.
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
    package static func all(in bytes: [UInt8]) -> [SecretShape] {
        bytes.withUnsafeBufferPointer { buffer in
            var scan = ShapeScan(bytes: buffer)
            return scan.run()
        }
    }
}

/// The format of keys and tokens with a prefix that identifies their issuer.
struct IssuedForm: Sendable {
    let prefix: StaticString
    /// The possible lengths of the rest.
    let lengths: ClosedRange<Int>
    let letters: Letters
    /// Whether the prefix is not part of the secret, such as the name of a setting.
    let isAnnounced: Bool

    enum Letters {
        case capitals, hexadecimal, alphanumeric, base64URL, padded, base64, dotted

        func contain(_ byte: UInt8) -> Bool {
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
        _ letters: Letters,
        isAnnounced: Bool = false
    ) {
        self.prefix = prefix
        self.lengths = lengths
        self.letters = letters
        self.isAnnounced = isAnnounced
    }

    /// Returns the formats whose prefix starts with a byte.
    static func beginning(with byte: UInt8) -> [IssuedForm] { byte < 128 ? byFirstByte[Int(byte)] : [] }

    private static let byFirstByte: [[IssuedForm]] = (0..<128).map { (byte: UInt8) in
        all.filter { $0.prefix.utf8Start.pointee == byte }
    }

    private static let all: [IssuedForm] = [
        // Amazon Web Services
        IssuedForm("AKIA", 16...16, .capitals), IssuedForm("ASIA", 16...16, .capitals),
        // GitHub
        IssuedForm("ghp_", 30...80, .alphanumeric), IssuedForm("gho_", 30...80, .alphanumeric),
        IssuedForm("ghu_", 30...80, .alphanumeric), IssuedForm("ghs_", 30...80, .alphanumeric),
        IssuedForm("ghr_", 30...80, .alphanumeric), IssuedForm("github_pat_", 22...255, .base64URL),
        // GitLab
        IssuedForm("glpat-", 20...255, .base64URL),
        // Slack
        IssuedForm("xoxb-", 10...255, .base64URL), IssuedForm("xoxp-", 10...255, .base64URL),
        IssuedForm("xoxa-", 10...255, .base64URL), IssuedForm("xoxr-", 10...255, .base64URL),
        IssuedForm("xoxs-", 10...255, .base64URL), IssuedForm("xapp-", 10...255, .base64URL),
        // Stripe
        IssuedForm("sk_live_", 16...255, .alphanumeric), IssuedForm("rk_live_", 16...255, .alphanumeric),
        IssuedForm("sk_test_", 16...255, .alphanumeric), IssuedForm("rk_test_", 16...255, .alphanumeric),
        IssuedForm("whsec_", 16...255, .alphanumeric),
        // Google
        IssuedForm("AIza", 35...35, .base64URL), IssuedForm("ya29.", 20...2048, .base64URL),
        IssuedForm("GOCSPX-", 24...40, .base64URL),
        // Microsoft Azure
        IssuedForm("AccountKey=", 84...90, .base64, isAnnounced: true),
        IssuedForm("SharedAccessKey=", 42...46, .base64, isAnnounced: true),
        // OpenAI, Anthropic and compatible services
        IssuedForm("sk-", 32...255, .base64URL),
        // npm, PyPI, Hugging Face, SendGrid, Shopify, DigitalOcean
        IssuedForm("npm_", 36...36, .alphanumeric), IssuedForm("pypi-", 50...1024, .base64URL),
        IssuedForm("hf_", 30...80, .alphanumeric), IssuedForm("SG.", 40...100, .dotted),
        IssuedForm("shpat_", 32...64, .alphanumeric), IssuedForm("dop_v1_", 64...64, .alphanumeric),
        // Twilio, Mailgun
        IssuedForm("SK", 32...32, .hexadecimal), IssuedForm("key-", 32...32, .hexadecimal),
        // Square, Facebook
        IssuedForm("sq0atp-", 22...22, .base64URL), IssuedForm("sq0csp-", 43...43, .base64URL),
        IssuedForm("EAAA", 56...64, .base64URL), IssuedForm("EAA", 80...500, .alphanumeric),
        // Linear, Notion, Atlassian
        IssuedForm("lin_api_", 32...64, .alphanumeric), IssuedForm("lin_oauth_", 32...64, .alphanumeric),
        IssuedForm("ntn_", 40...60, .alphanumeric), IssuedForm("secret_", 43...43, .alphanumeric),
        IssuedForm("ATATT3", 60...400, .padded), IssuedForm("ATCTT3", 60...400, .padded),
        // Databricks, HashiCorp Vault, Grafana, Doppler, age
        IssuedForm("dapi", 32...32, .hexadecimal),
        IssuedForm("hvs.", 24...300, .base64URL), IssuedForm("hvb.", 24...300, .base64URL),
        IssuedForm("glsa_", 41...41, .base64URL), IssuedForm("glc_", 32...400, .base64),
        IssuedForm("eyJrIjoi", 60...400, .padded),
        IssuedForm("dp.pt.", 40...44, .alphanumeric), IssuedForm("dp.ct.", 40...44, .alphanumeric),
        IssuedForm("dp.sa.", 40...44, .alphanumeric), IssuedForm("dp.scim.", 40...44, .alphanumeric),
        IssuedForm("dp.audit.", 40...44, .alphanumeric), IssuedForm("dp.st.", 40...80, .dotted),
        IssuedForm("AGE-SECRET-KEY-1", 58...58, .capitals),
    ]
}

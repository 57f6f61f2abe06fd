/// The form of keys and tokens whose issuer gave them a beginning by which leaked ones can be found.
struct IssuedForm: Sendable {
    let prefix: StaticString
    /// How long the rest is.
    let lengths: ClosedRange<Int>
    let letters: Letters

    enum Letters {
        case capitals, alphanumeric, base64URL, dotted

        func contain(_ byte: UInt8) -> Bool {
            switch self {
            case .capitals: byte &- 0x41 < 26 || byte.isDigit
            case .alphanumeric: byte.isAlphanumeric
            case .base64URL: byte.isBase64URL
            case .dotted: byte.isBase64URL || byte == UInt8(ascii: ".")
            }
        }
    }

    private init(_ prefix: StaticString, _ lengths: ClosedRange<Int>, _ letters: Letters) {
        self.prefix = prefix
        self.lengths = lengths
        self.letters = letters
    }

    /// The forms whose prefix begins with a byte.
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
        // OpenAI, Anthropic and who imitates them
        IssuedForm("sk-", 32...255, .base64URL),
        // npm, PyPI, Hugging Face, SendGrid, Shopify, DigitalOcean
        IssuedForm("npm_", 36...36, .alphanumeric), IssuedForm("pypi-", 50...1024, .base64URL),
        IssuedForm("hf_", 30...80, .alphanumeric), IssuedForm("SG.", 40...100, .dotted),
        IssuedForm("shpat_", 32...64, .alphanumeric), IssuedForm("dop_v1_", 64...64, .alphanumeric),
    ]
}

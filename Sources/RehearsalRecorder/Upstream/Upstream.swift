import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform

/// The real backend: where it is, and how it is spoken to.
package struct Upstream: Sendable, Hashable {
    /// `https://api.example.com`: in lower case, with a port only where the scheme does not imply it.
    package let origin: String
    /// `api.example.com:8443`, for `Host`.
    package let authority: String
    /// Without the brackets of an IPv6 address.
    package let host: String
    package let port: Int
    package let isSecure: Bool

    /// What is wrong with a URL, and what would be right.
    package struct Malformed: Error, Hashable {
        package var message: String
        package var hint: String?
    }

    /// Reads `http://HOST[:PORT]` or `https://HOST[:PORT]`.
    package init(_ text: String) throws(Malformed) {
        let url: RecordedURL
        do throws(RecordedURL.Unusable) { url = try RecordedURL(text) } catch {
            throw Malformed(
                message: "--upstream takes a URL, found \(text.quoted): \(error.reason)",
                hint: Self.example
            )
        }
        guard url.path == "/", url.query == nil else {
            throw Malformed(
                message: "--upstream takes a URL without a path, found \(text.quoted)",
                hint:
                    "take \(url.origin) and put \(url.path) into the base URL of the client: requests keep their paths"
            )
        }
        guard !text.contains("@") else {
            throw Malformed(
                message: "--upstream takes no user name, it would end up in the recording",
                hint: "have the client send it: Authorization is passed on, and taken out of what is written"
            )
        }
        let (name, digits) = Self.parts(of: url.origin.drop { $0 != "/" }.dropFirst(2))
        guard let number = digits.isEmpty ? (url.origin.hasPrefix("https:") ? 443 : 80) : Int(digits),
            1...65_535 ~= number
        else {
            throw Malformed(message: "--upstream names port \(digits), and ports are 1 to 65535", hint: Self.example)
        }
        let isLiteral = name.first == "["
        guard name.utf8.allSatisfy({ isLiteral ? Self.isOfLiteral($0) : ByteClass.isHostName($0) }) else {
            throw Malformed(
                message: "--upstream names the host \(String(name).quoted), which is none",
                hint: Self.example
            )
        }
        origin = url.origin
        isSecure = url.origin.hasPrefix("https:")
        authority = String(url.origin.drop { $0 != "/" }.dropFirst(2))
        (host, port) = (String(name.drop { $0 == "[" }.prefix { $0 != "]" }), number)
    }

    /// Connects to the backend.
    ///
    /// - Parameters:
    ///   - security: nil for a connection without TLS.
    ///   - deadline: an instant of ``SystemClock``.
    func connect(_ security: TLSContext?, until deadline: Int64) throws(TransferFailure) -> any ByteStream {
        let plain = try TCPConnector.connect(toHost: host, port: port, until: deadline)
        guard let security else { return plain }
        return try TLSStream(over: plain, toHost: host, security, until: deadline)
    }

    /// The name, in the brackets of an IPv6 address if it is one, and the digits of the port.
    private static func parts(of authority: Substring) -> (name: Substring, digits: Substring) {
        let start =
            authority.first == "[" ? authority.firstIndex(of: "]") ?? authority.startIndex : authority.startIndex
        guard let colon = authority[start...].firstIndex(of: ":") else { return (authority, "") }
        return (authority[..<colon], authority[colon...].dropFirst())
    }

    /// Whether a byte can be part of an IPv6 address in brackets, with a zone (RFC 3986 §3.2.2, RFC 6874).
    private static func isOfLiteral(_ byte: UInt8) -> Bool { ByteClass.isHostName(byte) || "[]:%".utf8.contains(byte) }

    private static let example = "for example: --upstream https://api.example.com"
}

extension TransferFailure {
    /// The failure as a recording names it.
    var recorded: RecordedExchange.Failure {
        switch kind {
        case .dns: .dns
        case .refused, .unreachable: .refused
        case .timeout: .timeout
        case .reset: .reset
        case .tls: .tls
        case .malformed, .tlsOnPlainPort: .malformed
        case .incomplete: .incomplete
        }
    }

    /// What the person who records may do about it.
    package var advice: String? {
        switch kind {
        case .dns: "check the spelling of --upstream, and that this machine is on the network"
        case .refused: "is it running, and is the port of --upstream right?"
        case .tlsOnPlainPort: "take https:// in --upstream"
        default: hint
        }
    }

    /// The status of the reply that the client gets instead (RFC 9110 §15.6.3, §15.6.5).
    var status: Int { kind == .timeout ? 504 : 502 }
}

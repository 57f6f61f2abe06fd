@_spi(Wire) import Rehearsal
import RehearsalClient
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform

/// The address of a backend to which requests are forwarded.
package struct Upstream: Sendable, Hashable {
    /// The origin, such as `https://api.example.com`, in lower case and without the default port.
    package let origin: String
    /// The value of `Host`, such as `api.example.com:8443`.
    package let authority: String
    /// The host name, or an IP address without brackets.
    package let host: String
    package let port: Int
    package let isSecure: Bool

    /// The error of a URL that is not valid.
    package struct Malformed: Error, Hashable, CustomStringConvertible {
        package var message: String
        package var hint: String?

        /// The message and the correction in one line.
        package var description: String { [message, hint].compactMap(\.self).joined(separator: "; ") }
    }

    /// Parses `http://HOST[:PORT]` or `https://HOST[:PORT]`.
    ///
    /// - Parameter option: the name of the option or the argument in errors.
    package init(_ text: String, named option: String = "--upstream") throws(Malformed) {
        let url: RecordedURL
        do throws(RecordedURL.Invalid) { url = try RecordedURL(text) } catch {
            throw Malformed(
                message: "\(option) takes a URL, found \(text.quoted): \(error.reason)",
                hint: Self.example(option)
            )
        }
        guard url.path == "/", url.query == nil else {
            throw Malformed(
                message: "\(option) takes a URL without a path, found \(text.quoted)",
                hint:
                    "pass \(url.origin), and put \(url.path) into the base URL of the client"
            )
        }
        guard !text.contains("@") else {
            throw Malformed(
                message: "\(option) must not contain a user name, because the recording would contain it",
                hint: "send Authorization from the client: it is forwarded, and redacted in the recording"
            )
        }
        let (name, digits) = Self.parts(of: url.origin.drop { $0 != "/" }.dropFirst(2))
        guard let number = digits.isEmpty ? (url.origin.hasPrefix("https:") ? 443 : 80) : Int(digits),
            1...65_535 ~= number
        else {
            throw Malformed(
                message: "\(option) has port \(digits); valid ports are 1 to 65535",
                hint: Self.example(option)
            )
        }
        let isLiteral = name.first == "["
        guard name.utf8.allSatisfy({ isLiteral ? Self.isOfLiteral($0) : ByteClass.isHostName($0) }) else {
            throw Malformed(
                message: "\(option) has the host \(String(name).quoted), which is not a valid name",
                hint: Self.example(option)
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
    ///   - security: The TLS context; nil for a connection without TLS.
    ///   - deadline: An instant of ``SystemClock``.
    func connect(_ security: TLSContext?, until deadline: Int64) throws(TransferFailure) -> any ByteStream {
        let plain = try TCPConnector.connect(toHost: host, port: port, until: deadline)
        guard let security else { return plain }
        return try TLSStream(over: plain, toHost: host, security, until: deadline)
    }

    /// Returns the name, with the brackets of an IPv6 address, and the digits of the port.
    private static func parts(of authority: Substring) -> (name: Substring, digits: Substring) {
        let start =
            authority.first == "[" ? authority.firstIndex(of: "]") ?? authority.startIndex : authority.startIndex
        guard let colon = authority[start...].firstIndex(of: ":") else { return (authority, "") }
        return (authority[..<colon], authority[colon...].dropFirst())
    }

    /// Whether a byte can be part of an IPv6 address in brackets, with a zone (RFC 3986 §3.2.2, RFC 6874).
    private static func isOfLiteral(_ byte: UInt8) -> Bool { ByteClass.isHostName(byte) || "[]:%".utf8.contains(byte) }

    private static func example(_ option: String) -> String { "for example: \(option) https://api.example.com" }
}

extension TransferFailure {
    /// The failure as a recording stores it.
    var recordedFailure: RecordedExchange.Failure {
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

    /// A remedy for the user of the recorder; nil if none is known.
    package var suggestion: String? {
        switch kind {
        case .dns: "check the spelling of --upstream, and that this machine is on the network"
        case .refused: "check that the backend is running and that the port of --upstream is correct"
        case .tlsOnPlainPort: "use https:// in --upstream"
        default: hint
        }
    }

    /// The status code of the reply that the client receives instead (RFC 9110 §15.6.3, §15.6.5).
    var status: Int { kind == .timeout ? 504 : 502 }
}

import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform

/// An error of a request to a running server.
struct ControlError: Error, Sendable, Hashable {
    var message: String
    var hint: String?
    /// The diagnostics of a rejected document.
    var diagnostics: [Diagnostic] = []
    var exitStatus = ExitStatus.unavailable
    /// Whether the server refused the connection, or closed it before the reply was complete.
    var isConnectionLost = false
    /// The last component of the problem document's `type`, such as `no-session`; nil for other errors.
    var type: String?
    /// Whether the server closed the connection before its reply was complete.
    var isTruncated = false

    /// Returns the error for a request whose transfer failed.
    static func transferFailed(_ address: ControlAddress, _ failure: TransferFailure) -> ControlError {
        switch failure.kind {
        case .refused: return notListening(address)
        case .timeout:
            return ControlError(
                message: "\(address.authority) did not answer in time",
                hint: "check that the server is running and not paused"
            )
        case .dns:
            return ControlError(
                message: "unknown host \(address.host.quoted) in --control",
                hint: "correct the URL of --control",
                exitStatus: .usage
            )
        // A stopping server resets connections with unread requests.
        case .reset, .incomplete:
            var failure = notListening(address)
            failure.isTruncated = true
            return failure
        case .malformed, .tlsOnPlainPort: return invalidReply(address, failure.detail)
        case .unreachable, .tls:
            return ControlError(message: "cannot connect to \(address.authority): \(failure.detail)")
        }
    }

    static func notListening(_ address: ControlAddress) -> ControlError {
        ControlError(
            message: "no server is listening on port \(address.port): it has stopped",
            hint: "start one with: rehearsal serve",
            isConnectionLost: true
        )
    }

    /// Returns the error for a reply that no control port sends.
    static func invalidReply(_ address: ControlAddress, _ reason: String) -> ControlError {
        ControlError(
            message: "\(address.authority) is not a control port: \(reason)",
            hint: "to list the running servers: rehearsal sessions"
        )
    }

    /// Returns the error for a reply with an error status and a problem document (RFC 9457).
    static func rejected(_ address: ControlAddress, status: Int, _ problem: JSON?) -> ControlError {
        let title = problem?.text("title")
        let detail = problem?.text("detail")
        var failure = ControlError(message: title ?? detail ?? "the server replied with status \(status)")
        failure.hint = title == nil ? nil : detail
        failure.type = problem?.text("type")?.split(separator: ":").last.map(String.init)
        failure.diagnostics = (problem?["diagnostics"]?.elements ?? []).compactMap(Diagnostic.init(problem:))
        switch status {
        case 401, 403: failure.hint = "set REHEARSAL_TOKEN to the token of the server on \(address.authority)"
        // The command line or the document is not valid.
        case 400, 404, 422: failure.exitStatus = .usage
        default: break
        }
        return failure
    }
}

extension Diagnostic {
    /// Parses a diagnostic of a problem document.
    fileprivate init?(problem json: JSON) {
        guard let message = json.text("message") else { return nil }
        self.init(
            json.text("severity").flatMap(Severity.init(rawValue:)) ?? .error,
            Code(rawValue: json.text("code") ?? ""),
            path: json.text("file") ?? json.text("path") ?? "the document",
            message: message,
            hint: json.text("hint"),
            see: json.text("see")
        )
        if let line = json.integer("line") {
            position = SourceText.Position(
                line: line,
                column: json.integer("column") ?? 1,
                length: json.integer("length") ?? 1
            )
        }
    }
}

/// Accessors for the values in a reply. They return nil, or an empty value, for a value of another type.
extension JSON {
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(number.text)
    }

    var isTrue: Bool { self == .bool(true) }

    /// The elements of an array; empty for other values.
    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    func text(_ name: String) -> String? { self[name]?.text }
    func integer(_ name: String) -> Int? { self[name]?.integer }
}

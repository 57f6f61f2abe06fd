import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform

/// Why a running server did not do what it was asked to.
struct ControlFailure: Error, Sendable, Hashable {
    var message: String
    var hint: String?
    /// What is wrong with a document, place by place.
    var diagnostics: [Diagnostic] = []
    var status = ExitStatus.couldNot
    /// Nobody listens where the server was.
    var isGone = false
    /// The last part of the type of an answer that says no: `no-session`.
    var type: String?
    /// It was there, and went before it had answered.
    var isCut = false

    /// What came of a connection.
    static func unreached(_ address: ControlAddress, _ failure: TransferFailure) -> ControlFailure {
        switch failure.kind {
        case .refused: return gone(address)
        case .timeout:
            return ControlFailure(
                message: "\(address.authority) does not answer",
                hint: "is the server, or this machine, stopped?"
            )
        case .dns:
            return ControlFailure(
                message: "there is no host \(address.host.quoted)",
                hint: "correct --control",
                status: .usage
            )
        // A server that ends resets a connection whose request it has not read.
        case .reset, .incomplete:
            var failure = gone(address)
            failure.isCut = true
            return failure
        case .malformed, .tlsOnPlainPort: return malformed(address, failure.detail)
        case .unreachable, .tls:
            return ControlFailure(message: "cannot talk to \(address.authority): \(failure.detail)")
        }
    }

    static func gone(_ address: ControlAddress) -> ControlFailure {
        ControlFailure(
            message: "no server is listening on port \(address.port): it has ended",
            hint: "start one with: rehearsal serve",
            isGone: true
        )
    }

    /// What answers there answers as no server of ours does.
    static func malformed(_ address: ControlAddress, _ reason: String) -> ControlFailure {
        ControlFailure(
            message: "\(address.authority) answers as no control port does: \(reason)",
            hint: "is another program listening there? rehearsal sessions lists the servers that run"
        )
    }

    /// An answer that says no (RFC 9457).
    static func refusal(_ address: ControlAddress, status: Int, _ problem: JSON?) -> ControlFailure {
        let title = problem?.text("title")
        let detail = problem?.text("detail")
        var failure = ControlFailure(message: title ?? detail ?? "the server answers with status \(status)")
        failure.hint = title == nil ? nil : detail
        failure.type = problem?.text("type")?.split(separator: ":").last.map(String.init)
        failure.diagnostics = (problem?["diagnostics"]?.elements ?? []).compactMap(Diagnostic.init(told:))
        switch status {
        case 401, 403: failure.hint = "REHEARSAL_TOKEN has to be the token of the server on \(address.authority)"
        // A wrong word, or a wrong document.
        case 400, 404, 422: failure.status = .usage
        default: break
        }
        return failure
    }
}

extension Diagnostic {
    /// As the control port tells it.
    fileprivate init?(told json: JSON) {
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

/// What an answer of the control port holds, where it holds what is looked for.
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

    /// None if this is no array.
    var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    func text(_ name: String) -> String? { self[name]?.text }
    func integer(_ name: String) -> Int? { self[name]?.integer }
}

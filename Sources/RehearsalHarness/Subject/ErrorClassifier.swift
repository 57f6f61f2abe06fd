#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
package import RehearsalContracts
import Rehearsal

/// Tells what an error of a client means, without asking the team that wrote it.
///
/// It knows `CancellationError`, errors of `NSURLErrorDomain` and `DecodingError`, also inside of an enumeration's
/// payload or of another error, and payloads that are called `status`, `statusCode`, `code` or `response`.
package struct ErrorClassifier: Sendable {
    /// What the team says of its own errors; asked first.
    package var own: @Sendable (any Error) -> ClientOutcome?

    package init(own: @escaping @Sendable (any Error) -> ClientOutcome? = { _ in nil }) { self.own = own }

    /// What an error means.
    package func outcome(of error: any Error) -> ClientOutcome {
        if let outcome = own(error) { return outcome }
        return known(error) ?? found(in: error, depth: 4) ?? .domain(Self.name(of: error))
    }

    private func known(_ error: any Error) -> ClientOutcome? {
        if error is CancellationError { return .cancelled }
        if let error = error as? DecodingError { return Self.decoding(error) }
        return error._domain == "NSURLErrorDomain" ? Self.transport(error._code) : nil
    }

    /// What the payloads of an error say.
    private func found(in value: Any, depth: Int) -> ClientOutcome? {
        guard depth > 0 else { return nil }
        let children = Mirror(reflecting: value).children
        for child in children {
            guard let error = child.value as? any Error else { continue }
            if let outcome = known(error) { return outcome }
        }
        if let answer = Answer(value) { return answer.outcome }
        for child in children {
            if let outcome = found(in: child.value, depth: depth - 1) { return outcome }
        }
        return nil
    }

    /// The case of an enumeration, or the type.
    private static func name(of error: any Error) -> String {
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return String(describing: type(of: error)) }
        return mirror.children.first?.label ?? String(describing: error)
    }
}

extension ErrorClassifier {
    private static func transport(_ code: Int) -> ClientOutcome {
        switch code {
        case -999: .cancelled
        case -1001: .timeout
        case -1003, -1006: .transport(.dns, code: code)
        case -1004: .transport(.cannotConnect, code: code)
        case -1005, -1009: .transport(.connectionLost, code: code)
        case -1007, -1010: .transport(.redirect, code: code)
        case -1011, -1017, -1002: .transport(.badResponse, code: code)
        case -1015, -1016: .transport(.encoding, code: code)
        case -1206 ... -1200: .transport(.tls, code: code)
        default: .transport(.other, code: code)
        }
    }

    private static func decoding(_ error: DecodingError) -> ClientOutcome {
        switch error {
        case .keyNotFound(let key, let context): .decoding(.keyNotFound, path: path(context.codingPath + [key]))
        case .typeMismatch(_, let context): .decoding(.typeMismatch, path: path(context.codingPath))
        case .valueNotFound(_, let context): .decoding(.valueNotFound, path: path(context.codingPath))
        case .dataCorrupted(let context): .decoding(.dataCorrupted, path: path(context.codingPath))
        @unknown default: .decoding(.dataCorrupted)
        }
    }

    /// `$[1].total_price`.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "$") { path, key in path += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    }
}

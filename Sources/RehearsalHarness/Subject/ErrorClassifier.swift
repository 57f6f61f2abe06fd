#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
package import RehearsalContracts

/// The default mapping from a client's error to an outcome.
///
/// It recognizes `CancellationError`, errors of `NSURLErrorDomain` and `DecodingError`, also as the payload of an
/// enumeration or of another error. It also recognizes an HTTP status in a member named `status`, `statusCode`, `code`
/// or `httpError`.
package struct ErrorClassifier: Sendable {
    /// The mapping of the contract, which takes precedence. It returns nil for the default mapping.
    package var custom: @Sendable (any Error) -> ClientOutcome?

    package init(own: @escaping @Sendable (any Error) -> ClientOutcome? = { _ in nil }) { self.custom = own }

    /// Returns the outcome of a call that throws an error; a domain error if the error is not recognized.
    package func outcome(of error: any Error) -> ClientOutcome {
        if let outcome = custom(error) { return outcome }
        return recognized(error) ?? payloadOutcome(in: error, depth: 4) ?? .domain(Self.name(of: error))
    }

    /// Returns the description of a thrown error for the rules on error types.
    package func thrownError(_ error: any Error) -> ThrownError {
        let isGuess = custom(error) == nil && recognized(error) == nil
        return ThrownError(type: Self.typeName(of: error), guessedFrom: isGuess ? Self.qualifiedName(of: error) : nil)
    }

    /// Returns the name of an error's type, which is `URLError` also for an object of Objective-C.
    private static func typeName(of error: any Error) -> String {
        error._domain == "NSURLErrorDomain" ? "URLError" : String(describing: type(of: error))
    }

    private static func qualifiedName(of error: any Error) -> String {
        let (type, name) = (typeName(of: error), name(of: error))
        return type == name ? type : "\(type).\(name)"
    }

    private func recognized(_ error: any Error) -> ClientOutcome? {
        if error is CancellationError { return .cancelled }
        if let error = error as? DecodingError { return Self.decoding(error) }
        return error._domain == "NSURLErrorDomain" ? Self.transport(error._code) : nil
    }

    /// Returns the outcome of the first recognized payload of a value; nil if there is none.
    private func payloadOutcome(in value: Any, depth: Int) -> ClientOutcome? {
        guard depth > 0 else { return nil }
        let children = Mirror(reflecting: value).children
        for child in children {
            guard let error = child.value as? any Error else { continue }
            if let outcome = recognized(error) { return outcome }
        }
        if let answer = ReplyDetails(value) { return answer.outcome }
        for child in children {
            if let outcome = payloadOutcome(in: child.value, depth: depth - 1) { return outcome }
        }
        return nil
    }

    /// Returns the name of an enumeration's case, or of the type for any other error.
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

    /// Returns the path in the notation `$[1].total_price`.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "$") { path, key in path += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    }
}

extension ErrorClassifier {
    /// The status, the header fields and the body of a reply, as far as an error contains them.
    struct ReplyDetails {
        private var status: Int?
        private var headers: Scenario.Headers = [:]
        private var body: [UInt8]?

        /// Creates the details from the members of a value, up to four levels deep; nil without a status.
        init?(_ value: Any) {
            collect(value, depth: 4)
            guard status != nil else { return nil }
        }

        var outcome: ClientOutcome? { status.map { .http(status: $0, headers: headers, body: body) } }

        private mutating func collect(_ value: Any, depth: Int) {
            guard depth > 0 else { return }
            for child in Mirror(reflecting: value).children {
                addMember(child.label ?? "", child.value)
                if child.value is any Error || !(child.value is any Collection) {
                    collect(child.value, depth: depth - 1)
                }
            }
        }

        private mutating func addMember(_ label: String, _ value: Any) {
            #if canImport(Darwin)
                if let response = value as? HTTPURLResponse { add(response) }
            #endif
            switch value {
            case let number as Int where ["status", "statusCode", "code", "httpError"].contains(label):
                if status == nil, (100..<1000).contains(number) { status = number }
            case let data as Data where body == nil: body = Array(data)
            case _ where label.lowercased().contains("header"): addFields(value, depth: 3)
            default: break
            }
        }

        #if canImport(Darwin)
            /// Adds the status and the fields of an object of Objective-C, whose members `Mirror` does not show.
            private mutating func add(_ response: HTTPURLResponse) {
                if status == nil { status = response.statusCode }
                addFields(response.allHeaderFields, depth: 3)
            }
        #endif

        /// Adds the fields of a dictionary, which may be wrapped in another type.
        private mutating func addFields(_ value: Any, depth: Int) {
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .dictionary else {
                if depth > 0 { for child in mirror.children { addFields(child.value, depth: depth - 1) } }
                return
            }
            let pairs = mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }
            let fields = pairs.compactMap { pair in
                pair.count == 2 ? Self.text(pair[1]).map { (String(describing: pair[0]), $0) } : nil
            }
            for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) where !headers.contains(name) {
                headers.append(name, value)
            }
        }

        /// Returns the value of a header field: a string, or the member `value` of another type.
        private static func text(_ value: Any) -> String? {
            if let text = value as? String { return text }
            return Mirror(reflecting: value).children.first { $0.label == "value" }?.value as? String
        }
    }
}

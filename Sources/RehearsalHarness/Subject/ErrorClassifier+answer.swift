#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
import RehearsalContracts

extension ErrorClassifier {
    /// What an error keeps of the answer that it was made from.
    struct Answer {
        private var status: Int?
        private var headers: Scenario.Headers = [:]
        private var body: [UInt8]?

        /// Looks for a status beside or below each other member, a few levels down.
        init?(_ value: Any) {
            collect(value, depth: 4)
            guard status != nil else { return nil }
        }

        var outcome: ClientOutcome? { status.map { .http(status: $0, headers: headers, body: body) } }

        private mutating func collect(_ value: Any, depth: Int) {
            guard depth > 0 else { return }
            for child in Mirror(reflecting: value).children {
                take(child.label ?? "", child.value)
                if child.value is any Error || !(child.value is any Collection) {
                    collect(child.value, depth: depth - 1)
                }
            }
        }

        private mutating func take(_ label: String, _ value: Any) {
            switch value {
            case let number as Int where ["status", "statusCode", "code", "httpError"].contains(label):
                if status == nil, (100..<1000).contains(number) { status = number }
            case let data as Data where body == nil: body = Array(data)
            case let fields as [String: String] where label.lowercased().contains("header"): add(fields)
            default: break
            }
        }

        private mutating func add(_ fields: [String: String]) {
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) where !headers.names(name) {
                headers.append(name, value)
            }
        }
    }
}

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
            case _ where label.lowercased().contains("header"): addFields(value, depth: 3)
            default: break
            }
        }

        /// Adds what a dictionary of fields says, which may be wrapped into a type of the team's own.
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
            for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) where !headers.names(name) {
                headers.append(name, value)
            }
        }

        /// The value of a field: a text, or what is called `value` in it.
        private static func text(_ value: Any) -> String? {
            if let text = value as? String { return text }
            return Mirror(reflecting: value).children.first { $0.label == "value" }?.value as? String
        }
    }
}

import Foundation
import ReferenceClients
import RehearsalContracts

extension Decimal {
    /// Returns an exact amount in whole cents. A floating-point literal would be converted to a binary fraction.
    static func cents(_ count: Int) -> Decimal { Decimal(count) / 100 }
}

extension Date {
    /// Returns the instant of an RFC 3339 text, parsed by Foundation and not by the code under test.
    ///
    /// - Parameter fraction: the seconds to add to the parsed instant.
    static func utc(_ text: String, plus fraction: TimeInterval = 0) -> Date {
        ((try? Date(text, strategy: .iso8601)) ?? .distantPast).addingTimeInterval(fraction)
    }
}

extension Contract.Field {
    /// Returns required fields by their paths below a prefix, such as `name` or `products[*].quantity`.
    static func required(below path: String = "$", _ kinds: KeyValuePairs<String, Kind>) -> [Contract.Field] {
        kinds.map { .required("\(path).\($0.key)", $0.value) }
    }
}

/// The state of a list on a screen, with one text for each element.
struct ListSnapshot: Sendable {
    var items: [String]
    var isLoading = false
    var message: String?

    init(_ items: [String], message: String? = nil) { (self.items, self.message) = (items, message) }

    init<Element>(_ list: ListState<Element>, _ word: (Element) -> String) {
        (items, isLoading, message) = (list.items.map(word), list.isLoading, list.errorMessage)
    }
}

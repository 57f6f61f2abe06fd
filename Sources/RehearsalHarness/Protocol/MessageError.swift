/// What is wrong with a message, and where in it.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `retry.statuses[1]`; empty for the whole message.
    package var place: String
    /// What was found, and what would be right.
    package var problem: String

    package init(_ place: String, _ problem: String) { (self.place, self.problem) = (place, problem) }

    package var description: String { place.isEmpty ? problem : "\(place): \(problem)" }
}

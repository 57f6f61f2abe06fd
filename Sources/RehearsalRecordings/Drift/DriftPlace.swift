import Rehearsal

/// A place in documents, in which all elements of a list are one, and all entries of an object that is a dictionary:
/// `$.items[*].price`, `$.byDay.*.total`.
package struct DriftPlace: Sendable, Hashable {
    package var steps: [Step] = []

    /// One step further into a document.
    package enum Step: Sendable, Hashable {
        case name(String)
        case element
        /// Whatever it is called.
        case entry
    }

    /// The document itself.
    package static let root = DriftPlace(steps: [])

    init(steps: [Step]) { self.steps = steps }

    /// Why a text is no place.
    package struct Malformed: Error, Hashable {
        package var reason: String
    }

    /// `$.items[*].price`, or the same as a pointer, `/items/*/price`. An index stands for any: lists are seen as one.
    package init(_ text: String) throws(Malformed) {
        if text.hasPrefix("/") {
            guard let pointer = JSON.Pointer(text) else { throw Malformed(reason: "in a pointer, ~ is written ~0") }
            steps = pointer.tokens.map { $0 == "*" ? .entry : Self.isIndex($0) ? .element : Self.member($0) }
        } else {
            steps = try DriftPlaceReader(text).steps()
        }
    }

    func appending(_ step: Step) -> DriftPlace { DriftPlace(steps: steps + [step]) }

    /// The step to a member; to one that is an entry of a dictionary it is the same for each.
    package static func member(_ name: String) -> Step { DictionaryKey.isOne(name) ? .entry : .name(name) }

    static func isIndex(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
    }

    /// Whether a place is this one or below it.
    func covers(_ place: DriftPlace) -> Bool {
        steps.count <= place.steps.count
            && zip(steps, place.steps).allSatisfy { own, step in
                // A dictionary's keys may be numbers, as indices are.
                own == step || own == .entry || ((own == .element || Self.mayBeEntry(own)) && step == .entry)
            }
    }

    private static func mayBeEntry(_ step: Step) -> Bool {
        if case .name(let name) = step { DictionaryKey.stem(of: name) != nil } else { false }
    }

    /// Whether there may be many of it in one document.
    var isMany: Bool { steps.contains { $0 == .element || $0 == .entry } }

    /// What the nearest member is called; nil below none.
    package var name: String? {
        for case .name(let name) in steps.reversed() { return name }
        return nil
    }
}

extension DriftPlace: CustomStringConvertible {
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .element: text += "[*]"
            case .entry: text += ".*"
            case .name(let name) where Self.isPlain(name): text += ".\(name)"
            case .name(let name):
                text += "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
            }
        }
    }

    package static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric(or: "_-") }
    }
}

import Rehearsal

/// What documents look like: which kinds of value stand in which places.
struct BodyShape: Sendable {
    private(set) var places: [DriftPlace: Facts] = [:]
    /// In the order in which they were first seen.
    private(set) var order: [DriftPlace] = []

    /// What is known of one place.
    struct Facts: Sendable {
        var kinds: Set<Kind> = []
        var forms: Set<TextForm> = []
        /// The strings, as long as there are few.
        var words: Set<String> = []
        /// An example of a number with a fraction.
        var fraction: String?
        /// How many values stood there, and how many of them were objects.
        var (count, objects) = (0, 0)
        /// Where the object or list is that it belongs to; nil at the top.
        var owner: DriftPlace?
        /// Whether there may be any number of it: it is in a list, or an entry of a dictionary.
        var isElement = false
        /// Whether something was taken out that stood there.
        var isOpen = false
    }

    /// The kinds of value that readers tell apart.
    enum Kind: String, Sendable, Hashable {
        case null, bool = "true or false", number = "a number", string = "a string", list = "a list"
        case object = "an object"
    }

    /// More different strings than that are not kept.
    private static let mostWords = 64
    /// Deeper than this nothing is compared.
    private static let mostLevels = 64

    init() {}

    init(_ documents: [JSON]) { for document in documents { take(document) } }

    /// Adds what one document shows.
    mutating func take(_ document: JSON) { take(document, at: .root, below: nil) }

    private mutating func take(_ value: JSON, at place: DriftPlace, below owner: DriftPlace?) {
        guard place.steps.count < Self.mostLevels else { return }
        if places[place] == nil { order.append(place) }
        var facts = places[place] ?? Facts()
        (facts.owner, facts.isElement) = (owner, place.steps.last == .element || place.steps.last == .entry)
        facts.count += 1
        // What was taken out may have been anything.
        if case .string(let text) = value, Placeholder.isFound(in: text) {
            facts.isOpen = true
        } else {
            Self.note(value, in: &facts)
        }
        places[place] = facts
        switch value {
        case .object(let members):
            // Of two members with one name most readers see the last.
            let last = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
            var seen: Set<String> = []
            for member in members where seen.insert(member.name).inserted {
                take(last[member.name] ?? .null, at: place.appending(DriftPlace.member(member.name)), below: place)
            }
        case .array(let elements):
            for element in elements { take(element, at: place.appending(.element), below: place) }
        default: break
        }
    }

    private static func note(_ value: JSON, in facts: inout Facts) {
        switch value {
        case .null: facts.kinds.insert(.null)
        case .bool: facts.kinds.insert(.bool)
        case .number(let number):
            facts.kinds.insert(.number)
            if number.text.contains(where: { ".eE".contains($0) }) { facts.fraction = number.text }
        case .string(let text):
            facts.kinds.insert(.string)
            facts.forms.insert(TextForm(text))
            if facts.words.count <= mostWords { facts.words.insert(text) }
        case .array: facts.kinds.insert(.list)
        case .object:
            facts.kinds.insert(.object)
            facts.objects += 1
        }
    }
}

extension BodyShape.Facts {
    /// `a string or null`.
    var shownKinds: String { kinds.map(\.rawValue).sorted().joined(separator: " or ") }
}

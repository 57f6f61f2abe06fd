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
        /// How many values stood there.
        var count = 0
        /// In how many objects they did.
        var owners = 0
        /// How many of them were objects themselves.
        var objects = 0
        /// Where the object or list is that it belongs to; nil at the top.
        var owner: DriftPlace?
        /// Whether there may be any number of it: it is in a list, or an entry of a dictionary.
        var isElement = false
        /// Whether an object has more than one of it, as elements of XML have children of one name.
        var repeats = false
        /// Whether it is below, or in, something that there is many of.
        var isMany = false
        /// Whether it is an attribute, which an element may have that has nothing in it.
        var isAttribute = false
        /// Whether something was taken out that stood there.
        var isOpen = false
    }

    /// The kinds of value that readers tell apart.
    enum Kind: String, Sendable, Hashable {
        case null, bool = "true or false", number = "a number", string = "a string", list = "a list"
        case object = "an object"
    }

    /// Deeper than this nothing is compared.
    private static let mostLevels = 64

    init() {}

    init(_ documents: [JSON]) { for document in documents { take(document) } }

    /// Adds what one document shows.
    mutating func take(_ document: JSON) { take(document, at: .root, below: nil) }

    private mutating func take(_ value: JSON, at place: DriftPlace, below owner: DriftPlace?) {
        guard place.steps.count < Self.mostLevels else { return }
        see(place, below: owner) { facts in
            facts.isElement = place.steps.last == .element || place.steps.last == .entry
            facts.isMany = place.isMany
            facts.owners += 1
            facts.note(value)
        }
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

    /// Notes a value at a place.
    mutating func see(_ place: DriftPlace, below owner: DriftPlace?, _ note: (inout Facts) -> Void) {
        if places[place] == nil { order.append(place) }
        note(&places[place, default: Facts(owner: owner)])
    }
}

extension BodyShape.Facts {
    /// More different strings than that are not kept.
    private static let mostWords = 64

    mutating func note(_ value: JSON) {
        count += 1
        switch value {
        case .null: kinds.insert(.null)
        case .bool: kinds.insert(.bool)
        case .number(let number):
            kinds.insert(.number)
            if number.text.contains(where: { ".eE".contains($0) }) { fraction = number.text }
        // What was taken out may have been anything.
        case .string(let text) where Placeholder.isFound(in: text): isOpen = true
        case .string(let text):
            kinds.insert(.string)
            forms.insert(TextForm(text))
            if words.count <= Self.mostWords { words.insert(text) }
        case .array: kinds.insert(.list)
        case .object:
            kinds.insert(.object)
            objects += 1
        }
    }

    /// `a string or null`.
    var shownKinds: String {
        // Nothing stood there, or something that was taken out.
        kinds.isEmpty ? isOpen ? "taken out" : "empty" : kinds.map(\.rawValue).sorted().joined(separator: " or ")
    }
}

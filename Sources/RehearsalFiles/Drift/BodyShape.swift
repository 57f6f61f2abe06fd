import Rehearsal

/// What documents look like: which kinds of value stand in which places.
struct BodyShape: Sendable {
    /// By the place, in which all elements of a list are one: `$.items[*].price`.
    private(set) var places: [String: Facts] = [:]
    /// In the order in which they were first seen.
    private(set) var order: [String] = []

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
        var owner: String?
        var isElement = false
        /// Whether something was taken out that stood there.
        var isOpen = false
    }

    /// The kinds of value that readers tell apart.
    enum Kind: String, Sendable, Hashable {
        case null, bool = "true or false", number = "a number", string = "a string", list = "a list"
        case object = "an object"
    }

    /// More different strings than that are no words of an enumeration.
    private static let mostWords = 64
    /// Deeper than this nothing is compared.
    private static let mostLevels = 64

    init() {}

    init(_ documents: [JSON]) { for document in documents { take(document) } }

    /// Adds what one document shows.
    mutating func take(_ document: JSON) { take(document, at: "$", below: nil, isElement: false, depth: 0) }

    private mutating func take(_ value: JSON, at place: String, below owner: String?, isElement: Bool, depth: Int) {
        guard depth < Self.mostLevels else { return }
        if places[place] == nil { order.append(place) }
        var facts = places[place] ?? Facts()
        (facts.owner, facts.isElement) = (owner, isElement)
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
                let name = Self.step(member.name)
                take(last[member.name] ?? .null, at: place + name, below: place, isElement: false, depth: depth + 1)
            }
        case .array(let elements):
            for element in elements {
                take(element, at: "\(place)[*]", below: place, isElement: true, depth: depth + 1)
            }
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

    /// `.name`, or `['a name']`.
    private static func step(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                0x41...0x5A ~= byte || 0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x5F || byte == 0x2D
            }
        return isPlain ? ".\(name)" : "['\(name)']"
    }
}

extension BodyShape.Facts {
    /// Whether its strings are words of which there are a few: not of one that is another one each time.
    var isEnumeration: Bool {
        forms == [.word] && !words.isEmpty && (count < 4 || words.count < count)
    }

    /// `a string or null`.
    var shownKinds: String { kinds.map(\.rawValue).sorted().joined(separator: " or ") }
}

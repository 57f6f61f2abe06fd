import Rehearsal
import RehearsalRedaction

/// The shape of a set of documents: the kinds of value found at each path.
struct BodyShape: Sendable {
    private(set) var places: [DriftPlace: Facts] = [:]
    /// The paths in the order in which they were first seen.
    private(set) var order: [DriftPlace] = []

    /// The observed properties of the values at one path.
    struct Facts: Sendable {
        var kinds: Set<Kind> = []
        var forms: Set<TextForm> = []
        /// The distinct string values, up to `maximumStringCount`.
        var words: Set<String> = []
        /// An example of a number with a fraction.
        var fraction: String?
        /// The number of values seen at this path.
        var count = 0
        /// The number of objects that hold a value at this path.
        var owners = 0
        /// The number of these values that are objects.
        var objects = 0
        /// The path of the containing object or list; nil for the root.
        var owner: DriftPlace?
        /// Whether the value is an element of a list or an entry of a dictionary.
        var isElement = false
        /// Whether one object holds several values at this path, as sibling XML elements of one name do.
        var repeats = false
        /// Whether the path lies in a list, a dictionary or repeated elements.
        var isMany = false
        /// Whether the value is an XML attribute. An element without content may have attributes.
        var isAttribute = false
        /// Whether redaction replaced at least one value at this path.
        var isOpen = false
    }

    /// A kind of value that clients distinguish.
    enum Kind: String, Sendable, Hashable {
        case null, bool = "true or false", number = "a number", string = "a string", list = "a list"
        case object = "an object"
    }

    /// The maximum number of steps in a path; deeper values are not compared.
    private static let maximumDepth = 64

    init() {}

    init(_ documents: [JSON]) { for document in documents { take(document) } }

    /// Adds the values of one JSON document.
    mutating func take(_ document: JSON) { take(document, at: .root, below: nil) }

    private mutating func take(_ value: JSON, at place: DriftPlace, below owner: DriftPlace?) {
        guard place.steps.count < Self.maximumDepth else { return }
        see(place, below: owner) { facts in
            facts.isElement = place.steps.last == .element || place.steps.last == .entry
            facts.isMany = place.isMany
            facts.owners += 1
            facts.note(value)
        }
        switch value {
        case .object(let members):
            // Most JSON parsers keep the last of several members with one name.
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

    /// Updates the observed properties of a path, and registers the path if it is new.
    mutating func see(_ place: DriftPlace, below owner: DriftPlace?, _ note: (inout Facts) -> Void) {
        if places[place] == nil { order.append(place) }
        note(&places[place, default: Facts(owner: owner)])
    }

    /// The options of a comparison between two shapes.
    struct Terms: Sendable {
        var ignored = DriftIgnored()
        var words = FewWords()
        /// Whether documents have typed values, as JSON does. In XML and CSV every value is text.
        var isTyped = true
    }

    /// Returns the differences of current documents from this shape. A path without any recorded parent is not
    /// reported.
    func changes(to now: BodyShape, _ terms: Terms) -> [DriftChange] {
        let mine = order.filter { !terms.ignored.ignores($0) }
        let gone = mine.filter { now.places[$0] == nil && isGone($0, in: now) }
        let added = now.order.filter {
            places[$0] == nil && now.isNew($0, to: self) && !terms.ignored.ignores($0)
        }
        let removals = gone.map { DriftChange(.memberRemoved, "\($0)", was: places[$0]?.shownKinds) }
        let additions = added.map { DriftChange(.memberAdded, "\($0)", now: now.places[$0]?.shownKinds) }
        let others = mine.flatMap { place -> [DriftChange] in
            guard let before = places[place], let after = now.places[place] else { return [] }
            return missing(at: place, before, after, now)
                + (before.isOpen ? [] : values(at: place, before, after, terms))
        }
        return removals + additions + others
    }

    /// Whether a member that every object had is absent now, although its parent is still present.
    private func isGone(_ place: DriftPlace, in now: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement, !facts.repeats, isAlways(place) else { return false }
        return now.owners(of: facts) > 0
    }

    /// Whether the parent was present in the recording without this member.
    private func isNew(_ place: DriftPlace, to before: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement else { return false }
        return before.owners(of: facts) > 0
    }

    /// Returns the number of objects or elements that could hold the member.
    private func owners(of facts: Facts) -> Int {
        guard let owner = facts.owner.flatMap({ places[$0] }) else { return 0 }
        return facts.isAttribute ? owner.count : owner.objects
    }

    /// Whether every object that could hold the member holds it.
    func isAlways(_ place: DriftPlace) -> Bool {
        guard let facts = places[place] else { return true }
        return facts.owners >= owners(of: facts)
    }

    private func missing(at place: DriftPlace, _ before: Facts, _ after: Facts, _ now: BodyShape) -> [DriftChange] {
        guard !before.isElement, !before.repeats, isAlways(place), !now.isAlways(place) else { return [] }
        let objects = now.owners(of: after)
        return [DriftChange(.memberMissing, "\(place)", now: "\(objects - after.owners) of \(objects)")]
    }

    private func values(at place: DriftPlace, _ before: Facts, _ after: Facts, _ terms: Terms) -> [DriftChange] {
        var new = after.kinds.subtracting(before.kinds)
        if !terms.isTyped, before.kinds.contains(.string) { new.remove(.bool) }
        let nulls = new.contains(.null) ? [DriftChange(.nullable, "\(place)")] : []
        // A path with only null values gives no evidence of its other kind.
        let known = before.kinds.subtracting([.null])
        guard !known.isEmpty else { return nulls }
        guard new.subtracting([.null]).isEmpty else {
            return nulls + [DriftChange(.retyped, "\(place)", was: before.shownKinds, now: after.shownKinds)]
        }
        if before.fraction == nil, let fraction = after.fraction, known.contains(.number) {
            return nulls + [DriftChange(.fraction, "\(place)", now: fraction)]
        }
        return nulls + forms(at: place, before, after, terms) + newEnumValues(at: place, before, after, terms.words)
    }

    private func forms(at place: DriftPlace, _ before: Facts, _ after: Facts, _ terms: Terms) -> [DriftChange] {
        guard !before.forms.isEmpty, before.forms.allSatisfy({ $0.isStrict(among: before.count) }) else { return [] }
        let new = after.forms.subtracting(before.forms).filter { !Self.isChance($0, before, after) }
        let shown = { (form: TextForm) in
            form == .number && !terms.isTyped ? "a number" : form.description
        }
        guard let other = new.map(shown).min() else { return [] }
        let was = before.forms.map(shown).sorted().joined(separator: " or ")
        return [DriftChange(.form, "\(place)", was: was, now: other)]
    }

    /// Whether a timestamp lacks a fraction only because some encoders omit it for whole seconds.
    private static func isChance(_ form: TextForm, _ before: Facts, _ after: Facts) -> Bool {
        guard case .moment(var moment) = form, !moment.hasFraction else { return false }
        moment.hasFraction = true
        let other = TextForm.moment(moment)
        return before.forms.contains(other) && (after.count < 2 || after.forms.contains(other))
    }

    private func newEnumValues(at place: DriftPlace, _ before: Facts, _ after: Facts, _ words: FewWords)
        -> [DriftChange]
    {
        let isDeclared = words.isDeclared(place) && !before.words.isEmpty
        guard isDeclared || words.areSeen(at: place, before) else { return [] }
        let known = before.words.sorted().joined(separator: ", ")
        let new = after.words.subtracting(before.words).filter { isDeclared || before.forms.contains(TextForm($0)) }
        return new.sorted().map { DriftChange(.word, "\(place)", was: known, now: $0) }
    }
}

extension BodyShape.Facts {
    /// The number of distinct strings after which no further string is kept.
    private static let maximumStringCount = 64

    mutating func note(_ value: JSON) {
        count += 1
        switch value {
        case .null: kinds.insert(.null)
        case .bool: kinds.insert(.bool)
        case .number(let number):
            kinds.insert(.number)
            if number.text.contains(where: { ".eE".contains($0) }) { fraction = number.text }
        // A redacted value may have had any kind.
        case .string(let text) where Placeholder.isFound(in: text): isOpen = true
        case .string(let text):
            kinds.insert(.string)
            forms.insert(TextForm(text))
            if words.count <= Self.maximumStringCount { words.insert(text) }
        case .array: kinds.insert(.list)
        case .object:
            kinds.insert(.object)
            objects += 1
        }
    }

    /// The kinds of value, such as `a string or null`.
    var shownKinds: String {
        // No value was seen, or only redacted ones.
        kinds.isEmpty ? isOpen ? "redacted" : "empty" : kinds.map(\.rawValue).sorted().joined(separator: " or ")
    }

    /// Adds the text of an element, an attribute or a cell. Empty text only counts: it may stand for any kind of value.
    fileprivate mutating func note(_ bytes: [UInt8]) {
        let text = bytes.trimmedText
        switch text.lowercased() {
        case "": count += 1
        case "true", "false": note(.bool(true))
        default: note(.string(text))
        }
    }
}

/// Support for documents whose values are all text: XML and CSV.
extension BodyShape {
    /// Adds the values of an XML document, whose parser already limits the depth.
    mutating func take(_ root: DocumentElement) {
        let place = DriftPlace.root.appending(DriftPlace.member(root.name))
        see(.root, below: nil) { $0.note(.object([])) }
        see(place, below: .root) { $0.owners += 1 }
        take(root, at: place, below: .root)
    }

    private mutating func take(_ element: DocumentElement, at place: DriftPlace, below owner: DriftPlace) {
        let isMany = places[place]?.isMany ?? false
        see(place, below: owner) { facts in
            if element.children.isEmpty { facts.note(element.text) } else { facts.note(.object([])) }
        }
        for attribute in element.attributes {
            see(place.appending(DriftPlace.member("@\(attribute.name)")), below: place) { facts in
                (facts.isAttribute, facts.isMany) = (true, isMany)
                facts.owners += 1
                facts.note(attribute.value)
            }
        }
        for group in element.groups {
            let child = place.appending(DriftPlace.member(group[0].name))
            see(child, below: place) { facts in
                facts.isElement = child.steps.last == .entry
                facts.repeats = facts.repeats || group.count > 1
                facts.isMany = facts.isMany || isMany || facts.repeats
                facts.owners += 1
            }
            for element in group { take(element, at: child, below: place) }
        }
    }

    /// Adds the cells of a table; each column is one path.
    mutating func take(_ table: NamedColumns) {
        see(.root, below: nil) { $0.note(.object([])) }
        let places = table.names.map { DriftPlace.root.appending(DriftPlace.member($0)) }
        for place in places {
            see(place, below: .root) { facts in
                facts.isMany = true
                facts.owners += 1
            }
        }
        for row in table.rows {
            for (place, cell) in zip(places, row) { see(place, below: .root) { $0.note(Array(cell)) } }
        }
    }
}

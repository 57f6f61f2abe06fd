import Rehearsal
import RehearsalRedaction

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

    /// What decides how two shapes are compared.
    struct Terms: Sendable {
        var ignored = DriftIgnored()
        var words = FewWords()
        /// Whether documents tell numbers, truth and text from each other; elements and cells are all text.
        var isTyped = true
    }

    /// What is otherwise in documents of now; of places where nothing stood once nothing is said.
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

    /// Whether a member that was always there is nowhere, although what it belonged to is.
    private func isGone(_ place: DriftPlace, in now: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement, !facts.repeats, isAlways(place) else { return false }
        return now.owners(of: facts) > 0
    }

    /// Whether what a member belongs to was there before without it.
    private func isNew(_ place: DriftPlace, to before: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement else { return false }
        return before.owners(of: facts) > 0
    }

    /// How many there are of what could have such a member.
    private func owners(of facts: Facts) -> Int {
        guard let owner = facts.owner.flatMap({ places[$0] }) else { return 0 }
        return facts.isAttribute ? owner.count : owner.objects
    }

    /// Whether every object that could have a member has it.
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
        // What was only ever null says nothing of what it is when it is not.
        let known = before.kinds.subtracting([.null])
        guard !known.isEmpty else { return nulls }
        guard new.subtracting([.null]).isEmpty else {
            return nulls + [DriftChange(.retyped, "\(place)", was: before.shownKinds, now: after.shownKinds)]
        }
        if before.fraction == nil, let fraction = after.fraction, known.contains(.number) {
            return nulls + [DriftChange(.fraction, "\(place)", now: fraction)]
        }
        return nulls + forms(at: place, before, after, terms) + newWords(at: place, before, after, terms.words)
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

    /// Whether a moment has no fraction because it is a whole second, which some writers then leave out.
    private static func isChance(_ form: TextForm, _ before: Facts, _ after: Facts) -> Bool {
        guard case .moment(var moment) = form, !moment.hasFraction else { return false }
        moment.hasFraction = true
        let other = TextForm.moment(moment)
        return before.forms.contains(other) && (after.count < 2 || after.forms.contains(other))
    }

    private func newWords(at place: DriftPlace, _ before: Facts, _ after: Facts, _ words: FewWords) -> [DriftChange] {
        let isDeclared = words.isDeclared(place) && !before.words.isEmpty
        guard isDeclared || words.areSeen(at: place, before) else { return [] }
        let known = before.words.sorted().joined(separator: ", ")
        let new = after.words.subtracting(before.words).filter { isDeclared || before.forms.contains(TextForm($0)) }
        return new.sorted().map { DriftChange(.word, "\(place)", was: known, now: $0) }
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

    /// Notes what stands in an element, an attribute or a cell; what is empty may be anything, or an empty list.
    fileprivate mutating func note(_ bytes: [UInt8]) {
        let text = bytes.trimmedText
        switch text.lowercased() {
        case "": count += 1
        case "true", "false": note(.bool(true))
        default: note(.string(text))
        }
    }
}

/// Documents whose values are all text: XML and CSV.
extension BodyShape {
    /// Deeper than this nothing is kept of a document in the first place.
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

    /// Each column is one place, with all that stands in it.
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

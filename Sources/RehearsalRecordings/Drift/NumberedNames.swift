import Rehearsal

/// Names that are a word and a number, `image_512` and `order-4711`: which are keys of a dictionary, and which members
/// that a reader knows, is only seen beside the others. Many are keys; so are a few where objects have nothing else,
/// and not the same of them each time.
struct NumberedNames {
    /// What stands before the number of such names, by the place of the objects that they are in.
    private var keys: Set<Group> = []

    private struct Group: Hashable {
        var owner: DriftPlace
        var stem: String
    }

    /// So many of one stem are no members that somebody has named.
    private static let manyNames = 8

    /// Two shapes in which the keys of dictionaries are one place.
    static func folding(_ before: BodyShape, _ now: BodyShape) -> (before: BodyShape, now: BodyShape) {
        var shapes = (before: before, now: now)
        // What is below keys is only seen as one when they are.
        while true {
            let names = NumberedNames(shapes.before, shapes.now)
            if names.keys.isEmpty { return shapes }
            shapes = (shapes.before.mapping(names.place), shapes.now.mapping(names.place))
        }
    }

    private init(_ before: BodyShape, _ now: BodyShape) {
        let named = before.named.union(now.named)
        let byDepth = Dictionary(grouping: Self.groups(in: before, now)) { $0.key.owner.steps.count }
        // The outer ones first.
        for depth in byDepth.keys.sorted() where keys.isEmpty {
            for (group, names) in byDepth[depth] ?? [] {
                let isPure = !named.contains(group.owner)
                let places = names.map { group.owner.appending(.name($0)) }
                if names.count >= Self.manyNames || isPure && Self.differ(places, before, now) { keys.insert(group) }
            }
        }
    }

    private static func groups(in before: BodyShape, _ now: BodyShape) -> [Group: Set<String>] {
        var groups: [Group: Set<String>] = [:]
        for place in before.order + now.order {
            guard case .name(let name)? = place.steps.last, let stem = DictionaryKey.stem(of: name) else { continue }
            groups[Group(owner: place.owner, stem: stem), default: []].insert(name)
        }
        return groups
    }

    /// Whether objects do not have the same of them each time.
    private static func differ(_ places: [DriftPlace], _ before: BodyShape, _ now: BodyShape) -> Bool {
        let known = places.filter { before.places[$0] != nil }
        return known.contains { !before.isAlways($0) } || known.allSatisfy { now.places[$0] == nil }
    }

    /// Where something is when keys are entries.
    private func place(_ place: DriftPlace) -> DriftPlace {
        guard let depth = keys.first?.owner.steps.count, place.steps.count > depth,
            case .name(let name) = place.steps[depth], let stem = DictionaryKey.stem(of: name),
            keys.contains(Group(owner: DriftPlace(steps: Array(place.steps[..<depth])), stem: stem))
        else { return place }
        var place = place
        place.steps[depth] = .entry
        return place
    }
}

extension DriftPlace {
    /// Where the object is that it belongs to.
    fileprivate var owner: DriftPlace { DriftPlace(steps: steps.dropLast()) }
}

extension BodyShape {
    /// Where objects are that have members which are certainly no keys.
    fileprivate var named: Set<DriftPlace> {
        var owners: Set<DriftPlace> = []
        for place in order {
            guard case .name(let name)? = place.steps.last, DictionaryKey.stem(of: name) == nil else { continue }
            if let owner = places[place]?.owner { owners.insert(owner) }
        }
        return owners
    }

    /// The same with places that become one.
    fileprivate func mapping(_ change: (DriftPlace) -> DriftPlace) -> BodyShape {
        var shape = BodyShape()
        for place in order {
            guard let facts = places[place] else { continue }
            let other = change(place)
            shape.see(other, below: facts.owner.map(change)) { known in
                known.add(facts)
                known.isElement = known.isElement || other.steps.last == .entry
                known.isMany = known.isMany || other.isMany
            }
        }
        return shape
    }
}

extension BodyShape.Facts {
    /// Takes what is known of another place that is this one, too.
    fileprivate mutating func add(_ other: Self) {
        kinds.formUnion(other.kinds)
        forms.formUnion(other.forms)
        words.formUnion(other.words)
        fraction = fraction ?? other.fraction
        count += other.count
        owners += other.owners
        objects += other.objects
        isElement = isElement || other.isElement
        repeats = repeats || other.repeats
        isMany = isMany || other.isMany
        isAttribute = isAttribute || other.isAttribute
        isOpen = isOpen || other.isOpen
    }
}

/// Tells the keys of dictionaries, of which there are others each day, from the names of members, which a reader knows.
enum DictionaryKey {
    /// Whether a name is a number, a date, a UUID, an address or something else that was given and not chosen.
    static func isOne(_ name: String) -> Bool {
        switch TextForm(name) {
        case .moment, .webDate, .day, .uuid, .url, .path, .number: true
        case .word: false
        case .text, .capitalized:
            Placeholder.isFound(in: name) || isAddress(name) || isMonth(name) || isIdentifier(name)
        }
    }

    private static func isAddress(_ name: String) -> Bool {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") } && parts[1].contains(".")
    }

    /// `2026-11`.
    private static func isMonth(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        return parts.map(\.count) == [4, 2] && parts.joined().utf8.allSatisfy(\.isDigit)
    }

    /// `cus_8fJ2kQ1xYz`, `5f2b9c01ae`: `line_1` and `sha256` are names.
    private static func isIdentifier(_ name: String) -> Bool {
        let last = Array(lastPart(of: name).utf8)
        let digits = last.count(where: \.isDigit)
        if digits == last.count { return digits >= 3 && last.count < name.utf8.count && stem(of: name) == nil }
        let isHex = last.allSatisfy { $0.hexValue != nil }
        let isMixed = last.allSatisfy(\.isAlphanumeric)
        return last.count >= 8 && digits >= 2 && (isHex || (last.count < name.utf8.count && isMixed))
    }

    /// `order-` of `order-4711`: it may be a key of a dictionary, and a member, as `image_512` is; nil for others.
    static func stem(of name: String) -> String? {
        let number = lastPart(of: name)
        guard number.utf8.count >= 3, number.utf8.allSatisfy(\.isDigit) else { return nil }
        let stem = name.dropLast(number.count)
        return stem.contains(where: \.isLetter) && TextForm(name) == .text ? String(stem) : nil
    }

    private static func lastPart(of name: String) -> Substring {
        name[(name.lastIndex { separators.contains($0) }.map { name.index(after: $0) } ?? name.startIndex)...]
    }

    private static let separators: Set<Character> = ["_", "-", ":"]
}

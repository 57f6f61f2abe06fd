import Rehearsal

/// A rule for names of a word and a number, such as `image_512` and `order-4711`, which may be dictionary keys or
/// members.
///
/// Names with one prefix are keys if there are at least `manyNames` of them. Fewer names are keys if their objects have
/// only such members and do not all have the same ones.
struct NumberedNames {
    /// The objects whose numbered names are keys, with the prefix of these names.
    private var keys: Set<Group> = []

    private struct Group: Hashable {
        var owner: DriftPlace
        var stem: String
    }

    /// The number of names with one prefix from which they count as keys.
    private static let manyNames = 8

    /// Returns both shapes with the keys of each dictionary merged into one path.
    static func folding(_ before: BodyShape, _ now: BodyShape) -> (before: BodyShape, now: BodyShape) {
        var shapes = (before: before, now: now)
        // Merging outer keys can reveal inner ones, so the search repeats.
        while true {
            let names = NumberedNames(shapes.before, shapes.now)
            if names.keys.isEmpty { return shapes }
            shapes = (shapes.before.mapping(names.place), shapes.now.mapping(names.place))
        }
    }

    private init(_ before: BodyShape, _ now: BodyShape) {
        let named = before.named.union(now.named)
        let byDepth = Dictionary(grouping: Self.groups(in: before, now)) { $0.key.owner.steps.count }
        // Outer objects come first.
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

    /// Whether the objects do not all have the same members.
    private static func differ(_ places: [DriftPlace], _ before: BodyShape, _ now: BodyShape) -> Bool {
        let known = places.filter { before.places[$0] != nil }
        return known.contains { !before.isAlways($0) } || known.allSatisfy { now.places[$0] == nil }
    }

    /// Returns the path in which keys are replaced by `.entry`.
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
    /// The path of the parent.
    fileprivate var owner: DriftPlace { DriftPlace(steps: steps.dropLast()) }
}

extension BodyShape {
    /// The paths of objects with at least one member that is certainly not a key.
    fileprivate var named: Set<DriftPlace> {
        var owners: Set<DriftPlace> = []
        for place in order {
            guard case .name(let name)? = place.steps.last, DictionaryKey.stem(of: name) == nil else { continue }
            if let owner = places[place]?.owner { owners.insert(owner) }
        }
        return owners
    }

    /// Returns the shape with each path mapped; the properties of paths that become equal are merged.
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
    /// Merges the properties of another path.
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

/// A classifier that separates dictionary keys, which are data, from member names, which belong to the schema.
enum DictionaryKey {
    /// Whether a name is data, such as a number, a date, a UUID or an e-mail address.
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

    /// Whether a name is a year and a month, such as `2026-11`.
    private static func isMonth(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        return parts.map(\.count) == [4, 2] && parts.joined().utf8.allSatisfy(\.isDigit)
    }

    /// Whether a name ends in a generated identifier, as `cus_8fJ2kQ1xYz` and `5f2b9c01ae` do. `line_1` and `sha256` do
    /// not.
    private static func isIdentifier(_ name: String) -> Bool {
        let last = Array(lastPart(of: name).utf8)
        let digits = last.count(where: \.isDigit)
        if digits == last.count { return digits >= 3 && last.count < name.utf8.count && stem(of: name) == nil }
        let isHex = last.allSatisfy { $0.hexValue != nil }
        let isMixed = last.allSatisfy(\.isAlphanumeric)
        return last.count >= 8 && digits >= 2 && (isHex || (last.count < name.utf8.count && isMixed))
    }

    /// Returns the prefix before a number of at least three digits, such as `order-` of `order-4711`; nil for other
    /// names.
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

import Rehearsal

/// The rule that decides whether names of a word and a number, such as `image_512` and `order-4711`, are keys of a
/// dictionary or members of an object.
///
/// Names with one prefix are keys if there are at least `manyNames` of them. Fewer names are keys if the objects have
/// only members with such names, and not all objects have the same members.
struct DynamicKeyFolding {
    /// The objects whose numbered names are keys, with the prefix of these names.
    private var keys: Set<Group> = []

    private struct Group: Hashable {
        var owner: DocumentPath
        var prefix: String
    }

    /// The number of names with one prefix from which they count as keys.
    private static let manyNames = 8

    /// Returns both shapes with the keys of each dictionary merged into one path.
    static func folding(_ before: BodyShape, _ now: BodyShape) -> (before: BodyShape, now: BodyShape) {
        var shapes = (before: before, now: now)
        // Merging outer keys can reveal inner ones, so the search repeats.
        while true {
            let names = DynamicKeyFolding(shapes.before, shapes.now)
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
                let hasOnlyNumberedNames = !named.contains(group.owner)
                let places = names.map { group.owner.appending(.name($0)) }
                if names.count >= Self.manyNames || hasOnlyNumberedNames && Self.differ(places, before, now) {
                    keys.insert(group)
                }
            }
        }
    }

    private static func groups(in before: BodyShape, _ now: BodyShape) -> [Group: Set<String>] {
        var groups: [Group: Set<String>] = [:]
        for place in before.order + now.order {
            guard case .name(let name)? = place.steps.last, let prefix = DynamicKey.prefixBeforeNumber(of: name) else {
                continue
            }
            groups[Group(owner: place.owner, prefix: prefix), default: []].insert(name)
        }
        return groups
    }

    /// Whether the objects do not all have the same members.
    private static func differ(_ places: [DocumentPath], _ before: BodyShape, _ now: BodyShape) -> Bool {
        let recorded = places.filter { before.profiles[$0] != nil }
        return recorded.contains { !before.isRequired($0) } || recorded.allSatisfy { now.profiles[$0] == nil }
    }

    /// Returns the path in which keys are replaced by `.anyKey`.
    private func place(_ place: DocumentPath) -> DocumentPath {
        guard let depth = keys.first?.owner.steps.count, place.steps.count > depth,
            case .name(let name) = place.steps[depth], let prefix = DynamicKey.prefixBeforeNumber(of: name),
            keys.contains(Group(owner: DocumentPath(steps: Array(place.steps[..<depth])), prefix: prefix))
        else { return place }
        var place = place
        place.steps[depth] = .anyKey
        return place
    }
}

extension DocumentPath {
    /// The path of the parent.
    fileprivate var owner: DocumentPath { DocumentPath(steps: steps.dropLast()) }
}

extension BodyShape {
    /// The paths of objects with at least one member that is certainly not a key.
    fileprivate var named: Set<DocumentPath> {
        var owners: Set<DocumentPath> = []
        for place in order {
            guard case .name(let name)? = place.steps.last, DynamicKey.prefixBeforeNumber(of: name) == nil else {
                continue
            }
            if let owner = profiles[place]?.parent { owners.insert(owner) }
        }
        return owners
    }

    /// Returns the shape with each path mapped; the properties of paths that become equal are merged.
    fileprivate func mapping(_ change: (DocumentPath) -> DocumentPath) -> BodyShape {
        var shape = BodyShape()
        for place in order {
            guard let profile = profiles[place] else { continue }
            let other = change(place)
            shape.updateProfile(other, below: profile.parent.map(change)) { known in
                known.add(profile)
                known.isElement = known.isElement || other.steps.last == .anyKey
                known.isInCollection = known.isInCollection || other.isInCollection
            }
        }
        return shape
    }
}

extension BodyShape.ValueProfile {
    /// Merges the properties of another path.
    fileprivate mutating func add(_ other: Self) {
        kinds.formUnion(other.kinds)
        formats.formUnion(other.formats)
        strings.formUnion(other.strings)
        fraction = fraction ?? other.fraction
        valueCount += other.valueCount
        parentCount += other.parentCount
        objectCount += other.objectCount
        isElement = isElement || other.isElement
        hasSiblings = hasSiblings || other.hasSiblings
        isInCollection = isInCollection || other.isInCollection
        isAttribute = isAttribute || other.isAttribute
        hasRedactedValue = hasRedactedValue || other.hasRedactedValue
    }
}

/// A classifier that separates dictionary keys, which are data, from member names, which belong to the schema.
enum DynamicKey {
    /// Whether a name is data, such as a number, a date, a UUID or an e-mail address.
    static func matches(_ name: String) -> Bool {
        switch StringFormat(name) {
        case .timestamp, .httpDate, .date, .uuid, .url, .path, .number: true
        case .singleCaseWord: false
        case .text, .capitalized:
            Placeholder.occurs(in: name) || isAddress(name) || isMonth(name) || isIdentifier(name)
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

    /// Whether a name ends in a generated identifier: true for `cus_8fJ2kQ1xYz` and `5f2b9c01ae`, false for `line_1`
    /// and `sha256`.
    private static func isIdentifier(_ name: String) -> Bool {
        let last = Array(lastPart(of: name).utf8)
        let digits = last.count(where: \.isDigit)
        if digits == last.count {
            return digits >= 3 && last.count < name.utf8.count && prefixBeforeNumber(of: name) == nil
        }
        let isHex = last.allSatisfy { $0.hexValue != nil }
        let isMixed = last.allSatisfy(\.isAlphanumeric)
        return last.count >= 8 && digits >= 2 && (isHex || (last.count < name.utf8.count && isMixed))
    }

    /// Returns the prefix before a number of at least three digits, such as `order-` of `order-4711`; nil for other
    /// names.
    static func prefixBeforeNumber(of name: String) -> String? {
        let number = lastPart(of: name)
        guard number.utf8.count >= 3, number.utf8.allSatisfy(\.isDigit) else { return nil }
        let prefix = name.dropLast(number.count)
        return prefix.contains(where: \.isLetter) && StringFormat(name) == .text ? String(prefix) : nil
    }

    private static func lastPart(of name: String) -> Substring {
        name[(name.lastIndex { separators.contains($0) }.map { name.index(after: $0) } ?? name.startIndex)...]
    }

    private static let separators: Set<Character> = ["_", "-", ":"]
}

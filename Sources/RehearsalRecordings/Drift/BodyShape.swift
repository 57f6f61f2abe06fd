import Rehearsal
import RehearsalRedaction

/// The shape of a set of documents: the kinds of value found at each path.
struct BodyShape: Sendable {
    private(set) var profiles: [DocumentPath: ValueProfile] = [:]
    /// The paths in the order in which they were first seen.
    private(set) var order: [DocumentPath] = []

    /// The observed properties of the values at one path.
    struct ValueProfile: Sendable {
        var kinds: Set<ValueKind> = []
        var formats: Set<StringFormat> = []
        /// The distinct string values, up to `maximumStringCount`.
        var strings: Set<String> = []
        /// An example of a number with a fraction.
        var fraction: String?
        /// The number of values seen at this path.
        var valueCount = 0
        /// The number of objects that hold a value at this path.
        var parentCount = 0
        /// The number of these values that are objects.
        var objectCount = 0
        /// The path of the containing object or list; nil for the root.
        var parent: DocumentPath?
        /// Whether the value is an element of a list or an entry of a dictionary.
        var isElement = false
        /// Whether one object holds several values at this path, as sibling XML elements of one name do.
        var hasSiblings = false
        /// Whether the path lies in a list, a dictionary or repeated elements.
        var isInCollection = false
        /// Whether the value is an XML attribute. An element without content may have attributes.
        var isAttribute = false
        /// Whether at least one value at this path was redacted.
        var hasRedactedValue = false
    }

    /// A kind of value that clients distinguish.
    enum ValueKind: String, Sendable, Hashable {
        case null, bool = "true or false", number = "a number", string = "a string", list = "a list"
        case object = "an object"
    }

    /// The maximum number of steps in a path; deeper values are not compared.
    private static let maximumDepth = 64

    init() {}

    init(_ documents: [JSON]) { for document in documents { add(document) } }

    /// Adds the values of one JSON document.
    mutating func add(_ document: JSON) { add(document, at: .root, below: nil) }

    private mutating func add(_ value: JSON, at path: DocumentPath, below owner: DocumentPath?) {
        guard path.steps.count < Self.maximumDepth else { return }
        updateProfile(path, below: owner) { profile in
            profile.isElement = path.steps.last == .anyIndex || path.steps.last == .anyKey
            profile.isInCollection = path.isInCollection
            profile.parentCount += 1
            profile.observe(value)
        }
        switch value {
        case .object(let members):
            // Most JSON parsers keep the last of several members with one name.
            let last = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
            var seen: Set<String> = []
            for member in members where seen.insert(member.name).inserted {
                add(last[member.name] ?? .null, at: path.appending(DocumentPath.step(member.name)), below: path)
            }
        case .array(let elements):
            for element in elements { add(element, at: path.appending(.anyIndex), below: path) }
        default: break
        }
    }

    /// Updates the observed properties of a path, and registers the path if it is new.
    mutating func updateProfile(_ path: DocumentPath, below owner: DocumentPath?, _ note: (inout ValueProfile) -> Void)
    {
        if profiles[path] == nil { order.append(path) }
        note(&profiles[path, default: ValueProfile(parent: owner)])
    }

    /// The options of a comparison between two shapes.
    struct ComparisonOptions: Sendable {
        var ignored = DriftExclusions()
        var strings = EnumDetector()
        /// Whether documents have typed values, as JSON does. In XML and CSV every value is text.
        var isTyped = true
    }

    /// Returns the differences between this shape and that of current documents. A path below a new parent is not
    /// reported.
    func changes(to now: BodyShape, _ options: ComparisonOptions) -> [DriftChange] {
        let recordedPaths = order.filter { !options.ignored.ignores($0) }
        let removed = recordedPaths.filter { now.profiles[$0] == nil && isRemoved($0, in: now) }
        let added = now.order.filter {
            profiles[$0] == nil && now.isNew($0, to: self) && !options.ignored.ignores($0)
        }
        let removals = removed.map { DriftChange(.memberRemoved, "\($0)", recorded: profiles[$0]?.kindsText) }
        let additions = added.map { DriftChange(.memberAdded, "\($0)", current: now.profiles[$0]?.kindsText) }
        let others = recordedPaths.flatMap { place -> [DriftChange] in
            guard let before = profiles[place], let after = now.profiles[place] else { return [] }
            return missing(at: place, before, after, now)
                + (before.hasRedactedValue ? [] : values(at: place, before, after, options))
        }
        return removals + additions + others
    }

    /// Whether a member that every recorded object had is absent from all current objects.
    private func isRemoved(_ path: DocumentPath, in now: BodyShape) -> Bool {
        guard let profile = profiles[path], !profile.isElement, !profile.hasSiblings, isRequired(path) else {
            return false
        }
        return now.owners(of: profile) > 0
    }

    /// Whether the recording has the parent of the member, but not the member.
    private func isNew(_ path: DocumentPath, to before: BodyShape) -> Bool {
        guard let profile = profiles[path], !profile.isElement else { return false }
        return before.owners(of: profile) > 0
    }

    /// Returns the number of objects or elements that could hold the member.
    private func owners(of profile: ValueProfile) -> Int {
        guard let owner = profile.parent.flatMap({ profiles[$0] }) else { return 0 }
        return profile.isAttribute ? owner.valueCount : owner.objectCount
    }

    /// Whether every object that could hold the member holds it.
    func isRequired(_ path: DocumentPath) -> Bool {
        guard let profile = profiles[path] else { return true }
        return profile.parentCount >= owners(of: profile)
    }

    private func missing(at path: DocumentPath, _ before: ValueProfile, _ after: ValueProfile, _ now: BodyShape)
        -> [DriftChange]
    {
        guard !before.isElement, !before.hasSiblings, isRequired(path), !now.isRequired(path) else { return [] }
        let objects = now.owners(of: after)
        return [DriftChange(.memberMissing, "\(path)", current: "\(objects - after.parentCount) of \(objects)")]
    }

    private func values(
        at path: DocumentPath,
        _ before: ValueProfile,
        _ after: ValueProfile,
        _ options: ComparisonOptions
    ) -> [DriftChange] {
        var new = after.kinds.subtracting(before.kinds)
        if !options.isTyped, before.kinds.contains(.string) { new.remove(.bool) }
        let nulls = new.contains(.null) ? [DriftChange(.nullable, "\(path)")] : []
        // If all recorded values are null, their other kind is not known.
        let recordedKinds = before.kinds.subtracting([.null])
        guard !recordedKinds.isEmpty else { return nulls }
        guard new.subtracting([.null]).isEmpty else {
            return nulls + [DriftChange(.retyped, "\(path)", recorded: before.kindsText, current: after.kindsText)]
        }
        if before.fraction == nil, let fraction = after.fraction, recordedKinds.contains(.number) {
            return nulls + [DriftChange(.fraction, "\(path)", current: fraction)]
        }
        return nulls + forms(at: path, before, after, options)
            + newEnumValues(at: path, before, after, options.strings)
    }

    private func forms(
        at path: DocumentPath,
        _ before: ValueProfile,
        _ after: ValueProfile,
        _ options: ComparisonOptions
    ) -> [DriftChange] {
        guard !before.formats.isEmpty, before.formats.allSatisfy({ $0.isSignificant(among: before.valueCount) }) else {
            return []
        }
        let new = after.formats.subtracting(before.formats).filter { !Self.isOmittedFraction($0, before, after) }
        let description = { (form: StringFormat) in
            form == .number && !options.isTyped ? "a number" : form.description
        }
        guard let other = new.map(description).min() else { return [] }
        let was = before.formats.map(description).sorted().joined(separator: " or ")
        return [DriftChange(.stringFormat, "\(path)", recorded: was, current: other)]
    }

    /// Whether a timestamp lacks a fraction only because some encoders omit it for whole seconds.
    private static func isOmittedFraction(_ form: StringFormat, _ before: ValueProfile, _ after: ValueProfile) -> Bool {
        guard case .timestamp(var moment) = form, !moment.hasFraction else { return false }
        moment.hasFraction = true
        let other = StringFormat.timestamp(moment)
        return before.formats.contains(other) && (after.valueCount < 2 || after.formats.contains(other))
    }

    private func newEnumValues(
        at path: DocumentPath,
        _ before: ValueProfile,
        _ after: ValueProfile,
        _ words: EnumDetector
    )
        -> [DriftChange]
    {
        let isDeclared = words.isDeclared(path) && !before.strings.isEmpty
        guard isDeclared || words.isEnum(at: path, before) else { return [] }
        let recordedValues = before.strings.sorted().joined(separator: ", ")
        let new = after.strings.subtracting(before.strings).filter {
            isDeclared || before.formats.contains(StringFormat($0))
        }
        return new.sorted().map { DriftChange(.enumValue, "\(path)", recorded: recordedValues, current: $0) }
    }
}

extension BodyShape.ValueProfile {
    /// The number of distinct strings after which further strings are ignored.
    private static let maximumStringCount = 64

    mutating func observe(_ value: JSON) {
        valueCount += 1
        switch value {
        case .null: kinds.insert(.null)
        case .bool: kinds.insert(.bool)
        case .number(let number):
            kinds.insert(.number)
            if number.text.contains(where: { ".eE".contains($0) }) { fraction = number.text }
        // A redacted value may have had any kind.
        case .string(let text) where Placeholder.occurs(in: text): hasRedactedValue = true
        case .string(let text):
            kinds.insert(.string)
            formats.insert(StringFormat(text))
            if strings.count <= Self.maximumStringCount { strings.insert(text) }
        case .array: kinds.insert(.list)
        case .object:
            kinds.insert(.object)
            objectCount += 1
        }
    }

    /// The kinds of value, such as `a string or null`.
    var kindsText: String {
        // No value was seen, or only redacted ones.
        kinds.isEmpty
            ? hasRedactedValue ? "redacted" : "empty" : kinds.map(\.rawValue).sorted().joined(separator: " or ")
    }

    /// Adds the text of an element, an attribute or a cell. Empty text has no kind, because it may represent any kind.
    fileprivate mutating func observe(_ bytes: [UInt8]) {
        let text = bytes.trimmedText
        switch text.lowercased() {
        case "": valueCount += 1
        case "true", "false": observe(.bool(true))
        default: observe(.string(text))
        }
    }
}

/// Documents whose values are all text: XML and CSV.
extension BodyShape {
    /// Adds the values of an XML document, whose parser already limits the depth.
    mutating func add(_ root: ParsedXMLElement) {
        let place = DocumentPath.root.appending(DocumentPath.step(root.name))
        updateProfile(.root, below: nil) { $0.observe(.object([])) }
        updateProfile(place, below: .root) { $0.parentCount += 1 }
        add(root, at: place, below: .root)
    }

    private mutating func add(_ element: ParsedXMLElement, at path: DocumentPath, below owner: DocumentPath) {
        let isMany = profiles[path]?.isInCollection ?? false
        updateProfile(path, below: owner) { profile in
            if element.children.isEmpty { profile.observe(element.text) } else { profile.observe(.object([])) }
        }
        for attribute in element.attributes {
            updateProfile(path.appending(DocumentPath.step("@\(attribute.name)")), below: path) { profile in
                (profile.isAttribute, profile.isInCollection) = (true, isMany)
                profile.parentCount += 1
                profile.observe(attribute.value)
            }
        }
        for group in element.childrenByName {
            let child = path.appending(DocumentPath.step(group[0].name))
            updateProfile(child, below: path) { profile in
                profile.isElement = child.steps.last == .anyKey
                profile.hasSiblings = profile.hasSiblings || group.count > 1
                profile.isInCollection = profile.isInCollection || isMany || profile.hasSiblings
                profile.parentCount += 1
            }
            for element in group { add(element, at: child, below: path) }
        }
    }

    /// Adds the cells of a table; each column is one path.
    mutating func add(_ table: CSVTable) {
        updateProfile(.root, below: nil) { $0.observe(.object([])) }
        let places = table.columnNames.map { DocumentPath.root.appending(DocumentPath.step($0)) }
        for place in places {
            updateProfile(place, below: .root) { profile in
                profile.isInCollection = true
                profile.parentCount += 1
            }
        }
        for row in table.rows {
            for (place, cell) in zip(places, row) { updateProfile(place, below: .root) { $0.observe(Array(cell)) } }
        }
    }
}

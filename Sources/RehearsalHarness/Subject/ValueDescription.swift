#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
import RehearsalPlatform

/// A conversion of Swift values to JSON, by reflection.
///
/// Numbers, strings, dates, amounts, URLs, UUIDs, bytes and enumeration cases without a payload become scalars.
package enum ValueDescription {
    /// Returns the JSON for a value. Values nested deeper than 32 levels become strings.
    package static func json(of value: Any) -> JSON { json(of: value, depth: 32) }

    /// The types of structures that are not leaves. Each is compared with the types of leaves only once.
    private static let structures = Locked<Set<ObjectIdentifier>>([])

    private static func json(of value: Any, depth: Int) -> JSON {
        let type = ObjectIdentifier(Swift.type(of: value))
        let isKnown = structures.withLock { $0.contains(type) }
        if !isKnown, let leaf = leaf(value) { return leaf }
        let mirror = Mirror(reflecting: value)
        if !isKnown, mirror.displayStyle == .struct { structures.withLock { _ = $0.insert(type) } }
        guard depth > 0 else { return .string(String(describing: value)) }
        let nested = { (value: Any) in json(of: value, depth: depth - 1) }
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { nested($0.value) } ?? .null
        case .collection, .set: return .array(mirror.children.map { nested($0.value) })
        case .dictionary: return dictionary(mirror, nested)
        case .enum:
            guard let child = mirror.children.first else { return .string(String(describing: value)) }
            return .object([JSON.Member(child.label ?? "case", nested(child.value))])
        default: return .object(members(of: mirror, nested))
        }
    }

    private static func members(of mirror: Mirror, _ nested: (Any) -> JSON) -> [JSON.Member] {
        var members: [JSON.Member] = []
        if mirror.displayStyle != .struct, let superclass = mirror.superclassMirror {
            members = self.members(of: superclass, nested)
        }
        for (index, child) in mirror.children.enumerated() {
            members.append(JSON.Member(child.label ?? "\(index)", nested(child.value)))
        }
        return members
    }

    private static func dictionary(_ mirror: Mirror, _ nested: (Any) -> JSON) -> JSON {
        let pairs = mirror.children.compactMap { child -> JSON.Member? in
            let pair = Mirror(reflecting: child.value).children.map(\.value)
            return pair.count == 2 ? JSON.Member(String(describing: pair[0]), nested(pair[1])) : nil
        }
        return .object(pairs.sorted { $0.name < $1.name })
    }

    private static func leaf(_ value: Any) -> JSON? {
        switch value {
        case let value as String: .string(value)
        case let value as Bool: .bool(value)
        case let value as Int: .number(JSON.Number(text: "\(value)"))
        case let value as JSON: value
        case let value as any BinaryInteger: .number(JSON.Number(text: "\(value)"))
        case let value as Decimal: .number(JSON.Number(text: "\(value)"))
        case let value as Double: value.isFinite ? .number(JSON.Number(text: "\(value)")) : .string("\(value)")
        case let value as Float: value.isFinite ? .number(JSON.Number(text: "\(value)")) : .string("\(value)")
        case let value as Date: .string(date(value))
        case let value as URL: .string(value.absoluteString)
        case let value as UUID: .string(value.uuidString)
        case let value as Data: .string(value.base64EncodedString())
        case is Void: .null
        default: nil
        }
    }

    /// Returns the date in UTC, to the millisecond: `2026-03-02T08:00:00.000Z`.
    private static func date(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

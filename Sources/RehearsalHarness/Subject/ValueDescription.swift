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

    /// The way in which values of a type become JSON.
    private enum Conversion: Sendable {
        case described(any DescribedValue.Type)
        case leaf
        /// It depends on the object, which may stand for another value, such as a number or a text.
        case object
        case branch
    }

    /// The conversions of types.
    private static let conversions = Memo<ObjectIdentifier, Conversion>(limit: 10_000)

    private static func conversion(of value: Any) -> Conversion {
        let type = type(of: value)
        return conversions.result(for: ObjectIdentifier(type)) {
            if let type = type as? any DescribedValue.Type { return .described(type) }
            return type is AnyClass ? .object : leaf(value) == nil ? .branch : .leaf
        }
    }

    fileprivate static func json(of value: Any, depth: Int) -> JSON {
        switch conversion(of: value) {
        case .described(let type): if let json = type.json(of: value, depth: depth) { return json }
        case .leaf: if let leaf = leaf(value) { return leaf }
        case .object:
            if let value = value as? any DescribedValue { return value.json(depth: depth) }
            if let leaf = leaf(value) { return leaf }
        case .branch: break
        }
        let mirror = Mirror(reflecting: value)
        guard depth > 0 else { return .string(String(describing: value)) }
        let nested = { (value: Any) in json(of: value, depth: depth - 1) }
        switch mirror.displayStyle {
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

    /// Returns the JSON of a leaf; nil for another value.
    private static func leaf(_ value: Any) -> JSON? {
        // The types that are a ``DescribedValue`` are here for the objects that Foundation bridges to them.
        switch value {
        case let value as String: .string(value)
        case let value as Bool: .bool(value)
        case let value as Int: value.json(depth: 0)
        case let value as any BinaryInteger: .number(JSON.Number(text: "\(value)"))
        case let value as Decimal: value.json(depth: 0)
        case let value as Double: value.json(depth: 0)
        case let value as Float: value.isFinite ? .number(JSON.Number(text: "\(value)")) : .string("\(value)")
        case let value as Date: value.json(depth: 0)
        case let value as URL: .string(value.absoluteString)
        case let value as UUID: .string(value.uuidString)
        case let value as Data: .string(value.base64EncodedString())
        case is Void: .null
        default: nil
        }
    }
}

/// A value of a common type. Its conversion needs no reflection, which is slow.
private protocol DescribedValue: SendableMetatype {
    /// Returns the JSON for the value.
    ///
    /// - Parameter depth: the number of levels of nested values that become JSON.
    func json(depth: Int) -> JSON
}

extension DescribedValue {
    /// Returns the JSON for a value of this type; nil for another value.
    fileprivate static func json(of value: Any, depth: Int) -> JSON? { (value as? Self)?.json(depth: depth) }
}

extension String: DescribedValue {
    fileprivate func json(depth: Int) -> JSON { .string(self) }
}

extension Bool: DescribedValue {
    fileprivate func json(depth: Int) -> JSON { .bool(self) }
}

extension Int: DescribedValue {
    fileprivate func json(depth: Int) -> JSON { .number(JSON.Number(text: "\(self)")) }
}

extension Double: DescribedValue {
    fileprivate func json(depth: Int) -> JSON {
        isFinite ? .number(JSON.Number(text: "\(self)")) : .string("\(self)")
    }
}

extension Decimal: DescribedValue {
    fileprivate func json(depth: Int) -> JSON { .number(JSON.Number(text: "\(self)")) }
}

extension Date: DescribedValue {
    /// Returns the date in UTC, to the millisecond: `2026-03-02T08:00:00.000Z`.
    fileprivate func json(depth: Int) -> JSON {
        .string(
            Self.texts.result(for: self) { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
        )
    }

    private static let texts = Memo<Date, String>(limit: 1_000)
}

extension JSON: DescribedValue {
    fileprivate func json(depth: Int) -> JSON { self }
}

extension AnyHashable: DescribedValue {
    fileprivate func json(depth: Int) -> JSON { ValueDescription.json(of: base, depth: depth) }
}

extension Optional: DescribedValue {
    fileprivate func json(depth: Int) -> JSON { map { ValueDescription.json(of: $0, depth: depth - 1) } ?? .null }
}

extension Array: DescribedValue {
    fileprivate func json(depth: Int) -> JSON {
        guard depth > 0 else { return .string(String(describing: self)) }
        return .array(map { ValueDescription.json(of: $0, depth: depth - 1) })
    }
}

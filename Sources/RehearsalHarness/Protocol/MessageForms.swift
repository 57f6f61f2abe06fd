#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
@_spi(Wire) import Rehearsal
import RehearsalContracts

extension JSON: MessageCodable {
    static var coding: MessageCoding<JSON> { MessageCoding(read: \.json, write: { $0 }) }
}

extension String: MessageCodable {
    static var coding: MessageCoding<String> {
        MessageCoding("a string") {
            if case .string(let text) = $0 { text } else { nil }
        } write: {
            .string($0)
        }
    }
}

extension Bool: MessageCodable {
    static var coding: MessageCoding<Bool> {
        MessageCoding("true or false") {
            if case .bool(let value) = $0 { value } else { nil }
        } write: {
            .bool($0)
        }
    }
}

extension Int: MessageCodable {
    static var coding: MessageCoding<Int> { .integer(in: 0...Int(Int32.max)) }
}

extension Array: MessageCodable where Element: MessageCodable {
    static var coding: MessageCoding<[Element]> { Element.coding.list }
}

/// An object with any members. If a name occurs more than once, the last value is used.
extension Dictionary: MessageCodable where Key == String, Value == JSON {
    static var coding: MessageCoding<[String: JSON]> {
        MessageCoding(
            read: { message in Dictionary(try message.members().map { ($0.name, $0.value.json) }) { $1 } },
            write: { .object($0.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }) }
        )
    }
}

/// A duration, as a number of milliseconds of at most a day.
extension Duration: MessageCodable {
    static var coding: MessageCoding<Duration> {
        MessageCoding(
            read: { message in
                let value = try MessageCoding.number.read(message)
                guard (0...86_400_000).contains(value) else {
                    throw message.mismatch("milliseconds from 0 to 86400000")
                }
                return .nanoseconds(Int64((value * 1_000_000).rounded()))
            },
            write: { duration in
                let value = Double(duration.nanoseconds) / 1_000_000
                return .number(JSON.Number(text: Int(exactly: value).map { "\($0)" } ?? "\(value)"))
            }
        )
    }
}

/// An enumeration, as the raw value of its case.
extension MessageCodable where Self: RawRepresentable<String> & CaseIterable {
    static var coding: MessageCoding<Self> {
        MessageCoding("one of \(allCases.map(\.rawValue).joined(separator: ", "))") { json in
            if case .string(let text) = json { Self(rawValue: text) } else { nil }
        } write: { word in
            .string(word.rawValue)
        }
    }
}

extension MessageCoding<Int> {
    /// The form of an HTTP status.
    static var status: MessageCoding { integer(in: 100...999) }

    static func integer(in range: ClosedRange<Int>) -> MessageCoding {
        MessageCoding("a whole number from \(range.lowerBound) to \(range.upperBound)") { json in
            guard case .number(let number) = json, let value = Int(number.text), range.contains(value) else {
                return nil
            }
            return value
        } write: {
            .integer($0)
        }
    }
}

extension MessageCoding<Double> {
    static var number: MessageCoding {
        MessageCoding("a number") { json in
            guard case .number(let number) = json, let value = Double(number.text), value.isFinite else { return nil }
            return value
        } write: {
            JSON(floatLiteral: $0)
        }
    }

    static func number(in range: ClosedRange<Int>) -> MessageCoding {
        number.checked { value, message in
            guard (Double(range.lowerBound)...Double(range.upperBound)).contains(value) else {
                throw message.mismatch("a number from \(range.lowerBound) to \(range.upperBound)")
            }
        }
    }
}

extension MessageCoding<[UInt8]> {
    /// The form of bytes in Base64 (RFC 4648 §4).
    static var base64: MessageCoding {
        MessageCoding(
            read: { message in
                let text = try String.coding.read(message)
                guard let data = Data(base64Encoded: text) else { throw message.mismatch("Base64 (RFC 4648 §4)") }
                return Array(data)
            },
            write: { .string(Data($0).base64EncodedString()) }
        )
    }
}

// Values that become a part of a request or a reply are checked when the hello message is read, not in each case.

/// A method (RFC 9110 §9.1). Reading a standard method that is not in uppercase adds a remark.
extension Scenario.Method: MessageCodable {
    private static let known: Set<Scenario.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    static var coding: MessageCoding<Scenario.Method> {
        MessageCoding(
            read: { message in
                let text = try MessageCoding.token("a method").read(message)
                let method = Scenario.Method(rawValue: text)
                let upper = Scenario.Method(rawValue: text.uppercased())
                if method != upper, known.contains(upper) {
                    message.addRemark("\(text) is not the method \(upper): methods are case-sensitive (RFC 9110 §9.1)")
                }
                return method
            },
            write: { .string($0.rawValue) }
        )
    }
}

extension MessageCoding<String> {
    /// Returns the form of a name that must be a token (RFC 9110 §5.6.2).
    ///
    /// - Parameter noun: the kind of name, for errors: `a method`.
    static func token(_ noun: String) -> MessageCoding {
        String.coding.checked { text, message in
            guard text.isToken else {
                throw message.mismatch("the name of \(noun), which is a token (RFC 9110 §5.6.2)")
            }
        }
    }

    /// The form of a request path without a query.
    static var path: MessageCoding {
        String.coding.checked { text, message in
            guard text.hasPrefix("/") else { throw message.mismatch("a path that begins with /") }
            guard !text.utf8.contains(UInt8(ascii: "?")) else {
                throw message.mismatch("a path without a query: requests with any query are accepted")
            }
            do throws(Scenario.PathPattern.Malformed) {
                _ = try Scenario.PathPattern(text).segments()
            } catch {
                throw MessageError(message.place, error.reason)
            }
        }
    }

    /// The form of a name that can be a part of a clause ID.
    static var clauseName: MessageCoding {
        String.coding.checked { text, message in
            guard text.isClauseName else { throw message.mismatch(String.clauseName) }
        }
    }
}

/// Header fields, as an array of pairs, or as an object, `{"Retry-After": "1"}`, in which a value may be an array.
extension Scenario.Headers: MessageCodable {
    static var coding: MessageCoding<Scenario.Headers> {
        MessageCoding(
            read: { message in
                var headers: Scenario.Headers = [:]
                if case .array = message.json {
                    for pair in try message.elements() {
                        let parts = try pair.elements()
                        guard parts.count == 2 else { throw pair.mismatch("an array of a name and a value") }
                        headers.append(try String.coding.read(parts[0]), try String.coding.read(parts[1]))
                    }
                    return headers
                }
                for (name, value) in try message.members() {
                    let values = if case .array = value.json { try value.elements() } else { [value] }
                    for value in values { headers.append(name, try String.coding.read(value)) }
                }
                return headers
            },
            write: { .array($0.fields.map { .texts([$0.name, $0.value ?? ""]) }) }
        )
    }

    /// The form of header fields whose names and values are valid in a reply.
    static var sendable: MessageCoding<Scenario.Headers> {
        coding.checked { headers, message in
            for field in headers.fields {
                guard field.name.isToken, (field.value ?? "").utf8.allSatisfy(ByteClass.isFieldValue) else {
                    throw message.mismatch("header fields with valid names and values (RFC 9110 §5.1, §5.5)")
                }
            }
        }
    }
}

extension String {
    fileprivate var isToken: Bool { !isEmpty && utf8.allSatisfy(ByteClass.isToken) }
}

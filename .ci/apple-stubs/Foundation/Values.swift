// Values of Foundation, after swift-foundation, with the availability that it states.

public struct Data: Sendable, Hashable, Codable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public init() {}
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
    public init(repeating repeatedValue: UInt8, count: Int) {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init(contentsOf url: URL) throws {}
    public init?(base64Encoded base64String: String, options: Base64DecodingOptions = []) {}
    public init?(base64Encoded base64Data: Data, options: Base64DecodingOptions = []) {}
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
    public func base64EncodedData(options: Base64EncodingOptions = []) -> Data { self }
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public mutating func append(_ other: Data) {}
    public mutating func append(contentsOf bytes: [UInt8]) {}
    public func subdata(in range: Range<Int>) -> Data { self }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 {
        get { 0 }
        set {}
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { self }
        set {}
    }
    public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
    where C.Element == UInt8 {}

    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1 << 0)
        public static let withoutOverwriting = WritingOptions(rawValue: 1 << 1)
    }
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let ignoreUnknownCharacters = Base64DecodingOptions(rawValue: 1 << 0)
    }
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
}

public struct URL: Sendable, Hashable, Codable, CustomStringConvertible {
    public init?(string: String) {}
    public init?(string: String, relativeTo url: URL?) {}
    public init(fileURLWithPath path: String) {}
    public init(fileURLWithPath path: String, isDirectory: Bool) {}
    public var description: String { "" }
    public var absoluteString: String { "" }
    public var absoluteURL: URL { self }
    public var relativeString: String { "" }
    public var scheme: String? { nil }
    public var host: String? { nil }
    public var port: Int? { nil }
    public var path: String { "" }
    public var query: String? { nil }
    public var fragment: String? { nil }
    public var lastPathComponent: String { "" }
    public var pathComponents: [String] { [] }
    public var pathExtension: String { "" }
    public var isFileURL: Bool { false }
    @available(macOS 13.0, iOS 16.0, *)
    public func host(percentEncoded: Bool = true) -> String? { nil }
    @available(macOS 13.0, iOS 16.0, *)
    public func path(percentEncoded: Bool = true) -> String { "" }
    @available(macOS 13.0, iOS 16.0, *)
    public func query(percentEncoded: Bool = true) -> String? { nil }
    public func appendingPathComponent(_ pathComponent: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    @available(macOS 14.0, iOS 17.0, *)
    public init?(string: String, encodingInvalidCharacters: Bool) {}
}

public struct URLQueryItem: Sendable, Hashable {
    public init(name: String, value: String?) { (self.name, self.value) = (name, value) }
    public var name: String
    public var value: String?
}

public struct URLComponents: Sendable, Hashable {
    public init() {}
    public init?(string: String) {}
    public init?(url: URL, resolvingAgainstBaseURL resolve: Bool) {}
    public var url: URL? { nil }
    public var string: String? { nil }
    public var scheme: String?
    public var host: String?
    public var port: Int?
    public var path: String { get { "" } set {} }
    public var percentEncodedPath: String { get { "" } set {} }
    public var query: String?
    public var percentEncodedQuery: String?
    public var fragment: String?
    public var queryItems: [URLQueryItem]?
    public var percentEncodedQueryItems: [URLQueryItem]?
}

public typealias TimeInterval = Double

public struct Date: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    public init() {}
    public init(timeIntervalSince1970: TimeInterval) {}
    public init(timeIntervalSinceReferenceDate ti: TimeInterval) {}
    public init(timeIntervalSinceNow: TimeInterval) {}
    public init(timeInterval: TimeInterval, since date: Date) {}
    public static let distantPast = Date()
    public static let distantFuture = Date()
    public static var now: Date { Date() }
    public var description: String { "" }
    public var timeIntervalSince1970: TimeInterval { 0 }
    public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
    public var timeIntervalSinceNow: TimeInterval { 0 }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
    public func addingTimeInterval(_ timeInterval: TimeInterval) -> Date { self }
    public func advanced(by n: TimeInterval) -> Date { self }
    public static func < (_ one: Date, _ other: Date) -> Bool { false }
    public static func + (_ one: Date, _ other: TimeInterval) -> Date { one }
    public static func - (_ one: Date, _ other: TimeInterval) -> Date { one }
}

@available(macOS 12.0, iOS 15.0, *)
public protocol FormatStyle<FormatInput, FormatOutput>: Codable, Hashable {
    associatedtype FormatInput
    associatedtype FormatOutput
    func format(_ value: FormatInput) -> FormatOutput
}
@available(macOS 12.0, iOS 15.0, *)
public protocol ParseStrategy<ParseInput, ParseOutput>: Codable, Hashable {
    associatedtype ParseInput
    associatedtype ParseOutput
    func parse(_ value: ParseInput) throws -> ParseOutput
}
@available(macOS 12.0, iOS 15.0, *)
extension Date {
    public struct ISO8601FormatStyle: Sendable, Foundation.FormatStyle, ParseStrategy {
        public enum DateSeparator: String, Codable, Sendable { case dash, omitted }
        public enum DateTimeSeparator: String, Codable, Sendable { case space, standard }
        public enum TimeSeparator: String, Codable, Sendable { case colon, omitted }
        public enum TimeZoneSeparator: String, Codable, Sendable { case colon, omitted }
        public init(
            dateSeparator: DateSeparator = .dash,
            dateTimeSeparator: DateTimeSeparator = .standard,
            timeZone: TimeZone = TimeZone.gmt
        ) {}
        public init(
            dateSeparator: DateSeparator = .dash,
            dateTimeSeparator: DateTimeSeparator = .standard,
            timeSeparator: TimeSeparator = .colon,
            timeZoneSeparator: TimeZoneSeparator = .omitted,
            includingFractionalSeconds: Bool = false,
            timeZone: TimeZone = TimeZone.gmt
        ) {}
        public func format(_ value: Date) -> String { "" }
        public func parse(_ value: String) throws -> Date { Date() }
    }
    public struct FormatStyle: Sendable, Foundation.FormatStyle {
        public struct DateStyle: Sendable, Codable, Hashable {
            public static let omitted = DateStyle()
            public static let long = DateStyle()
        }
        public struct TimeStyle: Sendable, Codable, Hashable {
            public static let omitted = TimeStyle()
            public static let shortened = TimeStyle()
        }
        public init(
            date: DateStyle? = nil,
            time: TimeStyle? = nil,
            locale: Locale = .autoupdatingCurrent,
            calendar: Calendar = .autoupdatingCurrent,
            timeZone: TimeZone = .autoupdatingCurrent
        ) {}
        public func format(_ value: Date) -> String { "" }
    }
    public func formatted<F: Foundation.FormatStyle>(_ format: F) -> F.FormatOutput where F.FormatInput == Date {
        format.format(self)
    }
    public func ISO8601Format(_ style: ISO8601FormatStyle = .init()) -> String { "" }
    public init<T: ParseStrategy>(_ value: T.ParseInput, strategy: T) throws where T.ParseOutput == Date {}
}
@available(macOS 12.0, iOS 15.0, *)
extension ParseStrategy where Self == Date.ISO8601FormatStyle {
    public static var iso8601: Self { Self() }
}
@available(macOS 12.0, iOS 15.0, *)
extension FormatStyle where Self == Date.ISO8601FormatStyle {
    public static var iso8601: Self { Self() }
}

public struct UUID: Sendable, Hashable, Codable, CustomStringConvertible {
    public init() {}
    public init?(uuidString string: String) {}
    public var uuidString: String { "" }
    public var description: String { "" }
}

public struct Decimal: Sendable, Hashable, Comparable, Codable, CustomStringConvertible, SignedNumeric,
    ExpressibleByFloatLiteral
{
    public init() {}
    public init(_ value: Double) {}
    public init(_ value: Int) {}
    public init?<T: BinaryInteger>(exactly source: T) {}
    public init(integerLiteral value: Int) {}
    public init(floatLiteral value: Double) {}
    public init?(string: String, locale: Locale? = nil) {}
    public static let nan = Decimal()
    public var isNaN: Bool { false }
    public var isFinite: Bool { true }
    public var description: String { "" }
    public var magnitude: Decimal { self }
    public static func < (_ one: Decimal, _ other: Decimal) -> Bool { false }
    public static func + (_ one: Decimal, _ other: Decimal) -> Decimal { one }
    public static func - (_ one: Decimal, _ other: Decimal) -> Decimal { one }
    public static func * (_ one: Decimal, _ other: Decimal) -> Decimal { one }
    public static func / (_ one: Decimal, _ other: Decimal) -> Decimal { one }
    public static func *= (_ one: inout Decimal, _ other: Decimal) {}
    public static func /= (_ one: inout Decimal, _ other: Decimal) {}
}

public struct Locale: Sendable, Hashable, Codable {
    public init(identifier: String) {}
    public static var current: Locale { Locale(identifier: "") }
    public static var autoupdatingCurrent: Locale { Locale(identifier: "") }
}
public struct TimeZone: Sendable, Hashable, Codable {
    public init?(identifier: String) {}
    public init?(secondsFromGMT seconds: Int) {}
    init() {}
    public func secondsFromGMT(for date: Date = Date()) -> Int { 0 }
    public static var current: TimeZone { TimeZone() }
    public static var autoupdatingCurrent: TimeZone { TimeZone() }
    @available(macOS 13.0, iOS 16.0, *)
    public static var gmt: TimeZone { TimeZone() }
}
public struct Calendar: Sendable, Hashable, Codable {
    public enum Identifier: Sendable { case gregorian, iso8601 }
    public init(identifier: Identifier) {}
    public static var current: Calendar { Calendar(identifier: .gregorian) }
    public static var autoupdatingCurrent: Calendar { Calendar(identifier: .gregorian) }
    public var timeZone: TimeZone { get { TimeZone() } set {} }
    public func date(from components: DateComponents) -> Date? { nil }
}
public struct DateComponents: Sendable, Hashable, Codable {
    public init(
        calendar: Calendar? = nil,
        timeZone: TimeZone? = nil,
        era: Int? = nil,
        year: Int? = nil,
        month: Int? = nil,
        day: Int? = nil,
        hour: Int? = nil,
        minute: Int? = nil,
        second: Int? = nil,
        nanosecond: Int? = nil,
        weekday: Int? = nil,
        weekdayOrdinal: Int? = nil,
        quarter: Int? = nil,
        weekOfMonth: Int? = nil,
        weekOfYear: Int? = nil,
        yearForWeekOfYear: Int? = nil
    ) {}
    public var year: Int?
    public var month: Int?
    public var day: Int?
    public func isValidDate(in calendar: Calendar) -> Bool { false }
}

public struct CharacterSet: Sendable, Hashable {
    public static var whitespaces: CharacterSet { CharacterSet() }
    public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
    public static var urlQueryAllowed: CharacterSet { CharacterSet() }
    public static var urlPathAllowed: CharacterSet { CharacterSet() }
    public static var alphanumerics: CharacterSet { CharacterSet() }
    public init(charactersIn string: String) {}
    init() {}
}
extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func addingPercentEncoding(withAllowedCharacters allowedCharacters: CharacterSet) -> String? { nil }
    public var removingPercentEncoding: String? { nil }
    public func localizedCaseInsensitiveContains<T: StringProtocol>(_ other: T) -> Bool { false }
    public func padding<T: StringProtocol>(toLength newLength: Int, withPad padString: T, startingAt padIndex: Int)
        -> String
    { "" }
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { [] }
    public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
        of target: Target,
        with replacement: Replacement,
        options: String.CompareOptions = [],
        range searchRange: Range<Index>? = nil
    ) -> String { "" }
}
extension String {
    public init?(data: Data, encoding: Encoding) { return nil }
    public init(format: String, _ arguments: any CVarArg...) { self = "" }
    public struct CompareOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct Encoding: Sendable, Hashable {
        public static let utf8 = Encoding()
        public static let ascii = Encoding()
    }
    public func data(using encoding: Encoding, allowLossyConversion: Bool = false) -> Data? { nil }
}

open class Formatter: NSObject, @unchecked Sendable {}
open class DateFormatter: Formatter, @unchecked Sendable {
    open var locale: Locale! { get { nil } set {} }
    open var timeZone: TimeZone! { get { nil } set {} }
    open var dateFormat: String! { get { nil } set {} }
    open func date(from string: String) -> Date? { nil }
    open func string(from date: Date) -> String { "" }
}
open class ISO8601DateFormatter: Formatter, @unchecked Sendable {
    open func date(from string: String) -> Date? { nil }
    open func string(from date: Date) -> String { "" }
}

// Coders and errors of Foundation, after swift-foundation and Apple's documentation.

open class JSONDecoder: @unchecked Sendable {
    public init() {}
    public enum DateDecodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
        case formatted(DateFormatter)
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }
    public enum KeyDecodingStrategy: Sendable { case useDefaultKeys, convertFromSnakeCase }
    open var dateDecodingStrategy: DateDecodingStrategy { get { .iso8601 } set {} }
    open var keyDecodingStrategy: KeyDecodingStrategy { get { .useDefaultKeys } set {} }
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        throw DecodingError.valueNotFound(type, .init(codingPath: [], debugDescription: ""))
    }
}
open class JSONEncoder: @unchecked Sendable {
    public init() {}
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }
    public enum DateEncodingStrategy: Sendable { case deferredToDate, secondsSince1970, iso8601 }
    open var outputFormatting: OutputFormatting { get { [] } set {} }
    open var dateEncodingStrategy: DateEncodingStrategy { get { .iso8601 } set {} }
    open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}
extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}
public protocol CustomNSError: Error {
    static var errorDomain: String { get }
    var errorCode: Int { get }
    var errorUserInfo: [String: Any] { get }
}
extension CustomNSError {
    public static var errorDomain: String { "" }
    public var errorCode: Int { 0 }
    public var errorUserInfo: [String: Any] { [:] }
}
extension Error {
    public var localizedDescription: String { "" }
}
open class NSError: NSObject, Error, @unchecked Sendable {
    public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
    open var domain: String { "" }
    open var code: Int { 0 }
    open var userInfo: [String: Any] { [:] }
}
public let NSURLErrorDomain = ""
public let NSCocoaErrorDomain = ""
public let NSLocalizedDescriptionKey = ""
public let NSURLErrorFailingURLErrorKey = ""
public var NSUserCancelledError: Int { 3072 }
public struct CocoaError: Error, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var userCancelled: Code { Code(rawValue: 3072) }
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { .userCancelled }
    public static var userCancelled: Code { .userCancelled }
}

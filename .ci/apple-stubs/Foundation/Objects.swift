// Objects of Foundation, after Apple's documentation. Without Objective-C, optional requirements have default
// implementations, and there is no bridging.
@_exported import CoreFoundation
@_exported import Dispatch

public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
    public init() {}
    open func copy() -> Any { self }
    open var description: String { "" }
    open var debugDescription: String { "" }
    open var hash: Int { 0 }
    open func isEqual(_ object: Any?) -> Bool { false }
    public static func == (_ one: NSObject, _ other: NSObject) -> Bool { one.isEqual(other) }
    public func hash(into hasher: inout Hasher) {}
}
public protocol NSLocking { func lock(); func unlock() }
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func lock() {}
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    open func unlock() {}
    open func `try`() -> Bool { true }
}
open class Bundle: NSObject, @unchecked Sendable {
    public class var main: Bundle { Bundle() }
    public convenience init?(path: String) { self.init() }
    public convenience init?(url: URL) { self.init() }
    public init(for aClass: AnyClass) {}
    override init() {}
    open class var allBundles: [Bundle] { [] }
    open class var allFrameworks: [Bundle] { [] }
    open var bundlePath: String { "" }
    open var bundleURL: URL { URL(fileURLWithPath: "") }
    open var resourcePath: String? { nil }
    open var resourceURL: URL? { nil }
    open func path(forResource name: String?, ofType ext: String?) -> String? { nil }
    open func paths(forResourcesOfType ext: String?, inDirectory subpath: String?) -> [String] { [] }
    open func urls(forResourcesWithExtension ext: String?, subdirectory subpath: String?) -> [URL]? { nil }
}
open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { FileManager() }
    open var temporaryDirectory: URL { URL(fileURLWithPath: "") }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func createDirectory(
        atPath path: String,
        withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func removeItem(atPath path: String) throws {}
    open func fileExists(atPath path: String) -> Bool { false }
}
public struct FileAttributeKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
open class FileHandle: NSObject, @unchecked Sendable {
    open class var standardInput: FileHandle { FileHandle() }
    open class var standardOutput: FileHandle { FileHandle() }
    open class var standardError: FileHandle { FileHandle() }
    open func write(_ data: Data) {}
    open func readDataToEndOfFile() -> Data { Data() }
}
open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { ProcessInfo() }
    open var environment: [String: String] { [:] }
    open var arguments: [String] { [] }
    open var processIdentifier: Int32 { 0 }
}
open class Stream: NSObject {
    open func open() {}
    open func close() {}
    open var streamError: (any Error)? { nil }
}
open class InputStream: Stream {
    open func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int { 0 }
    open var hasBytesAvailable: Bool { false }
    public init(data: Data) {}
}

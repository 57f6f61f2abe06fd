// CoreFoundation, after CFRunLoop.h of swift-corelibs-foundation and Apple's documentation of the Swift names.
@_exported import Darwin

public typealias CFTypeRef = AnyObject
public final class CFString {}
public final class CFRunLoop {}
public struct CFRunLoopMode: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }
    public static let defaultMode: CFRunLoopMode! = CFRunLoopMode(rawValue: CFString())
    public static let commonModes: CFRunLoopMode! = CFRunLoopMode(rawValue: CFString())
    public static func == (_ one: Self, _ other: Self) -> Bool { one.rawValue === other.rawValue }
    public func hash(into hasher: inout Hasher) {}
}
public func CFRunLoopGetCurrent() -> CFRunLoop! { nil }
public func CFRunLoopGetMain() -> CFRunLoop! { nil }
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!) {}
public func CFRunLoopWakeUp(_ rl: CFRunLoop!) {}

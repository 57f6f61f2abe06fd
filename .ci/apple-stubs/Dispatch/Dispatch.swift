// Dispatch, after Queue.swift of swift-corelibs-libdispatch and Apple's documentation.
@_exported import Darwin

public struct DispatchQoS: Sendable, Equatable {
    public enum QoSClass: Sendable { case background, utility, `default`, userInitiated, userInteractive, unspecified }
    public static let unspecified = DispatchQoS()
}
public struct DispatchWorkItemFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
open class DispatchObject: @unchecked Sendable {}
public class DispatchGroup: DispatchObject, @unchecked Sendable {}
public class DispatchQueue: DispatchObject, @unchecked Sendable {
    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue() }
    public func async(
        group: DispatchGroup? = nil,
        qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) {}
}

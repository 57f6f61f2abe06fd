// Types of Foundation and of Objective-C whose names a package may want for types of its own: a file that imports
// Foundation and a module with such a type cannot use the name alone.

public struct AttributedString {}
public struct DateInterval {}
public struct IndexPath {}
public struct IndexSet {}
public struct Measurement {}
public struct Notification {}
public struct PersonNameComponents {}
public struct Predicate {}
public struct SortDescriptor {}
public enum SortOrder {}
open class Dimension {}
open class MessagePort {}
open class Operation {}
open class Pipe {}
open class Port {}
open class Progress {}
open class RunLoop {}
open class Scanner {}
open class Thread {}
open class Timer {}
open class Unit {}
open class UserDefaults {}
#if os(macOS)
    open class Host {}
    open class Process: NSObject {
        public override init() {}
    }
#endif
public typealias Category = OpaquePointer
public typealias Ivar = OpaquePointer
public typealias Method = OpaquePointer
public struct Selector {}

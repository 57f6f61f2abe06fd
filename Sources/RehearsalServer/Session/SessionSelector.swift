import Rehearsal
import RehearsalPlatform

/// The session that a request on a shared port selects, and the request's head without the path prefix.
///
/// A request selects a session by a path prefix, as in `GET /~NAME/users` or `GET http://host/~NAME/users`, or by the
/// field `Rehearsal-Session: NAME`. The prefix takes precedence.
struct SessionSelector {
    let name: [UInt8]
    let head: [UInt8]

    static let mostBytes = 64
    private static let scheme = Array("http://".utf8)
    private static let field = Array("rehearsal-session:".utf8)

    /// Whether the bytes are a valid session name: 1 to 64 letters, digits, `-`, `.` and `_`.
    static func isName(_ name: some Collection<UInt8>) -> Bool {
        (1...mostBytes).contains(name.count) && name.allSatisfy(isNameByte)
    }

    /// Reads the head of a request; nil if it selects no session.
    init?(_ head: UnsafeRawBufferPointer) {
        guard let selector = Self(path: head) ?? Self(field: head) else { return nil }
        self = selector
    }

    private init(name: [UInt8], head: [UInt8]) {
        self.name = name
        self.head = head
    }

    private init?(path head: UnsafeRawBufferPointer) {
        guard let path = Self.pathStart(head), path + 1 < head.count, head[path + 1] == UInt8(ascii: "~") else {
            return nil
        }
        let name = head[(path + 2)...].prefix { Self.isNameByte($0) }
        guard Self.isName(name), name.endIndex < head.endIndex else { return nil }
        switch head[name.endIndex] {
        case UInt8(ascii: "/"): self.init(name: Array(name), head: Array(head[..<path]) + head[name.endIndex...])
        // Without the prefix the path is empty, which means "/" (RFC 9110 §4.2.3).
        case 0x20, UInt8(ascii: "?"):
            self.init(name: Array(name), head: Array(head[..<path]) + [UInt8(ascii: "/")] + head[name.endIndex...])
        default: return nil
        }
    }

    /// Returns the offset of the path of an origin-form or absolute-form target (RFC 9112 §3.2); nil without a path.
    private static func pathStart(_ head: UnsafeRawBufferPointer) -> Int? {
        guard let target = head.offset(after: 0x20, from: 0), target < head.count else { return nil }
        if head[target] == UInt8(ascii: "/") { return target }
        let prefix = head[target...].prefix(scheme.count)
        guard prefix.lazy.map(\.asciiLowercased).elementsEqual(scheme) else { return nil }
        let ends: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?")]
        let end = head[prefix.endIndex...].firstIndex { $0 <= 0x20 || ends.contains($0) }
        return end.flatMap { head[$0] == UInt8(ascii: "/") ? $0 : nil }
    }

    private init?(field head: UnsafeRawBufferPointer) {
        var line = 0
        while let start = head.offset(after: 0x0A, from: line) {
            line = start
            // Comparing one byte first is fast and excludes most lines; this loop runs for every request.
            guard start < head.count, head[start].asciiLowercased == Self.field[0] else { continue }
            let name = head[start...].prefix(Self.field.count)
            guard name.lazy.map(\.asciiLowercased).elementsEqual(Self.field) else { continue }
            let value = head[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }.prefix { Self.isNameByte($0) }
            guard Self.isName(value) else { return nil }
            self.init(name: Array(value), head: Array(head))
            return
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "-._") }
}

extension UnsafeRawBufferPointer {
    /// Returns the offset after the next occurrence of a byte at or after an offset; nil without one.
    fileprivate func offset(after byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, start < count,
            let found = memchr(baseAddress + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - baseAddress + 1
    }
}

/// The sessions on a shared port, by name.
final class SharedPortSessions: Sendable {
    private let sessions = Locked(Table())

    /// A struct, because `Locked` of a dictionary would make the runtime search the program for conformances of the
    /// key, which delays the start.
    private struct Table {
        var byName: [[UInt8]: Session] = [:]
    }

    /// The session with this name; nil if there is none.
    subscript(name: [UInt8]) -> Session? { sessions.withLock { $0.byName[name] } }

    /// Adds a session. Returns false if another session has the name.
    func add(_ session: Session, named name: [UInt8]) -> Bool {
        sessions.withLock {
            guard $0.byName[name] == nil else { return false }
            $0.byName[name] = session
            return true
        }
    }

    /// Removes a session, unless another session has the name by now.
    func remove(_ session: Session, named name: [UInt8]) {
        sessions.withLock { if $0.byName[name] === session { $0.byName[name] = nil } }
    }
}

import Rehearsal

/// An error for a message that is not valid.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the value that is not valid: `retry.statuses[1]`; empty for the whole message.
    package var place: String
    /// The problem, such as the expected and the found value.
    package var problem: String

    package init(_ place: String, _ problem: String) { (self.place, self.problem) = (place, problem) }

    package var description: String { place.isEmpty ? problem : "\(place): \(problem)" }
}

/// A value in a message, with its path for errors.
///
/// Members that no code reads are ignored. Those of a hello message are reported as remarks.
struct MessageValue {
    let json: JSON
    let place: String
    /// The recorder of the members that are read; nil if unread members are not to be reported.
    private let known: MemberRecorder?

    init(_ json: JSON, at path: String = "", noting known: MemberRecorder? = nil) {
        (self.json, self.place, self.known) = (json, path, known)
    }

    /// The member with this name; nil if it is missing or null.
    subscript(name: String) -> MessageValue? {
        known?.note(name, of: json, at: place)
        guard let value = json[name], value != .null else { return nil }
        return MessageValue(value, at: below(name), noting: known)
    }

    /// Returns the member with this name; throws if it is missing or null.
    func member(_ name: String) throws(MessageError) -> MessageValue {
        guard isObject else { throw mismatch("an object") }
        guard let value = self[name] else { throw MessageError(below(name), "is missing") }
        return value
    }

    /// Returns the elements of an array; throws for any other value.
    func elements() throws(MessageError) -> [MessageValue] {
        guard case .array(let elements) = json else { throw mismatch("an array") }
        return elements.enumerated().map { MessageValue($1, at: "\(place)[\($0)]", noting: known) }
    }

    /// Returns all members of an object; throws for any other value.
    func members() throws(MessageError) -> [(name: String, value: MessageValue)] {
        guard case .object(let members) = json else { throw mismatch("an object") }
        return members.map { ($0.name, MessageValue($0.value, at: below($0.name), noting: known)) }
    }

    var isObject: Bool { if case .object = json { true } else { false } }

    /// Records a remark on a value that is accepted but probably a mistake.
    func addRemark(_ text: String) { known?.addRemark("\(place): \(text)") }

    private func below(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// Returns the error for a value that differs from what is expected.
    func mismatch(_ expected: String) -> MessageError {
        let text = String(decoding: json.bytes(), as: UTF8.self)
        return MessageError(place, "expected \(expected), found \(text.count > 60 ? "\(text.prefix(59))…" : text)")
    }
}

/// A recorder of the members of a message that are read, so that the others can be reported.
///
/// It is not thread-safe. Only one thread reads a message.
final class MemberRecorder {
    private var objects: [(place: String, members: [JSON.Member], known: Set<String>)] = []
    private var indices: [String: Int] = [:]
    private var addedRemarks: [String] = []

    /// Records that the member `name` of the object at `path` is read.
    func note(_ name: String, of json: JSON, at path: String) {
        guard case .object(let members) = json else { return }
        if let index = indices[path] {
            objects[index].known.insert(name)
        } else {
            indices[path] = objects.count
            objects.append((path, members, [name]))
        }
    }

    /// Records a remark on a value that is accepted but probably a mistake.
    func addRemark(_ text: String) { addedRemarks.append(text) }

    /// The remarks: one for each unread member, with the most similar known name, and then those that were added.
    var remarks: [String] {
        objects.flatMap { object in
            object.members.filter { !object.known.contains($0.name) }.map { member in
                let place = object.place.isEmpty ? member.name : "\(object.place).\(member.name)"
                let nearest = NearestName.of(member.name, in: object.known.sorted())
                return "\(place) is not a known member and has no effect"
                    + (nearest.map { "; did you mean \($0)?" } ?? "")
            }
        } + addedRemarks
    }
}

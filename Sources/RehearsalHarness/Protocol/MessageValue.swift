import Rehearsal

/// What is wrong with a message, and where in it.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `retry.statuses[1]`; empty for the whole message.
    package var place: String
    /// What was found, and what would be right.
    package var problem: String

    package init(_ place: String, _ problem: String) { (self.place, self.problem) = (place, problem) }

    package var description: String { place.isEmpty ? problem : "\(place): \(problem)" }
}

/// A value of a message together with its place, which errors name.
///
/// What must be there is asked for by a function that throws. Members that nothing reads are ignored, but for those of
/// a hello, which are reported.
struct MessageValue {
    let json: JSON
    let place: String
    /// Records the members that are read; nil where others are of no interest.
    private let known: KnownMembers?

    init(_ json: JSON, at place: String = "", noting known: KnownMembers? = nil) {
        (self.json, self.place, self.known) = (json, place, known)
    }

    /// The member of that name; nil if it is missing or null.
    subscript(name: String) -> MessageValue? {
        known?.note(name, of: json, at: place)
        guard let value = json[name], value != .null else { return nil }
        return MessageValue(value, at: below(name), noting: known)
    }

    /// The member of that name, which must be there.
    func member(_ name: String) throws(MessageError) -> MessageValue {
        guard isObject else { throw wrong("an object") }
        guard let value = self[name] else { throw MessageError(below(name), "is missing") }
        return value
    }

    /// The elements of an array.
    func elements() throws(MessageError) -> [MessageValue] {
        guard case .array(let elements) = json else { throw wrong("an array") }
        return elements.enumerated().map { MessageValue($1, at: "\(place)[\($0)]", noting: known) }
    }

    /// The members of an object, whatever their names.
    func members() throws(MessageError) -> [(name: String, value: MessageValue)] {
        guard case .object(let members) = json else { throw wrong("an object") }
        return members.map { ($0.name, MessageValue($0.value, at: below($0.name), noting: known)) }
    }

    var isObject: Bool { if case .object = json { true } else { false } }

    /// Records that a value is taken as it is, although it is probably a mistake.
    func doubt(_ text: String) { known?.doubt("\(place): \(text)") }

    private func below(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    /// The error of a value that is not what it should be.
    func wrong(_ wanted: String) -> MessageError {
        let text = String(decoding: json.bytes(), as: UTF8.self)
        return MessageError(place, "expected \(wanted), found \(text.count > 60 ? "\(text.prefix(59))…" : text)")
    }
}

/// Records which members of a message are read, so that members which nothing reads can be reported.
///
/// Not thread-safe: a message is read by one function.
final class KnownMembers {
    private var objects: [(place: String, members: [JSON.Member], known: Set<String>)] = []
    private var indices: [String: Int] = [:]
    private var doubts: [String] = []

    /// Records that the member `name` of the object at `place` is read.
    func note(_ name: String, of json: JSON, at place: String) {
        guard case .object(let members) = json else { return }
        if let index = indices[place] {
            objects[index].known.insert(name)
        } else {
            indices[place] = objects.count
            objects.append((place, members, [name]))
        }
    }

    /// Records a remark about a value that is read as it is, although it is probably a mistake.
    func doubt(_ text: String) { doubts.append(text) }

    /// One sentence for each member that nothing read, with the known name nearest to it, and then the other remarks.
    var remarks: [String] {
        objects.flatMap { object in
            object.members.filter { !object.known.contains($0.name) }.map { member in
                let place = object.place.isEmpty ? member.name : "\(object.place).\(member.name)"
                let nearest = NearestName.of(member.name, in: object.known.sorted())
                return "\(place) is not a known member and has no effect"
                    + (nearest.map { "; did you mean \($0)?" } ?? "")
            }
        } + doubts
    }
}

import Rehearsal

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

import Rehearsal

/// Secrets whose names are values themselves: `{ "name": "password", "value": "…" }`.
extension RecordingRedaction {
    /// Where the values of a document begin that another member of their object says to be secret.
    func namedByOthers(in root: JSONDocument.Node) -> Set<Int> {
        var found: Set<Int> = []
        var rest = [root]
        while let node = rest.popLast() {
            rest += node.elements
            let members = Array(node.members)
            rest += members.map(\.value)
            let isNamed = members.contains { member in
                Self.naming.contains(member.name) && member.value.string.map { names.members.contains($0) } == true
            }
            guard isNamed else { continue }
            for member in members where Self.named.contains(member.name) {
                found.insert(member.value.range.lowerBound)
            }
        }
        return found
    }

    private static let naming = SecretNames(["name", "key", "field"])
    private static let named = SecretNames(["value", "val"])
}

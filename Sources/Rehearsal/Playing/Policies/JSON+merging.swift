extension JSON {
    /// The value with a merge patch laid over it (RFC 7396 §2): members that are null go, others come or change.
    ///
    /// Members keep their places, new ones come last. It descends as deep as the patch.
    func merged(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member] = if case .object(let members) = self { members } else { [] }
        for change in changes {
            if change.value == .null {
                members.removeAll { $0.name == change.name }
            } else if let index = members.firstIndex(where: { $0.name == change.name }) {
                members[index].value = members[index].value.merged(with: change.value)
            } else {
                members.append(Member(change.name, JSON.null.merged(with: change.value)))
            }
        }
        return .object(members)
    }
}

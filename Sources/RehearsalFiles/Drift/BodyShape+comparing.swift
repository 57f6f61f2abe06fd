extension BodyShape {
    /// What is otherwise in documents of now; of places where nothing stood once nothing is said.
    func changes(to now: BodyShape, ignoring isIgnored: (String) -> Bool) -> [DriftChange] {
        let gone = order.filter { now.places[$0] == nil && isGone($0, in: now) }
        let added = now.order.filter { places[$0] == nil && now.isNew($0, to: self) }
        let removals = gone.map { DriftChange(.memberRemoved, $0, was: places[$0]?.shownKinds) }
        let additions = added.map { DriftChange(.memberAdded, $0, now: now.places[$0]?.shownKinds) }
        let others = order.flatMap { place -> [DriftChange] in
            guard let before = places[place], let after = now.places[place] else { return [] }
            return changes(at: place, before, after, now)
        }
        return (removals + additions + others).filter { !isIgnored($0.place) }
    }

    /// Whether a member that was always there is nowhere, although what it belonged to is.
    private func isGone(_ place: String, in now: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement, let owner = facts.owner, isAlways(place) else {
            return false
        }
        return (now.places[owner]?.objects ?? 0) > 0
    }

    /// Whether what a member belongs to was there before without it.
    private func isNew(_ place: String, to before: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement, let owner = facts.owner else { return false }
        return (before.places[owner]?.objects ?? 0) > 0
    }

    /// Whether every object that could have a member has it.
    private func isAlways(_ place: String) -> Bool {
        guard let facts = places[place], let owner = facts.owner.flatMap({ places[$0] }) else { return true }
        return facts.count >= owner.objects
    }

    private func changes(at place: String, _ before: Facts, _ after: Facts, _ now: BodyShape) -> [DriftChange] {
        var changes: [DriftChange] = []
        if !before.isElement, isAlways(place), !now.isAlways(place), let owner = after.owner {
            let objects = now.places[owner]?.objects ?? 0
            changes.append(DriftChange(.memberMissing, place, now: "\(objects - after.count) of \(objects)"))
        }
        guard !before.isOpen else { return changes }
        let new = after.kinds.subtracting(before.kinds)
        if new.contains(.null) { changes.append(DriftChange(.nullable, place)) }
        // What was only ever null says nothing of what it is when it is not.
        let known = before.kinds.subtracting([.null])
        guard !known.isEmpty else { return changes }
        guard new.subtracting([.null]).isEmpty else {
            changes.append(DriftChange(.retyped, place, was: before.shownKinds, now: after.shownKinds))
            return changes
        }
        if before.fraction == nil, let fraction = after.fraction, known.contains(.number) {
            changes.append(DriftChange(.fraction, place, now: fraction))
        }
        return changes + texts(at: place, before, after)
    }

    private func texts(at place: String, _ before: Facts, _ after: Facts) -> [DriftChange] {
        if before.forms.count == 1, let form = before.forms.first, form.isStrict, !after.forms.isEmpty {
            guard let other = after.forms.subtracting(before.forms).map(\.rawValue).min() else { return [] }
            return [DriftChange(.form, place, was: form.rawValue, now: other)]
        }
        guard before.isEnumeration else { return [] }
        let known = before.words.sorted().joined(separator: ", ")
        return after.words.subtracting(before.words).filter { TextForm($0) == .word }.sorted().map {
            DriftChange(.word, place, was: known, now: $0)
        }
    }
}

import RehearsalRedaction

extension BodyShape {
    /// What decides how two shapes are compared.
    struct Terms: Sendable {
        var ignored = DriftIgnored()
        var words = FewWords()
        /// Whether documents tell numbers, truth and text from each other; elements and cells are all text.
        var isTyped = true
    }

    /// What is otherwise in documents of now; of places where nothing stood once nothing is said.
    func changes(to now: BodyShape, _ terms: Terms) -> [DriftChange] {
        let mine = order.filter { !terms.ignored.ignores($0) }
        let gone = mine.filter { now.places[$0] == nil && isGone($0, in: now) }
        let added = now.order.filter {
            places[$0] == nil && now.isNew($0, to: self) && !terms.ignored.ignores($0)
        }
        let removals = gone.map { DriftChange(.memberRemoved, "\($0)", was: places[$0]?.shownKinds) }
        let additions = added.map { DriftChange(.memberAdded, "\($0)", now: now.places[$0]?.shownKinds) }
        let others = mine.flatMap { place -> [DriftChange] in
            guard let before = places[place], let after = now.places[place] else { return [] }
            return missing(at: place, before, after, now)
                + (before.isOpen ? [] : values(at: place, before, after, terms))
        }
        return removals + additions + others
    }

    /// Whether a member that was always there is nowhere, although what it belonged to is.
    private func isGone(_ place: DriftPlace, in now: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement, !facts.repeats, isAlways(place) else { return false }
        return now.owners(of: facts) > 0
    }

    /// Whether what a member belongs to was there before without it.
    private func isNew(_ place: DriftPlace, to before: BodyShape) -> Bool {
        guard let facts = places[place], !facts.isElement else { return false }
        return before.owners(of: facts) > 0
    }

    /// How many there are of what could have such a member.
    private func owners(of facts: Facts) -> Int {
        guard let owner = facts.owner.flatMap({ places[$0] }) else { return 0 }
        return facts.isAttribute ? owner.count : owner.objects
    }

    /// Whether every object that could have a member has it.
    func isAlways(_ place: DriftPlace) -> Bool {
        guard let facts = places[place] else { return true }
        return facts.owners >= owners(of: facts)
    }

    private func missing(at place: DriftPlace, _ before: Facts, _ after: Facts, _ now: BodyShape) -> [DriftChange] {
        guard !before.isElement, !before.repeats, isAlways(place), !now.isAlways(place) else { return [] }
        let objects = now.owners(of: after)
        return [DriftChange(.memberMissing, "\(place)", now: "\(objects - after.owners) of \(objects)")]
    }

    private func values(at place: DriftPlace, _ before: Facts, _ after: Facts, _ terms: Terms) -> [DriftChange] {
        var new = after.kinds.subtracting(before.kinds)
        if !terms.isTyped, before.kinds.contains(.string) { new.remove(.bool) }
        let nulls = new.contains(.null) ? [DriftChange(.nullable, "\(place)")] : []
        // What was only ever null says nothing of what it is when it is not.
        let known = before.kinds.subtracting([.null])
        guard !known.isEmpty else { return nulls }
        guard new.subtracting([.null]).isEmpty else {
            return nulls + [DriftChange(.retyped, "\(place)", was: before.shownKinds, now: after.shownKinds)]
        }
        if before.fraction == nil, let fraction = after.fraction, known.contains(.number) {
            return nulls + [DriftChange(.fraction, "\(place)", now: fraction)]
        }
        return nulls + forms(at: place, before, after, terms) + newWords(at: place, before, after, terms.words)
    }

    private func forms(at place: DriftPlace, _ before: Facts, _ after: Facts, _ terms: Terms) -> [DriftChange] {
        guard !before.forms.isEmpty, before.forms.allSatisfy({ $0.isStrict(among: before.count) }) else { return [] }
        let new = after.forms.subtracting(before.forms).filter { !Self.isChance($0, before, after) }
        let shown = { (form: TextForm) in
            form == .number && !terms.isTyped ? "a number" : form.description
        }
        guard let other = new.map(shown).min() else { return [] }
        let was = before.forms.map(shown).sorted().joined(separator: " or ")
        return [DriftChange(.form, "\(place)", was: was, now: other)]
    }

    /// Whether a moment has no fraction because it is a whole second, which some writers then leave out.
    private static func isChance(_ form: TextForm, _ before: Facts, _ after: Facts) -> Bool {
        guard case .moment(var moment) = form, !moment.hasFraction else { return false }
        moment.hasFraction = true
        let other = TextForm.moment(moment)
        return before.forms.contains(other) && (after.count < 2 || after.forms.contains(other))
    }

    private func newWords(at place: DriftPlace, _ before: Facts, _ after: Facts, _ words: FewWords) -> [DriftChange] {
        let isDeclared = words.isDeclared(place) && !before.words.isEmpty
        guard isDeclared || words.areSeen(at: place, before) else { return [] }
        let known = before.words.sorted().joined(separator: ", ")
        let new = after.words.subtracting(before.words).filter { isDeclared || before.forms.contains(TextForm($0)) }
        return new.sorted().map { DriftChange(.word, "\(place)", was: known, now: $0) }
    }
}

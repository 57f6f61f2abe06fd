extension JSON {
    /// Whether every member and element of another document is in this one, wherever this one has more.
    ///
    /// Elements of a list are looked for in any order; what is neither object nor list must be the same.
    package func contains(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let wanted)):
            wanted.allSatisfy { wish in
                members.contains { $0.name.utf8.elementsEqual(wish.name.utf8) && $0.value.contains(wish.value) }
            }
        case (.array(let elements), .array(let wanted)):
            wanted.allSatisfy { wish in elements.contains { $0.contains(wish) } }
        default: isEquivalent(to: other)
        }
    }

    /// The text of a string or of another scalar; of an object or a list, its JSON.
    package var plainText: [UInt8] {
        if case .string(let text) = self { return Array(text.utf8) }
        return bytes()
    }
}

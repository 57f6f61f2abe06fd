extension JSON {
    /// The element at that place of an array; nil if this is no array or has no such place.
    public subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension String {
    /// Whether both are written alike, scalar by scalar; `==` also takes for equal what only looks alike.
    func isWritten(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension JSONTemplate {
    /// What keeps a document from being a template: everything that is wrong with its strings and names.
    package struct Malformed: Error, Sendable, Hashable {
        /// At least one, in the order of the document.
        package let mistakes: [Mistake]
    }

    /// A string or name that is no template.
    package struct Mistake: Sendable, Hashable {
        /// Which one of the names and values of the document,
        /// in the order in which they are written: 0 is the document.
        package let place: Int
        /// What is wrong with it, and at which of its characters.
        package let error: Template.Malformed
    }
}

import Rehearsal

/// The differences that are named once for an imposter, each at the first place where it occurs.
struct MountebankDifferences {
    private(set) var first: [Kind: ImportValue] = [:]

    /// A respect in which mountebank takes more requests than the scenario does.
    enum Kind: CaseIterable {
        case paths, names, lists, texts

        /// What mountebank does.
        var problem: String {
            switch self {
            case .paths: "letters of a path are compared whatever their case"
            case .names: "letters of a name are compared whatever their case"
            case .lists:
                "in a document, elements of a list are compared in place of a value, and no value as an empty text"
            case .texts: "values of documents are compared as texts, whatever their case"
            }
        }

        /// What the scenario does.
        var instead: String {
            switch self {
            case .paths, .names: "their case matters, here and below"
            case .lists: "neither is taken, here and below"
            case .texts: "a value of another kind, or in another case, is not taken, here and below"
            }
        }
    }

    mutating func add(_ kind: Kind, at value: ImportValue) { first[kind] = first[kind] ?? value }

    /// Names all of them.
    func tell() {
        for kind in Kind.allCases {
            if let value = first[kind] { value.differ(kind.problem, instead: kind.instead) }
        }
    }
}

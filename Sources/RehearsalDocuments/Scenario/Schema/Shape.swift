import Rehearsal

/// What a value in a scenario document may be, as far as a schema can say it.
indirect enum Shape: Sendable {
    /// Any JSON.
    case any
    /// The key is known and never right.
    case never
    /// One of these words.
    case words([String])
    /// A text; the pattern is one of ECMA-262, which is what JSON Schema asks for.
    case string(pattern: String? = nil, minLength: Int? = nil)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Int>)
    case bool
    case null
    /// Anything but an object.
    case noObject
    case list(Shape, count: ClosedRange<Int> = 0...Int.max, isUnique: Bool = false)
    /// Values by names that are the writer's own.
    case map(Shape, names: String? = nil)
    case object(ObjectShape)
    /// One of several.
    case either([Shape])
    /// What is defined under that name.
    case ref(String)
}

/// An object whose keys the format gives.
struct ObjectShape: Sendable {
    var fields: [Field]
    var rules: [Rule] = []

    /// A key, what it is for, and what its value may be.
    struct Field: Sendable {
        var name: String
        var purpose: String
        var value: Shape

        init(_ name: String, _ purpose: String, _ value: Shape) {
            (self.name, self.purpose, self.value) = (name, purpose, value)
        }
    }

    /// Which keys go together.
    enum Rule: Sendable {
        case required([String])
        case exactlyOne([String])
        case atMostOne([String])
        case atLeastOne([String])
        /// Where the first is, the others are too.
        case needs(String, [String])
        /// Where the first is, none of the others is.
        case excludes(String, [String])
        /// Where the first is, the second is one of these words.
        case needsWord(String, String, [String])
    }
}

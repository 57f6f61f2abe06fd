/// The evaluation of one schema that applies others.
///
/// Frames replace recursion, so that the deepest value cannot overflow a small stack.
struct SchemaFrame {
    let node: Int
    let value: JSON
    /// The members or elements that the schema evaluated.
    var marks: SchemaMarks
    /// The index of the current step.
    var step = 0
    var isValid = true

    // The progress in the current step.
    /// The index of the next schema, member or element.
    var position = 0
    /// The part of the work on the current position.
    var phase = 0
    /// The number of schemas or elements that matched.
    var count = 0
    /// The index of the first schema that matched.
    var first = 0
    var hasFailed = false
    /// Whether a keyword applies to the current member.
    var isKnown = false
    /// The required names that are present.
    var present = SchemaMarks(isRecording: true)

    /// The state to restore when the schema is evaluated.
    let outside: Outside

    struct Outside {
        var isCollecting: Bool
        var keywordCount: Int
        var instanceCount: Int
        var firstTarget: Int
        var isTarget: Bool
        var entersResource: Bool
        /// Whether the schema applies to the same value as the schema outside.
        var isInPlace: Bool
    }

    init(node: Int, value: JSON, isRecording: Bool, outside: Outside) {
        self.node = node
        self.value = value
        self.outside = outside
        marks = SchemaMarks(isRecording: isRecording)
    }

    /// Begins the next step.
    mutating func advance() {
        step += 1
        (position, phase, count, first) = (0, 0, 0, 0)
        (hasFailed, isKnown) = (false, false)
        present = SchemaMarks(isRecording: true)
    }
}

/// The application of a schema by a keyword of another.
struct SchemaDescent {
    var node: Int
    var value: JSON
    var keyword: SchemaKeyword
    /// The name or index below the keyword.
    var token: SchemaChildPlace?
    /// The member or element to which the schema applies; nil for the same value.
    var child: SchemaChildPlace?
    /// Whether the result is not yet a violation.
    var isProbe = false
    /// Whether the schema is the target of a reference.
    var isTarget = false
}

/// The place of a member or an element in its value.
enum SchemaChildPlace {
    case name(String)
    case index(Int)

    var token: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }
}

/// The next part of a step that requires several schemas.
enum SchemaMove {
    case descend(SchemaDescent)
    /// A violation without another schema.
    case fail
    case end
}

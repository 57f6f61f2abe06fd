import Rehearsal

/// A fault of a document, and where it is written.
struct PlacedFault {
    var fault: Fault
    /// What happens.
    var effect: Range<Int>
    /// When it happens.
    var stage: Range<Int>
}

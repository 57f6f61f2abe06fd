/// Every so many elements of an array, between two places (RFC 9535 §2.3.4).
struct JSONPathSlice: Sendable {
    /// From the end where it is negative; the end at which the step begins if nil.
    var start: Int?
    /// The first place that is not meant, as `start` is counted; the other end if nil.
    var end: Int?
    /// Backwards where it is negative; 0 selects nothing.
    var step = 1

    /// The place of the element that comes so many after the first; nil if there is none.
    func place(_ number: Int, of count: Int) -> Int? {
        guard step != 0, count > 0 else { return nil }
        let isForward = step > 0
        // Backwards, what is before the first element is as far as one can go, and that is -1.
        let bounds = isForward ? 0...count : -1...(count - 1)
        let first = Self.clamped(start ?? (isForward ? 0 : count - 1), count, bounds)
        let last = Self.clamped(end ?? (isForward ? count : -count - 1), count, bounds)
        let place = first + number * step
        return isForward ? (place < last ? place : nil) : (place > last ? place : nil)
    }

    private static func clamped(_ place: Int, _ count: Int, _ bounds: ClosedRange<Int>) -> Int {
        min(max(place < 0 ? place + count : place, bounds.lowerBound), bounds.upperBound)
    }
}

/// The members or elements of a value that keywords evaluated (core §11).
struct SchemaMarks {
    /// Whether a schema needs the marks. Otherwise nothing is recorded.
    let isRecording: Bool
    private var includesAll = false
    private var low: UInt64 = 0
    /// The marks of the indices from 64.
    private var high: [UInt64] = []

    init(isRecording: Bool) { self.isRecording = isRecording }

    static var none: SchemaMarks { SchemaMarks(isRecording: false) }

    mutating func insertAll() { includesAll = true }

    mutating func insert(_ index: Int) {
        guard isRecording else { return }
        guard index >= 64 else {
            low |= 1 << UInt64(index)
            return
        }
        let word = index / 64 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(index % 64)
    }

    func contains(_ index: Int) -> Bool {
        if includesAll { return true }
        guard index >= 64 else { return low >> UInt64(index) & 1 == 1 }
        let word = index / 64 - 1
        return word < high.count && high[word] >> UInt64(index % 64) & 1 == 1
    }

    mutating func formUnion(_ other: SchemaMarks) {
        guard isRecording else { return }
        includesAll = includesAll || other.includesAll
        low |= other.low
        while high.count < other.high.count { high.append(0) }
        for (index, word) in other.high.enumerated() { high[index] |= word }
    }
}

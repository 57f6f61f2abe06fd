/// Lets so many cases run at a time, whatever number of test cases there are: each has a backend and a client, and what
/// takes its time must not take that of all others.
actor CaseGate {
    /// Of all tests of this process.
    static let shared = CaseGate(places: 8)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    /// Does something when there is a place, in the order of the asking.
    nonisolated func pass<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
        await enter()
        let value = await body()
        await leave()
        return value
    }

    private func enter() async {
        guard places == 0 else {
            places -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        // Whoever has waited longest takes the place that becomes free.
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}

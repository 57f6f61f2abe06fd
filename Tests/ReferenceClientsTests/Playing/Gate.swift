/// Opens for all when so many have arrived.
actor Gate {
    private var missing: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(opensAt count: Int) { missing = count }

    /// Returns when the gate is open.
    func arrive() async {
        missing -= 1
        await withCheckedContinuation {
            waiters.append($0)
            open()
        }
    }

    private func open() {
        guard missing <= 0 else { return }
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

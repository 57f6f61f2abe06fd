/// Suspends its callers until the given number of them have arrived.
actor Barrier {
    private var missing: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { missing = count }

    /// Returns once all callers have arrived.
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

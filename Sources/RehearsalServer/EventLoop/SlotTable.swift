/// The connections and listeners of a loop by slot, in memory of its own.
///
/// Behind a pointer, because an array in a class would be checked for overlapping access at each of the several uses
/// that a request makes of it; the table belongs to one thread.
final class SlotTable {
    struct Slot {
        var generation: UInt32 = 0
        var connection: HTTPConnection?
        var listener: EventLoop.Listener?
        /// When the timers will next look at it.
        var timerAt = Int64.max
        /// A later time at which they will, because its entry is in the heap already.
        var laterAt = Int64.max
    }

    private var base: UnsafeMutablePointer<Slot>
    private var capacity = 64
    private(set) var count = 0

    init() {
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    subscript(index: Int) -> Slot {
        _read {
            precondition(index < count, "a slot that was never taken")
            yield base[index]
        }
        _modify {
            precondition(index < count, "a slot that was never taken")
            yield &base[index]
        }
    }

    func append() {
        if count == capacity {
            let larger = UnsafeMutablePointer<Slot>.allocate(capacity: capacity * 2)
            larger.moveInitialize(from: base, count: count)
            base.deallocate()
            base = larger
            capacity *= 2
        }
        (base + count).initialize(to: Slot())
        count += 1
    }
}

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

/// Which slot wants to be looked at when: a binary heap, earliest first.
///
/// An entry is a hint. Whoever takes one out asks the slot whether its time has really come, so that moving a deadline
/// back costs nothing.
struct TimerHeap {
    struct Entry {
        var time: Int64
        var slot: Int32
    }

    private var entries: [Entry] = []

    var earliest: Int64? { entries.first?.time }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].time < entries[parent].time else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the earliest entry out if its time is not after `now`.
    mutating func pop(notAfter now: Int64) -> Entry? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].time < entries[least].time { least = child }
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}

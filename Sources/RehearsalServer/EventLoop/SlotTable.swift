/// The connections and listeners of a loop, by slot.
///
/// The storage is a pointer, because an array in a class costs an exclusivity check at each access. One thread owns
/// the table, so no check is needed.
final class SlotTable {
    struct Slot {
        /// A number that changes with each user of the slot, so that events for a previous user are ignored.
        var generation: UInt32 = 0
        var connection: HTTPConnection? {
            didSet { unretainedConnection = connection.map(Unmanaged.passUnretained) }
        }
        /// The same connection, which events reach without a retain and a release for each of them.
        private(set) var unretainedConnection: Unmanaged<HTTPConnection>?
        var listener: EventLoop.Listener?
        /// The time of the slot's next timer.
        var timerAt = Int64.max
        /// The time of the following timer, whose entry is already in the heap.
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
            precondition(index < count, "the slot does not exist")
            yield base[index]
        }
        _modify {
            precondition(index < count, "the slot does not exist")
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

/// The timers of slots: a binary heap, earliest first.
///
/// Entries can be outdated: the loop compares each with the timer of its slot, so postponing a deadline is free.
struct TimerHeap {
    struct Entry {
        var time: Int64
        var slot: Int32
    }

    private var entries: [Entry] = []

    /// The time of the earliest entry; `.max` without entries.
    @inline(__always) var earliest: Int64 { entries.isEmpty ? .max : entries[0].time }

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

    /// Removes and returns the earliest entry if its time is not after `now`.
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
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].time < entries[smallest].time { smallest = child }
            }
            guard smallest != parent else { return }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}

/// The steps at which a machine can be at one place of a text, each once.
struct PatternWays {
    /// Steps that wait: for a character, for the end, or for nothing any more.
    private(set) var steps: [Int32] = []
    private(set) var isAccepting = false
    /// How many steps were looked at since the first text.
    var work = 0

    /// By step: the round in which it was last reached.
    private var reached: [Int]
    private var round = 0
    private var open: [Int] = []

    init(_ count: Int) { reached = [Int](repeating: 0, count: count) }

    /// Begins with no step.
    mutating func begin() {
        round += 1
        steps.removeAll(keepingCapacity: true)
        isAccepting = false
    }

    /// Adds a step and all to which it leads without a character.
    ///
    /// The stack is an array, so that no pattern can overflow it.
    mutating func follow(
        _ first: Int,
        _ program: [PatternProgram.Step],
        atStart: Bool = false,
        atEnd: Bool = false,
    ) {
        var next: Int? = first
        while let step = next {
            next = visit(step, program[step], atStart: atStart, atEnd: atEnd) ?? open.popLast()
        }
    }

    /// The step after this one that needs no character, if there is one and this one is new.
    private mutating func visit(_ step: Int, _ what: PatternProgram.Step, atStart: Bool, atEnd: Bool) -> Int? {
        work += 1
        guard reached[step] != round else { return nil }
        reached[step] = round
        switch what {
        case .jump(let target): return target
        case .split(let one, let other):
            open.append(other)
            return one
        case .start: return atStart ? step + 1 : nil
        case .end where atEnd: return step + 1
        case .accept: isAccepting = true
        case .set, .end: break
        }
        steps.append(Int32(step))
        return nil
    }

    func hasReached(_ step: Int32) -> Bool { reached[Int(step)] == round }
}

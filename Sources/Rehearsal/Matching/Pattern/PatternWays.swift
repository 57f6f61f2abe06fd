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
        open.append(first)
        while let step = open.popLast() {
            work += 1
            guard reached[step] != round else { continue }
            reached[step] = round
            switch program[step] {
            case .jump(let target): open.append(target)
            case .split(let one, let other):
                open.append(other)
                open.append(one)
            case .start: if atStart { open.append(step + 1) }
            case .end:
                if atEnd { open.append(step + 1) } else { steps.append(Int32(step)) }
            case .accept:
                isAccepting = true
                steps.append(Int32(step))
            case .set: steps.append(Int32(step))
            }
        }
    }

    func hasReached(_ step: Int32) -> Bool { reached[Int(step)] == round }
}

extension Fault {
    /// How long something takes: always the same, or drawn anew each time.
    public enum Delay: Sendable, Hashable {
        /// Always that long.
        case fixed(Duration)
        /// Any time between two, both included, each as likely as another.
        case uniform(Duration, Duration)
        /// As answers of real servers are spread: half are shorter than the median, one in a hundred longer than p99.
        case logNormal(median: Duration, p99: Duration)

        /// No time at all.
        public static let none = Delay.fixed(.zero)
        /// Always that many milliseconds.
        public static func milliseconds(_ count: Int) -> Delay { .fixed(.milliseconds(count)) }
        /// Always that many seconds.
        public static func seconds(_ count: Int) -> Delay { .fixed(.seconds(count)) }

        /// Nanoseconds, never negative.
        package func draw(from random: inout RandomSource) -> Int64 {
            switch self {
            case .fixed(let duration): max(0, duration.nanoseconds)
            case .uniform(let least, let most):
                random.uniform(max(0, least.nanoseconds), max(0, most.nanoseconds))
            case .logNormal(let median, let p99): random.logNormal(median: median.nanoseconds, p99: p99.nanoseconds)
            }
        }

        /// Whether it takes no time, whatever is drawn.
        package var isNone: Bool {
            switch self {
            case .fixed(let duration): duration <= .zero
            case .uniform(_, let most): most <= .zero
            case .logNormal(let median, _): median <= .zero
            }
        }

        /// Whether it differs from one time to the next.
        package var isRandom: Bool {
            switch self {
            case .fixed: false
            case .uniform(let least, let most): least != most
            case .logNormal: true
            }
        }
    }
}

extension Fault.Delay: CustomStringConvertible {
    /// As it is shown to people.
    public var description: String {
        switch self {
        case .fixed(let duration): duration.shown
        case .uniform(let least, let most): "\(least.shown) to \(most.shown)"
        case .logNormal(let median, let p99): "about \(median.shown), one in a hundred over \(p99.shown)"
        }
    }
}

extension Fault {
    /// A delay that is constant, or random for each use.
    public enum Delay: Sendable, Hashable {
        /// A constant time.
        case fixed(Duration)
        /// A uniform distribution between two times, both included.
        case uniform(Duration, Duration)
        /// A log-normal distribution, as server latencies have: half are below the median, one in a hundred above p99.
        case logNormal(median: Duration, p99: Duration)

        /// No delay.
        public static let none = Delay.fixed(.zero)
        /// Returns a constant delay in milliseconds.
        public static func milliseconds(_ count: Int) -> Delay { .fixed(.milliseconds(count)) }
        /// Returns a constant delay in seconds.
        public static func seconds(_ count: Int) -> Delay { .fixed(.seconds(count)) }

        /// Returns a delay in nanoseconds, never negative.
        package func sample(from random: inout RandomSource) -> Int64 {
            switch self {
            case .fixed(let duration): max(0, duration.nanoseconds)
            case .uniform(let minimum, let maximum):
                random.uniform(max(0, minimum.nanoseconds), max(0, maximum.nanoseconds))
            case .logNormal(let median, let p99): random.logNormal(median: median.nanoseconds, p99: p99.nanoseconds)
            }
        }

        /// Whether the delay is always zero.
        package var isZero: Bool {
            switch self {
            case .fixed(let duration): duration <= .zero
            case .uniform(_, let maximum): maximum <= .zero
            case .logNormal(let median, _): median <= .zero
            }
        }

        /// Whether the delay can differ between uses.
        package var isRandom: Bool {
            switch self {
            case .fixed: false
            case .uniform(let minimum, let maximum): minimum != maximum
            case .logNormal: true
            }
        }
    }
}

extension Fault.Delay: CustomStringConvertible {
    /// The delay for messages: `0.5 s to 2 s`.
    public var description: String {
        switch self {
        case .fixed(let duration): duration.displayText
        case .uniform(let minimum, let maximum): "\(minimum.displayText) to \(maximum.displayText)"
        case .logNormal(let median, let p99): "about \(median.displayText), one in a hundred over \(p99.displayText)"
        }
    }
}

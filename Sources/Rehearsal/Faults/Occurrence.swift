extension Fault {
    /// For which of the requests that get a reply its fault happens, counted from the first of them.
    ///
    /// `skip` is taken off first; of what is left `first` are meant, of these every `every`th, and of these each with
    /// the probability `chance`.
    public struct Occurrence: Sendable, Hashable {
        /// No more than so many; nil for no limit.
        public var first: Int?
        /// Not for the first so many.
        public var skip: Int
        /// Only for each so-manyth, beginning with the first.
        public var every: Int
        /// 0 to 1, drawn from the seed of the session.
        public var chance: Double

        /// Every request that is left when all of these have had their say.
        public init(first: Int? = nil, skip: Int = 0, every: Int = 1, chance: Double = 1) {
            self.first = first
            self.skip = skip
            self.every = every
            self.chance = chance
        }

        /// For every request.
        public static let always = Occurrence()
        /// For so many requests, then never again.
        public static func first(_ count: Int) -> Occurrence { Occurrence(first: count) }
        /// For each request with that probability, 0 to 1.
        public static func chance(_ chance: Double) -> Occurrence { Occurrence(chance: chance) }

        /// Whether it happens for the request of this number, from 0. Draws only if the outcome hangs on it.
        package func includes(_ number: Int, _ random: inout RandomSource) -> Bool {
            let index = number - max(0, skip)
            guard index >= 0, index < first ?? .max, index % max(1, every) == 0 else { return false }
            return chance >= 1 || random.unit() < chance
        }
    }
}

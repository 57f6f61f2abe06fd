extension Scenario {
    /// A change of variables when a reply is selected. Conditions (`state`) and templates of later requests read them.
    ///
    /// The selection and the change are one atomic operation: of several concurrent requests that require a state, only
    /// one changes it. A fault at `requestBody` takes effect before the change, every other fault after it.
    public struct Change: Sendable, Hashable {
        /// New values by variable name; strings may contain templates. The variable `state` names the state.
        public var set: [JSON.Member]
        /// Additions to integer variables. A variable without an integer starts at 0.
        public var increment: [Increment]
        /// The names of the variables to remove.
        public var remove: [String]
        /// Values to copy from the request body; a missing value leaves its variable unchanged.
        public var capture: [Capture]

        /// Creates a change that applies its parts in this order.
        ///
        /// - Parameter state: the new value of the variable `state`.
        public init(
            state: String? = nil,
            set: [JSON.Member] = [],
            increment: [Increment] = [],
            remove: [String] = [],
            capture: [Capture] = [],
        ) {
            self.set = (state.map { [JSON.Member("state", .string($0))] } ?? []) + set
            self.increment = increment
            self.remove = remove
            self.capture = capture
        }

        /// An addition to a variable.
        public struct Increment: Sendable, Hashable {
            /// The name of the variable.
            public var name: String
            /// The number to add; may be negative.
            public var by: Int

            /// Creates an addition to the variable of this name.
            public init(_ name: String, by: Int = 1) {
                self.name = name
                self.by = by
            }
        }

        /// A value to copy from the request body into a variable.
        public struct Capture: Sendable, Hashable {
            /// The name of the variable.
            public var name: String
            /// The location of the value in the body.
            public var pointer: JSON.Pointer

            /// Creates a copy of the value at `pointer` into the variable of this name.
            public init(_ name: String, at pointer: JSON.Pointer) {
                self.name = name
                self.pointer = pointer
            }
        }

        /// Whether the change has no effect.
        package var isEmpty: Bool { self.set.isEmpty && increment.isEmpty && remove.isEmpty && capture.isEmpty }
    }
}

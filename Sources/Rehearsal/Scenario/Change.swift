extension Scenario {
    /// What a reply changes for those that come after it: variables, which conditions (`state`) and templates ask for.
    ///
    /// It happens with the decision, in one step that no other request comes between, so that of any number of requests
    /// that ask for the same state one finds it; a fault at `requestBody` comes before it, every other one after.
    public struct Change: Sendable, Hashable {
        /// Values by the names of variables; strings may hold templates. The variable `state` is the state by itself.
        public var set: [JSON.Member]
        /// Added to whole numbers; a variable that is none begins at 0.
        public var increment: [Increment]
        /// Variables that are there no longer.
        public var remove: [String]
        /// Taken from the body of the request; what is not there leaves the variable as it is.
        public var capture: [Capture]

        /// All of these, in this order.
        ///
        /// - Parameter state: the state to go to: the value of the variable `state`.
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

        /// What is added to a variable.
        public struct Increment: Sendable, Hashable {
            /// The variable.
            public var name: String
            /// What is added; may be negative.
            public var by: Int

            /// Adds to the variable of that name.
            public init(_ name: String, by: Int = 1) {
                self.name = name
                self.by = by
            }
        }

        /// What is taken from the body of a request.
        public struct Capture: Sendable, Hashable {
            /// The variable.
            public var name: String
            /// Where it stands in the body.
            public var pointer: JSON.Pointer

            /// Takes what stands there into the variable of that name.
            public init(_ name: String, at pointer: JSON.Pointer) {
                self.name = name
                self.pointer = pointer
            }
        }

        /// Changes nothing.
        package var isEmpty: Bool { self.set.isEmpty && increment.isEmpty && remove.isEmpty && capture.isEmpty }
    }
}

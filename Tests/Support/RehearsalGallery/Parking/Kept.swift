/// A value from the server or, where that was not reached, from the store.
package struct Kept<Value: Sendable>: Sendable {
    package var value: Value
    /// Whether it is from the store.
    package var isStale = false
}

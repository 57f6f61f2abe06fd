/// A value from the server or, if the server was unreachable, from the store.
package struct Cached<Value: Sendable>: Sendable {
    package var value: Value
    /// Whether the value is from the store.
    package var isStale = false
}

/// The limits of a YAML document.
///
/// The maximum number of nesting levels is ``JSONDocument/depthLimit``.
package struct YAMLLimits: Sendable, Hashable {
    /// The maximum number of bytes, at most 1 GiB.
    package var bytes = 64 << 20
    /// The maximum number of names and values.
    package var nodes = 4_000_000
    /// The maximum number of names and values that aliases repeat.
    package var repeatedNodes = 1_000_000
    /// The maximum number of bytes of the texts that aliases repeat.
    package var repeatedBytes = 16 << 20
    /// The maximum number of names and values after merge keys in their mappings.
    package var movedNodes = 16_000_000

    package init() {}
}

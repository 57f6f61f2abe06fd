/// A parser of untrusted bytes, with the invariants that must hold for every input.
///
/// The fuzzer searches for inputs that violate an invariant; the test suite checks all seeds and earlier findings. No
/// input may cause a crash, a hang, a leak or an invalid memory access.
package struct FuzzTarget: Sendable, CustomStringConvertible {
    /// The name on the command line and of the folders with seeds and findings.
    package let name: String
    private let body: @Sendable ([UInt8]) throws -> Void

    /// Creates a target.
    ///
    /// - Parameter body: parses the bytes, and throws a ``Finding`` if an invariant is violated.
    init(_ name: String, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Parses the bytes.
    ///
    /// - Throws: ``Finding`` if an invariant is violated.
    package func check(_ bytes: [UInt8]) throws { try body(bytes) }

    /// The name of its test case.
    package var description: String { name }
}

/// A violation of an invariant.
package struct Finding: Error, CustomStringConvertible {
    /// The expected and the actual behavior.
    package let description: String

    init(_ description: String) { self.description = description }

    /// Throws a finding unless the condition is true.
    static func require(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
        if !condition { throw Finding(otherwise()) }
    }
}

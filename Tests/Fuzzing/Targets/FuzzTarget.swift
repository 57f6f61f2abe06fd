/// Something that reads what others wrote, with what has to hold whatever it is given.
///
/// The fuzzer looks for bytes that break it; the test suite gives it all bytes that are kept, among them whatever the
/// fuzzer ever found. Not to crash, to hang, to leak or to read where nothing is goes without saying.
package struct FuzzTarget: Sendable, CustomStringConvertible {
    /// As the command line and the folders of seeds and findings call it.
    package let name: String
    private let body: @Sendable ([UInt8]) throws -> Void

    /// - Parameter body: reads the bytes, and throws a ``Finding`` if something does not hold.
    init(_ name: String, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Reads the bytes.
    ///
    /// - Throws: a ``Finding`` if something that has to hold does not.
    package func check(_ bytes: [UInt8]) throws { try body(bytes) }

    /// For the names of test cases.
    package var description: String { name }
}

/// Something that has to hold and does not.
package struct Finding: Error, CustomStringConvertible {
    /// What was expected and what was found instead.
    package let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless the condition holds.
    static func unless(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
        if !condition { throw Finding(otherwise()) }
    }
}

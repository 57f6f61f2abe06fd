/// A service of the operating system that is missing or refused.
package struct Unavailable: Error {
    package let message: String
    /// The command that helps.
    package var hint: String?
}

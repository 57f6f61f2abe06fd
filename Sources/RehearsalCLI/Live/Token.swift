/// The word by which a control port knows who may talk to it.
enum Token {
    static let least = 16

    /// Whether it can stand in a header, and is too long to be guessed.
    static func isToken(_ text: String) -> Bool {
        text.utf8.count >= least && text.utf8.count <= 512 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// What was asked for by the environment; nil lets the server make one.
    static func wanted(_ environment: Environment) throws(UsageError) -> String? {
        guard let text = environment[LiveOptions.tokenVariable], !text.isEmpty else { return nil }
        if isToken(text) { return text }
        throw UsageError(
            "\(LiveOptions.tokenVariable) is to hold \(least) to 512 visible ASCII characters",
            hint: "make one: \(LiveOptions.tokenVariable)=$(openssl rand -hex 16), or unset it"
        )
    }
}

import Rehearsal

extension Arguments {
    /// - Throws: what is wrong where a command that takes nothing but options is given more.
    func refuseOperands(of command: String) throws(UsageError) {
        guard let first = operands.first else { return }
        throw UsageError("\(command) takes no \(first.quoted)")
    }

    /// The one name that a command takes.
    ///
    /// - Parameter hint: what to do to find one.
    func onlyName(of command: String, hint: String) throws(UsageError) -> String {
        guard let name = operands.first, operands.count == 1 else {
            throw UsageError("\(command) takes one name, found \(operands.count)", hint: hint)
        }
        return name
    }
}

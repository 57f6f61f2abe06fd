/// Is told of what nobody can explain to the user.
public protocol ErrorReporterProtocol: Sendable {
    /// Notes an error, and what the app was about; never what the user typed.
    func report(_ error: any Error, during activity: String) async
}

import RehearsalPlatform

extension Backend {
    static let addressInUse = EADDRINUSE
}

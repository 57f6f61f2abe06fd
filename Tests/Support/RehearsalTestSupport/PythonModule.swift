/// A check whether the installed Python has a module.
package enum PythonModule {
    /// Returns whether `python3` is on the search path and can import a module. Results are cached.
    package static func isInstalled(_ name: String) async -> Bool { await Lookup.shared.isInstalled(name) }

    private actor Lookup {
        static let shared = Lookup()
        private var found: [String: Task<Bool, Never>] = [:]

        func isInstalled(_ name: String) async -> Bool {
            if let known = found[name] { return await known.value }
            let task = Task {
                guard let path = BoundedRun.find("python3") else { return false }
                return (try? await BoundedRun.run(path, ["-c", "import \(name)"], seconds: 240))?.end == .exited(0)
            }
            found[name] = task
            return await task.value
        }
    }
}

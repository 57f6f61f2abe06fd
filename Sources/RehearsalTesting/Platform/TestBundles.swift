import RehearsalPlatform

#if canImport(FoundationEssentials)
    import RehearsalReports
#else
    import Foundation
#endif

/// What the system says about where a test runs.
enum TestBundles {
    /// The folders that hold what a test target declares as its resources.
    static var folders: [String] {
        #if canImport(FoundationEssentials)
            resources
        #else
            Bundle.allBundles.compactMap(\.resourcePath)
        #endif
    }

    static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    #if canImport(FoundationEssentials)
        /// The package manager puts resources beside the program, a folder for each target.
        private static let resources: [String] = {
            guard let program = FileSystem.realPath("/proc/self/exe"), let slash = program.lastIndex(of: "/") else {
                return []
            }
            let folder = String(program[..<slash])
            return FileSystem.names(in: folder).filter { $0.hasSuffix(".resources") }.map { "\(folder)/\($0)" }
        }()
    #endif
}

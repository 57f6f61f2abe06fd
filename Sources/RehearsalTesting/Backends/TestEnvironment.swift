import RehearsalPlatform

#if canImport(Darwin)
    import Foundation
#endif

/// The resource folders and the environment of the test process.
enum TestEnvironment {
    /// The folders that hold the resources of the test targets.
    static var folders: [String] {
        #if canImport(Darwin)
            ResourceFolders.folders(
                of: Bundle.allBundles.map { .init(path: $0.bundlePath, resources: $0.resourcePath) }
            )
        #else
            resources
        #endif
    }

    static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    #if !canImport(Darwin)
        /// The folders `*.resources` beside the program, where the package manager puts the resources of each target.
        private static let resources: [String] = {
            guard let program = FileSystem.realPath("/proc/self/exe"), let slash = program.lastIndex(of: "/") else {
                return []
            }
            let folder = String(program[..<slash])
            return FileSystem.names(in: folder).filter { $0.hasSuffix(".resources") }.map { "\(folder)/\($0)" }
        }()
    #endif
}

/// The number of test cases that one process admits at a time.
struct Parallelism: Equatable {
    /// The environment variable that sets the number.
    static let variable = "REHEARSAL_PARALLELISM"

    /// The number of cases, at least 1.
    let cases: Int
    /// A line for standard error that explains why the variable is ignored; nil if it is valid or not set.
    let warning: String?

    /// Four cases for each processor, unless the environment variable has a valid value.
    ///
    /// - Parameters:
    ///   - value: the value of the environment variable; nil if it is not set.
    ///   - processors: the number of processors of this machine.
    init(_ value: String?, processors: Int) {
        let normal = 4 * processors
        guard let value else {
            (cases, warning) = (normal, nil)
            return
        }
        if let number = Int(value), number > 0 {
            (cases, warning) = (number, nil)
            return
        }
        cases = normal
        warning = """
            warning: the environment variable \(Self.variable) is "\(value)"; expected a positive whole number, for \
            example \(Self.variable)=\(normal); \(normal) test cases run at a time
            """
    }
}

extension AsyncSemaphore {
    /// The places of all test cases of this process that have a backend.
    static let shared: AsyncSemaphore = {
        let parallelism = Parallelism(TestEnvironment.environment(Parallelism.variable), processors: Processors.count)
        if let warning = parallelism.warning { StandardError.write(warning) }
        return AsyncSemaphore(places: parallelism.cases)
    }()
}

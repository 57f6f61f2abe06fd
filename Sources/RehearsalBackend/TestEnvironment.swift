package import RehearsalPlatform

#if canImport(Darwin)
    import Foundation
#endif

/// The resource folders and the environment of the test process.
package enum TestEnvironment {
    /// The folders that contain the resources of the test targets.
    static var folders: [String] {
        #if canImport(Darwin)
            // Not stored, because the process opens more bundles while tests run.
            ResourceFolders.folders(ofBundles: Bundle.allBundles.map(\.bundlePath))
        #else
            resources
        #endif
    }

    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    #if !canImport(Darwin)
        /// The folders `*.resources` beside the executable, to which SwiftPM copies the resources of the targets.
        private static let resources: [String] = {
            guard let program = FileSystem.realPath("/proc/self/exe"), let slash = program.lastIndex(of: "/") else {
                return []
            }
            return ResourceFolders.nested(in: String(program[..<slash]))
        }()
    #endif
}

/// The maximum number of test cases with a backend that run at the same time in one process.
struct Parallelism: Equatable {
    /// The environment variable that sets the number.
    static let variable = "REHEARSAL_PARALLELISM"

    /// The number of cases, at least 1.
    let cases: Int
    /// A line for standard error that explains why the variable is ignored; nil if it is valid or not set.
    let warning: String?

    /// Sets the number to four for each processor, unless the environment variable has a valid value.
    ///
    /// - Parameters:
    ///   - value: the value of the environment variable; nil if it is not set.
    ///   - processors: the number of processors of this machine.
    init(_ value: String?, processors: Int) {
        let standard = 4 * processors
        guard let value else {
            (cases, warning) = (standard, nil)
            return
        }
        if let number = Int(value), number > 0 {
            (cases, warning) = (number, nil)
            return
        }
        cases = standard
        warning = """
            warning: the environment variable \(Self.variable) is "\(value)"; expected a positive whole number, for \
            example \(Self.variable)=\(standard); \(standard) test cases run at a time
            """
    }
}

extension AsyncSemaphore {
    /// The semaphore that limits the number of test cases with a backend in this process.
    package static let shared: AsyncSemaphore = {
        let parallelism = Parallelism(TestEnvironment.environment(Parallelism.variable), processors: Processors.count)
        if let warning = parallelism.warning { StandardError.write(warning) }
        return AsyncSemaphore(permits: parallelism.cases)
    }()
}

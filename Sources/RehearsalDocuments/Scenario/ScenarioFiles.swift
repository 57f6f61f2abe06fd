package import Rehearsal

/// Functions that load scenario documents and recordings.
package enum ScenarioFiles {
    /// The options for loading.
    package struct Options: Sendable {
        /// The folder whose files documents may refer to; nil for the nearest folder above each document that contains
        /// `Scenarios/` or `Recordings/`.
        package var root: String?
        /// Whether recordings are replayed unchanged.
        package var isExact: Bool
        /// The checks in addition to those of the format; nil for none.
        package var linting: LintChecks?

        /// The day that replaces the day of each recording, in days since 1970; nil leaves dates unchanged.
        package var today: Int?
        /// The path of an OpenAPI document that replaces the contract of the scenario; nil for that contract.
        package var contract: String?

        package init(root: String? = nil, isExact: Bool = false, today: Int? = nil, linting: LintChecks? = nil) {
            self.root = root
            self.isExact = isExact
            self.today = today
            self.linting = linting
        }
    }

    /// The result of loading.
    package struct LoadResult: Sendable {
        /// The scenario; nil if there is an error other than an exposed secret.
        package var scenario: Scenario?
        package var diagnostics: [Diagnostic]
        /// The OpenAPI document to which the scenario refers; nil for none.
        package var contract: LoadedAPIDocument?
        /// The OpenAPI document whose operations the scenario plays; nil for none.
        package var playedAPI: LoadedAPIDocument?
        /// The absolute paths, without links, of all files that were read.
        package var files: [String] = []
    }

    /// The largest scenario document that is read, 16 MiB; recordings have a limit of their own.
    package static let sizeLimit = 16 << 20

    /// Loads documents and recordings as one scenario; the first one takes precedence and supplies the name.
    package static func load(_ paths: [String], options: Options = Options()) -> LoadResult {
        let loader = ScenarioLoader(options: options)
        // The loader gives the last document loaded the highest precedence.
        for path in paths.reversed() { loader.load(path) }
        return loader.result(first: paths.first)
    }

    /// Loads a document that is not a file, such as one inside the program or one not saved yet.
    ///
    /// - Parameters:
    ///   - path: the path for diagnostics, and the base of relative references.
    ///   - root: the folder whose files it may refer to, absolute and without links; nil if it may refer to none.
    package static func loadText(
        _ bytes: [UInt8],
        path: String,
        root: String? = nil,
        linting: LintChecks? = nil,
    ) -> LoadResult {
        let loader = ScenarioLoader(options: Options(linting: linting))
        loader.load(text: SourceText(path: path, bytes: bytes), root: root.map { ScenarioRoot(path: $0) })
        return loader.result(first: path)
    }
}

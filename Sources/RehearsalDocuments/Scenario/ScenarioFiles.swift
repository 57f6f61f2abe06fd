package import Rehearsal

/// Scenario documents and recordings on disk, as scenarios to play.
package enum ScenarioFiles {
    /// What whoever asks may decide about reading.
    package struct Options: Sendable {
        /// The folder that documents may refer to; nil for the nearest one around each that holds `Scenarios/` or
        /// `Recordings/`.
        package var root: String?
        /// Whether recordings are replayed without a change.
        package var isExact: Bool
        /// What is looked for beyond mistakes; nil for nothing.
        package var proving: Proving?

        /// The day that the day of each recording becomes, in days since 1970; nil leaves dates as they are.
        package var today: Int?

        package init(root: String? = nil, isExact: Bool = false, today: Int? = nil, proving: Proving? = nil) {
            self.root = root
            self.isExact = isExact
            self.today = today
            self.proving = proving
        }
    }

    /// What came of reading.
    package struct Loaded: Sendable {
        /// Nil if there is any error.
        package var scenario: Scenario?
        package var diagnostics: [Diagnostic]
        /// Every file that was read for it, as absolute paths without links.
        package var files: [String] = []
    }

    /// The largest scenario document that is read: 16 MiB. Recordings have a limit of their own.
    package static let sizeLimit = 16 << 20

    /// Reads documents and recordings as one scenario; the first one is asked first, and gives it its name.
    package static func load(_ paths: [String], options: Options = Options()) -> Loaded {
        let loader = ScenarioLoader(options: options)
        // What is loaded last comes first: see the loader.
        for path in paths.reversed() { loader.load(path) }
        return loader.loaded(first: paths.first)
    }

    /// Reads a document that is no file: it is part of the program, or not saved yet.
    ///
    /// - Parameters:
    ///   - path: what the document is called in diagnostics, and beside what it looks for files.
    ///   - root: the folder that it may refer to, absolute and without links; without one it refers to no file.
    package static func loadText(
        _ bytes: [UInt8],
        path: String,
        root: String? = nil,
        proving: Proving? = nil,
    ) -> Loaded {
        let loader = ScenarioLoader(options: Options(proving: proving))
        loader.load(text: SourceText(path: path, bytes: bytes), root: root.map { ScenarioRoot(path: $0) })
        return loader.loaded(first: path)
    }

    /// A span of time as documents write it (`300ms`, `1.5s`, `2m`), at most a day; nil for anything else.
    package static func duration(_ text: String) -> Duration? { Duration(written: text) }
}

import RehearsalPlatform

/// The resource folders of bundles on disk.
///
/// The resources of a Swift package are in a bundle of their own. The build system puts it into the test bundle, into
/// the app, or beside the test bundle. `Bundle.allBundles` has only bundles that the process has opened.
enum ResourceFolders {
    /// The file extensions of bundles with the resources of a package, on Apple platforms and on the others.
    private static let bundleExtensions = [".bundle", ".resources"]
    private static let testBundleExtension = ".xctest"
    /// The number of levels of bundles in bundles that are searched.
    private static let maximumDepth = 4

    /// Returns the resource folders of bundles, of those nested in them, and of those beside a test bundle.
    ///
    /// Test bundles come first, so that the files of a test take precedence over those of the app.
    static func folders(ofBundles bundles: [String]) -> [String] {
        let testBundles = bundles.filter { $0.hasSuffix(testBundleExtension) }
        let others = bundles.filter { !$0.hasSuffix(testBundleExtension) }
        let beside = testBundles.flatMap { nested(in: parent(of: $0)) }
        var seen: Set<String> = []
        return (testBundles.flatMap { below($0) } + beside + others.flatMap { below($0) })
            .filter { seen.insert($0).inserted }
    }

    /// Returns the resource folders of the bundles that are directly in a folder, sorted by name, and of those nested
    /// in them.
    static func nested(in folder: String, depth: Int = maximumDepth) -> [String] {
        guard depth > 0 else { return [] }
        let names = FileSystem.names(in: folder).sorted()
        let bundles = names.filter { name in bundleExtensions.contains { name.hasSuffix($0) } }
        return bundles.flatMap { below("\(folder)/\($0)", depth: depth - 1) }
    }

    /// Returns the resource folder of a bundle, and those of the bundles nested in it.
    private static func below(_ bundle: String, depth: Int = maximumDepth) -> [String] {
        // A bundle for macOS has its resources in a folder of its own; one for iOS has them at its top level.
        let deep = "\(bundle)/Contents/Resources"
        let folder = FileSystem.isFolder(deep) ? deep : bundle
        return [folder] + nested(in: folder, depth: depth)
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

import RehearsalPlatform

/// The folders that hold the resources of test bundles on Apple's systems.
///
/// The resources of a package's target are in a bundle `PACKAGE_TARGET.bundle`. Xcode copies it into the test bundle,
/// and `swift test` puts it beside the test bundle. `Bundle.allBundles` lists it only after a use of `Bundle.module`.
enum ResourceFolders {
    /// A bundle that is loaded.
    struct LoadedBundle {
        /// The path of the bundle: `…/AppTests.xctest`.
        let path: String
        /// The path of its resources; nil if it has none.
        let resources: String?
    }

    /// Returns the resource folders of bundles, of the bundles inside them, and of the bundles beside them.
    static func folders(of bundles: [LoadedBundle]) -> [String] {
        var folders = bundles.compactMap(\.resources)
        folders += bundles.compactMap(\.resources).flatMap(nested)
        for bundle in bundles {
            guard let slash = bundle.path.lastIndex(of: "/") else { continue }
            folders += nested(in: String(bundle.path[..<slash]))
        }
        var seen: Set<String> = []
        return folders.filter { seen.insert($0).inserted }
    }

    /// Returns the resource folders of the bundles in a folder; a bundle of macOS may keep its resources in `Contents`.
    private static func nested(in folder: String) -> [String] {
        FileSystem.names(in: folder).filter { $0.hasSuffix(".bundle") }.map { name in
            let deep = "\(folder)/\(name)/Contents/Resources"
            return FileSystem.isFolder(deep) ? deep : "\(folder)/\(name)"
        }
    }
}

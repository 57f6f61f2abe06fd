import Rehearsal

/// What `serve --lan` says of other devices: where they find it, what their apps need, and who else may come.
struct DeviceNotes: Sendable {
    /// What devices can use, the likeliest first.
    let urls: [String]
    let linkOrigin: String
    let style: Style

    /// The one line of an Info.plist that lets an iOS app use plain HTTP here, and when it is needed.
    static let transportSecurity =
        "An iOS app needs NSAppTransportSecurity → NSAllowsLocalNetworking = YES in its Info.plist: for .local names "
        + "and names without a dot since iOS 10, for addresses since iOS 17."

    var lines: [String] {
        guard !urls.isEmpty else {
            return [warning("this machine has no address that another device could use: is it on a network?")]
        }
        let lead = "on this network: "
        let rest = String(repeating: " ", count: lead.count)
        return urls.enumerated().map { ($0.offset == 0 ? lead : rest) + style.cyan($0.element) } + [
            "links in replies lead to \(style.cyan(linkOrigin)); --origin URL names another",
            Self.transportSecurity,
            warning("anybody on this network can reach it"),
        ]
    }

    private func warning(_ text: String) -> String { style.red("warning: ") + text }
}

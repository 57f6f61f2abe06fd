import Rehearsal

/// A file of the control room: its page, its style, its icon or a module of its script.
enum RoomFile: String, CaseIterable, Sendable {
    case page = "room.html"
    case style = "room.css"
    case icon = "room.svg"
    case script = "room.js"
    case apiModule = "room-api.js"
    case bodyModule = "room-body.js"
    case copyModule = "room-copy.js"
    case detailModule = "room-detail.js"
    case domModule = "room-dom.js"
    case listModule = "room-list.js"
    case panelsModule = "room-panels.js"
    case scenarioModule = "room-scenario.js"

    /// Returns the file at a path: `/` for the page; nil if the path is not that of a file.
    static func named(_ segments: [String]) -> RoomFile? {
        if segments.isEmpty { return .page }
        return segments.count == 1 && segments[0] != page.rawValue ? RoomFile(rawValue: segments[0]) : nil
    }

    var bytes: [UInt8] {
        switch self {
        case .page: PackageResources.room_html
        case .style: PackageResources.room_css
        case .icon: PackageResources.room_svg
        case .script: PackageResources.room_js
        case .apiModule: PackageResources.room_api_js
        case .bodyModule: PackageResources.room_body_js
        case .copyModule: PackageResources.room_copy_js
        case .detailModule: PackageResources.room_detail_js
        case .domModule: PackageResources.room_dom_js
        case .listModule: PackageResources.room_list_js
        case .panelsModule: PackageResources.room_panels_js
        case .scenarioModule: PackageResources.room_scenario_js
        }
    }

    private var mediaType: String {
        switch self {
        case .page: "text/html; charset=utf-8"
        case .style: "text/css; charset=utf-8"
        case .icon: "image/svg+xml"
        case .script, .apiModule, .bodyModule, .copyModule, .detailModule, .domModule, .listModule, .panelsModule,
            .scenarioModule:
            "text/javascript; charset=utf-8"
        }
    }

    /// The policy of the page: only its own files, images that the script creates from bytes, and no markup from text.
    static let contentSecurityPolicy =
        "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

    var reply: Scenario.Reply {
        let headers: Scenario.Headers = [
            "Content-Type": .init(stringLiteral: mediaType),
            "Content-Security-Policy": .init(stringLiteral: Self.contentSecurityPolicy),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        ]
        return Scenario.Reply(200, headers: headers, body: .bytes(bytes))
    }
}

#if !canImport(XCUIAutomation)
    import Foundation

    /// The part of XCUIAutomation that the pages use, for Linux, which does not have it.
    @MainActor
    final class XCUIApplication {
        var launchEnvironment: [String: String] = [:]
        let activityIndicators = XCUIElementQuery()
        let cells = XCUIElementQuery()
        let buttons = XCUIElementQuery()
        let staticTexts = XCUIElementQuery()

        func launch() {}
    }

    @MainActor
    struct XCUIElementQuery {
        subscript(name: String) -> XCUIElement { XCUIElement() }
    }

    @MainActor
    struct XCUIElement {
        func waitForExistence(timeout: TimeInterval) -> Bool { true }
        func tap() {}
    }
#endif

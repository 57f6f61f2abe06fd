// XCTest of Xcode: https://developer.apple.com/documentation/xctest/xctestcase

open class XCTest {
    public init() {}
}

open class XCTestCase: XCTest {
    public func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

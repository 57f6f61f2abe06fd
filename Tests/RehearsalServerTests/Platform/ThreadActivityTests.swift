import RehearsalPlatform

#if os(Linux)
    import TestAdmission
    import Testing

    @testable import RehearsalServer

    @Suite("The activity of threads", .admitted)
    struct ThreadActivityTests {
        @Test("A thread that is alive is shown with its number.")
        func alive() throws {
            let thread = try #require(ThreadActivity.current)
            let shown = try #require(ThreadActivity.shown(of: [thread]).first)
            #expect(shown.hasPrefix("thread \(thread) "))
        }

        @Test("A thread that does not exist is left out.")
        func gone() {
            #expect(ThreadActivity.shown(of: [Int32.max]) == [])
        }
    }
#endif

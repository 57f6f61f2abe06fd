import RehearsalPlatform

#if os(Linux)
    import TestAdmission
    import Testing

    @testable import RehearsalServer

    @Suite("The activity of threads", .limitedConcurrency)
    struct ThreadActivityTests {
        @Test("The description of a live thread begins with its number.")
        func alive() throws {
            let thread = try #require(ThreadActivity.current)
            let shown = try #require(ThreadActivity.descriptions(of: [thread]).first)
            #expect(shown.hasPrefix("thread \(thread) "))
        }

        @Test("The descriptions omit a thread that does not exist.")
        func gone() {
            #expect(ThreadActivity.descriptions(of: [Int32.max]) == [])
        }
    }
#endif

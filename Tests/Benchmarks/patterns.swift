/// The name of the engine in scenarios; the script compiles the engine's module with this file alone.
enum Scenario {
    typealias Pattern = JSON.Pattern
}

/// Matches patterns that are known for catastrophic backtracking against hostile texts of 100 KB.
///
/// Each line has the target, the milliseconds of a search and of a whole match, both results, and the pattern.
@main
struct Patterns {
    struct Case {
        var pattern: String
        var subject: [UInt8]
        /// The bound of each match, in milliseconds.
        var target = 20

        init(_ pattern: String, _ parts: (String, Int)...) {
            self.pattern = pattern
            subject = parts.flatMap { Array(String(repeating: $0.0, count: $0.1).utf8) }
        }

        /// A text of the letters a and b in an order that does not repeat.
        init(scattered pattern: String) {
            self.pattern = pattern
            target = 100
            var state: UInt64 = 1
            subject = (0..<many).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state >> 63 == 0 ? 0x61 : 0x62
            }
        }
    }

    static let many = 100_000

    static let cases = [
        Case("(a+)+$", ("a", many), ("!", 1)),
        Case("(a|a)*b", ("a", many)),
        Case("(a|aa)+$", ("a", many), ("!", 1)),
        Case("(.*a){20}", ("xxxxxa", 19), ("x", many)),
        Case("(.*a){20}b", ("a", many)),
        Case("^(([a-z])+.)+[A-Z]([a-z])+$", ("a", many)),
        Case("(x+x+)+y", ("x", many)),
        Case("^([a-zA-Z]+)*$", ("aZ", many / 2), ("!", 1)),
        // The e-mail pattern of OWASP's validation repository.
        Case(
            #"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}"#
                + "(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
            ("a", many),
            ("!", 1)
        ),
        // A URL pattern that many web pages recommend.
        Case(
            #"^(https?://)?([\da-z.\-]+)\.([a-z.]{2,6})([/\w .\-]*)*/?$"#,
            ("http://a.co", 1),
            ("/a", many / 2),
            ("!", 1)
        ),
        // Cloudflare, 2 July 2019.
        Case(#"(\s|-|~|!|\{\}|\|\||\+)*.*(.*=.*)"#, ("x", many)),
        Case(".*.*=.*", ("x", many)),
        // Stack Overflow, 20 July 2016.
        Case("^[\\s\u{200C}]+|[\\s\u{200C}]+$", ("x", 1), (" ", many), ("x", 1)),
        // A pattern with Unicode categories.
        Case(#"^(\p{L}+\p{M}*)+\p{Nd}$"#, ("é", many / 2)),
        // Hostile to a lazily built DFA: no state occurs twice.
        Case(scattered: "[ab]*a[ab]{20}c"),
    ]

    static func main() {
        for known in cases {
            guard let pattern = try? Scenario.Pattern(known.pattern) else {
                print("0 0 0 malformed malformed \(known.pattern)")
                continue
            }
            let (found, foundIn) = measured { pattern.isFound(in: known.subject) }
            let (whole, wholeIn) = measured { pattern.isWhole(of: known.subject) }
            print("\(known.target) \(foundIn) \(wholeIn) \(found) \(whole) \(known.pattern)")
        }
    }

    /// Returns the result, and the median of five measurements in milliseconds.
    static func measured(_ body: () -> Bool) -> (Bool, Double) {
        var answer = false
        let times = (0..<5).map { _ in
            let time = ContinuousClock().measure { answer = body() }
            return Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3
        }
        return (answer, times.sorted()[2])
    }
}

import Rehearsal
import RehearsalContracts
package import RehearsalPlatform

/// Why nothing can be asked of a subject in a process of its own.
package struct SubjectFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// What came instead of an answer to the greeting.
    init(greeting event: SubjectProcess.Event, lastWords: String?, _ limits: SubjectLimits) {
        let expected =
            #"it is greeted with {"hello":1} on its standard input, and answers in one line: "#
            + #"{"hello":1,"name":…,"ops":[…]}"#
        let problem =
            switch event {
            case .line(let line):
                "it answered \(SubjectConversation.quoted(line)) to the greeting\(Self.mistake(in: line))"
            case .ended(let how): "the process \(how) before it answered to the greeting"
            case .closed: "it closed its standard output before it answered to the greeting"
            case .flood(let what): "it wrote \(what) before it answered to the greeting"
            case .silence: "it did not answer to the greeting within \(limits.greeting.shownWhole)"
            case .abandoned: "the run was ended"
            }
        description =
            problem + (lastWords.map { "; it said: \($0)" } ?? "") + "\n  " + expected
    }
}

extension SubjectFailure {
    /// Why that is no answer to a greeting.
    private static func mistake(in line: [UInt8]) -> String {
        do throws(JSONSyntaxError) {
            return try JSON(parsing: line)["hello"] == nil ? ", in which there is no \"hello\"" : ""
        } catch {
            return ", which is no JSON: \(error)"
        }
    }
}

extension Duration {
    fileprivate var shownWhole: String { "\(components.seconds) s" }
}

extension ChildProcess.StartError: CustomStringConvertible {
    package var description: String { "cannot start \"\(command.printable)\": \(String(cString: strerror(code)))" }
}

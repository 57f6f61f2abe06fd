extension Command {
    static let run = Command(
        name: "run",
        summary: "runs a command against a scenario, and judges what it did",
        operands: "SCENARIO|HAR… -- COMMAND [ARGUMENT…]",
        discussion: [
            """
            Plays the scenario on a free port, starts the command, and when it ends says what arrived and what should \
            have: each expectation of the scenario, each request that nothing answers. Everything after the first -- \
            is the command; its input and output are those of this program, so that they can be piped.
            """,
            """
            The command finds the backend in its environment, as REHEARSAL_URL; SIMCTL_CHILD_REHEARSAL_URL hands it \
            on to an app that simctl launches, TEST_RUNNER_REHEARSAL_URL to tests that xcodebuild runs. {url} in an \
            argument is replaced by it: http://127.0.0.1:PORT, without a slash at its end.
            """,
            """
            Ctrl-C ends the command, all that it has started, and the backend, and still says what was judged so far. \
            What is left after 5 seconds is asked once more to end (SIGTERM), 2 seconds later it has to; a second \
            Ctrl-C ends it at once. What a command has left running when it ends by itself is left alone.
            """,
        ],
        options: RunOptions.declared,
        examples: [
            Example(
                line: "rehearsal run Scenarios/outage/503-503-200.jsonc -- curl --retry 3 -s {url}/api/v1/reservations",
                purpose: "does it get there, and does it ask for nothing else?"
            ),
            Example(
                line: "rehearsal run outage.jsonc -- xcodebuild test -scheme App -destination 'name=iPhone 16'",
                purpose: "tests that take their base URL from REHEARSAL_URL"
            ),
            Example(
                line: "rehearsal run login.jsonc --until-met -- xcrun simctl launch --console booted com.example.app",
                purpose: "an app that never ends by itself"
            ),
            Example(
                line: "rehearsal run login.jsonc -- sh -c 'curl -s \"$REHEARSAL_URL/me\" | jq .name'",
                purpose: "a line of shell; a script works as well: -- ./smoke-test.sh"
            ),
        ],
        exits: [
            (.held, "all that is expected happened, and the command exited with 0"),
            (.failed, "something expected did not happen, or the command did not exit with 0 (its status is said)"),
            (.couldNot, "it could not be judged: the command or the backend did not start, a file cannot be written"),
            (.usage, "the command line or a document is wrong"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try Running(options: try RunOptions(arguments), terminal: terminal).run()
        }
    )
}

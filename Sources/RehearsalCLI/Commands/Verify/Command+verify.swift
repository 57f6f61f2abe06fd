extension Command {
    static let verify = Command(
        name: "verify",
        summary: "holds an HTTP client to what it promises, and shows what it does",
        operands: "-- COMMAND [ARGUMENT…]",
        discussion: [
            """
            Starts the command, a small program around a client, and asks of it what the client says it can do, case by \
            case, each against a backend of its own. What arrived and what the client made of the answers is judged by \
            rules, each with its source.
            """,
            """
            The command is spoken to in lines of JSON: greeted with {"hello":1} on its standard input, it says on its \
            standard output what the client promises and which operations it has; then it is asked case by case, and \
            answers each in a line. Its standard error is its own. In Swift that is one call, \
            Contract.answerOnStandardInput. It is started anew where it dies or hangs, and that is a finding.
            """,
            """
            Clauses are called RULE/OPERATION/VARIANT. In a pattern * stands for one of these and ** for any number of \
            them. A list of what is known to fail has a line for each pattern, with a reason and perhaps a last day: \
            RETRY-02/getUser/503 expires: 2026-12-31 the server asks for it. What is known to fail and passes is an error.
            """,
        ],
        options: VerifyOptions.declared,
        examples: [
            Example(line: "rehearsal verify -- .build/debug/my-subject", purpose: "what does the client get wrong?"),
            Example(
                line: "rehearsal verify --only 'RETRY-02/**' -- python3 subject.py",
                purpose: "one rule, with every operation"
            ),
            Example(
                line: "rehearsal verify --write-known-failing known.txt -- ./my-subject",
                purpose: "begins with what there is: from now on --known-failing @known.txt fails for what is new"
            ),
            Example(
                line: "rehearsal verify --report junit=contract.xml --report html=contract.html -- ./my-subject",
                purpose: "for continuous integration, and a page to look at"
            ),
        ],
        exits: [
            (.held, "the client does what it must, but for what is known to fail"),
            (.failed, "it does not, or the run itself went wrong"),
            (.couldNot, "something could not be judged: the command did not start, or broke the protocol"),
            (.blocked, "nothing fails but what is known to fail, and clauses that depend on it could not be judged"),
            (.usage, "the command line or a list is wrong, or a pattern means no clause"),
        ],
        run: { arguments, terminal throws(UsageError) in
            try Verifying(options: try VerifyOptions(arguments), terminal: terminal).run()
        }
    )
}

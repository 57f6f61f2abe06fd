// A test imports this module and `Testing`, and has everything that a backend is made of and asked for.
@_exported public import Rehearsal
@_exported public import RehearsalContracts
@_exported public import RehearsalHarness
@_exported public import RehearsalServer

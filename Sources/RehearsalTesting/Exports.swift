// A test that imports this module and `Testing` has every type that a backend and a contract need.
@_exported public import RehearsalBackend
@_exported public import RehearsalContracts
@_exported public import RehearsalHarness

// A test that imports this module and `Testing` has every type that a backend needs.
@_exported public import RehearsalBackend

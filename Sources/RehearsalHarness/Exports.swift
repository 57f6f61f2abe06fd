// A subject imports this module, and has what its contract is written with.
@_exported public import Rehearsal
@_exported public import RehearsalContracts

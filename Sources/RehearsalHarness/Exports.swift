// A subject that imports this module can use the types with which it declares its contract.
@_exported public import Rehearsal
@_exported public import RehearsalContracts

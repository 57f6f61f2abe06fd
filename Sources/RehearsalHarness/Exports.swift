// Gives a subject that imports this module the types of its contract.
@_exported public import Rehearsal
@_exported public import RehearsalContracts

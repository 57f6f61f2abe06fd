import Foundation
import ReferenceClients
import Testing

/// The instant that a text names.
func instant(_ text: String) throws -> Date { try #require(Timestamp(text)).date }

/// The amount that a text is, exact: a literal with a fraction goes through binary.
func amount(_ text: String) throws -> Decimal { try #require(ExactDecimal(text)).value }

import Foundation
import ReferenceClients
import Testing

/// Parses an instant.
func instant(_ text: String) throws -> Date { try #require(Timestamp(text)).date }

/// Parses an amount exactly; a literal with a fraction would be rounded to binary.
func amount(_ text: String) throws -> Decimal { try #require(ExactDecimal(text)).value }

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A parking spot.
package struct ParkingSpot: Sendable, Hashable {
    package var id: Int
    package var name: String
    package var address: String?
    package var pricePerHour: Decimal
    package var latitude: Double
    package var longitude: Double
    package var isAvailable: Bool
}

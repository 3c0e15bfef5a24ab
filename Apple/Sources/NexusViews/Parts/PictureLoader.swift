import Foundation
import NexusClient
import SwiftUI

/// Loads pictures for the views that it encloses; without a service they show their placeholders.
struct PictureLoader: Sendable {
    var service: (any PictureService)?

    /// The picture; `nil` if it cannot be loaded now.
    func image(_ request: ImageRequest) async -> Image? {
        guard let service, let bytes = try? await service.picture(request) else { return nil }
        return Image(data: Data(bytes))
    }
}

private struct PictureLoaderKey: EnvironmentKey {
    static let defaultValue = PictureLoader()
}

extension EnvironmentValues {
    var pictures: PictureLoader {
        get { self[PictureLoaderKey.self] }
        set { self[PictureLoaderKey.self] = newValue }
    }
}

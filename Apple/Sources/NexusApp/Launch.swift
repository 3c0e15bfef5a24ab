import Foundation
import NexusClient
import NexusViews

/// What the app starts with: its models, or why there are none.
@MainActor
enum Launch {
    case running(AppModel)
    case failed(ClientError)

    /// Opens the profile in the app's own folder. Reading and connecting come later, so the first frame does not wait.
    static func begin() -> Launch {
        do throws(ClientError) {
            let client = NexusClient(try ProfileFolder(try folder()))
            return .running(AppModel(client))
        } catch {
            return .failed(error)
        }
    }

    var model: AppModel? { if case .running(let model) = self { model } else { nil } }

    private static func folder() throws(ClientError) -> String {
        do {
            return try FileManager.default.url(
                for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
            ).appendingPathComponent("Nexus", isDirectory: true).path
        } catch {
            throw .profileUnavailable("the folder of the app cannot be made")
        }
    }
}

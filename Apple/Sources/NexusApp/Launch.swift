import NexusClient
import NexusSystem
import NexusViews

/// What the app starts with: its models, or why there are none.
@MainActor
enum Launch {
    case running(AppModel, NexusClient)
    case failed(ClientError)

    /// Opens the profile that the app shares with its extensions. Reading and connecting come later, so the first frame does not wait.
    static func begin() -> Launch {
        AttachedFile.removeAll()
        do throws(ClientError) {
            let client = try SharedProfile.client()
            return .running(AppModel(client), client)
        } catch {
            return .failed(error)
        }
    }

    var model: AppModel? { if case .running(let model, _) = self { model } else { nil } }
}

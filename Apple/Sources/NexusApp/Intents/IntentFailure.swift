import AppIntents
import NexusClient
import NexusSystem

/// An error of the SDK, in words that Shortcuts and Siri show.
struct IntentFailure: Error, CustomLocalizedStringResourceConvertible {
    let error: ClientError

    var localizedStringResource: LocalizedStringResource {
        LocalizedStringResource(stringLiteral: "\(error.message) \(error.suggestion)")
    }

    /// Works with the shared profile, and releases it.
    static func explaining<Value: Sendable>(
        _ work: (NexusClient) async throws(ClientError) -> Value
    ) async throws(IntentFailure) -> Value {
        do throws(ClientError) {
            let client = try SharedProfile.client()
            do throws(ClientError) {
                let value = try await work(client)
                await client.close()
                return value
            } catch {
                await client.close()
                throw error
            }
        } catch {
            throw IntentFailure(error: error)
        }
    }
}

import NexusCore

extension NexusClient {
    /// The bytes of a voice message. They are kept on this device, with the pictures and within their limits, until the user signs out.
    ///
    /// - Throws: ``ClientError/offline(_:)``; ``ClientError/refused(_:)`` (`media_gone`).
    public func voice(_ attachment: Attachment) async throws(ClientError) -> [UInt8] {
        do {
            return try await images.picture(ImageRequest(attachment))
        } catch let error as ClientError {
            throw error
        } catch {
            throw .offline("the download was cancelled")
        }
    }
}

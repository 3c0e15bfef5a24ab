extension NexusClient {
    /// The theme that was chosen on this device; it needs no sign-in.
    public func theme() throws(ClientError) -> AppTheme { folder.preferences.theme }

    /// Keeps a theme in the profile's folder, for this device alone. A sign-out keeps it.
    ///
    /// - Throws: ``ClientError/profileUnavailable(_:)``.
    public func setTheme(_ theme: AppTheme) throws(ClientError) { try folder.preferences.save(theme) }
}

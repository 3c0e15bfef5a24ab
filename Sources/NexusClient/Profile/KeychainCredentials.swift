#if canImport(Security)
    import Foundation
    import NexusCore
    import Security

    /// Credentials in the keychain of Apple's systems: readable after the first unlock since the start, so that a background refresh
    /// and a notification extension can read them; on this device alone, in no backup and no iCloud Keychain. Not compiled in the
    /// project's own tests, which run on Linux.
    public struct KeychainCredentials: CredentialStore {
        /// The user of this device, where there is one; tells several profiles apart.
        public let account: String
        /// The keychain access group that an app shares with its extensions, with the team's prefix; `nil` for the app's own.
        public let accessGroup: String?

        private static let service = "nexus.credentials"

        public init(account: String = "default", accessGroup: String? = nil) {
            self.account = account
            self.accessGroup = accessGroup
        }

        /// - Throws: ``ClientError/profileUnavailable(_:)``, also before the first unlock: try again later.
        public func load() throws(ClientError) -> Credentials? {
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw KeychainCredentials.problem(status) }
            do {
                return try Credentials.decode(Array(data))
            } catch {
                throw .profileUnavailable("the credentials in the keychain are damaged: \(error.message)")
            }
        }

        public func save(_ credentials: Credentials) throws(ClientError) {
            let content: [CFString: Any] = [
                kSecValueData: Data(credentials.json),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item as CFDictionary, content as CFDictionary)
            if status == errSecItemNotFound {
                let new = item.merging(content) { _, content in content }
                status = SecItemAdd(new as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw KeychainCredentials.problem(status) }
        }

        public func remove() throws(ClientError) {
            let status = SecItemDelete(item as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw KeychainCredentials.problem(status)
            }
        }

        /// What names the item.
        private var item: [CFString: Any] {
            var item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: KeychainCredentials.service,
                kSecAttrAccount: account,
                // On a Mac too, the keychain of apps and not the file of the login keychain, which knows no access groups.
                kSecUseDataProtectionKeychain: true,
            ]
            if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
            return item
        }

        private static func problem(_ status: OSStatus) -> ClientError {
            let text = SecCopyErrorMessageString(status, nil) as String? ?? "no explanation"
            return .profileUnavailable("the keychain refused with \(status): \(text)")
        }
    }
#endif

import NexusCore

// Actions that are refused without a fresh proof of the user's identity set `proof`, and go on once it is given.
extension SecurityViewModel {
    /// Changes the password.
    ///
    /// - Parameter endsOthers: whether the user's other devices are signed out.
    public func changePassword(from current: String, to new: String, endingOthers endsOthers: Bool = true) async {
        await act { service throws(ClientError) in
            try await service.changePassword(from: current, to: new, endingOthers: endsOthers)
        } then: { model, _ in
            model.note(.passwordChanged)
        }
    }

    /// Asks for another address: a link that is mailed there confirms it.
    public func changeEmail(to address: String) async {
        let address = address.trimmed
        await act { service throws(ClientError) in
            try await service.changeEmail(to: address)
        } then: { model, _ in
            model.note(.confirmationMailed(address))
        }
    }

    /// Makes the ``key`` for an authenticator app.
    public func beginSecondFactor(password: String) async {
        await act { service throws(ClientError) in
            try await service.beginSecondFactor(password: password)
        } then: { model, key in
            model.take(key)
        }
    }

    /// Turns the second factor on with a first code of the app, and shows the ``recoveryCodes``.
    public func confirmSecondFactor(code: String) async {
        let code = code.trimmed
        await act { service throws(ClientError) in
            try await service.confirmSecondFactor(code: code)
        } then: { model, codes in
            model.take(nil as SecondFactorKey?)
            model.recoveryCodes = codes
        }
    }

    /// Gives the ``key`` up that was made.
    public func cancelSecondFactor() { take(nil as SecondFactorKey?) }

    /// Replaces the ``recoveryCodes``; the earlier ones no longer work.
    public func renewRecoveryCodes() async {
        await act { service throws(ClientError) in
            try await service.renewRecoveryCodes()
        } then: { model, codes in
            model.recoveryCodes = codes
        }
    }

    /// Turns the second factor off.
    ///
    /// - Parameter code: of the app, or a recovery code.
    public func removeSecondFactor(password: String, code: String) async {
        let code = code.trimmed
        await act { service throws(ClientError) in
            try await service.removeSecondFactor(password: password, code: code)
        } then: { model, _ in
            model.note(.secondFactorOff)
        }
    }

    /// Begins to add a passkey, and hands what the authenticator makes it of to `make`, which returns the registration, or nil if the user
    /// gave up.
    public func addPasskey(
        _ make: @escaping @MainActor (PasskeyCreation) async throws(ClientError) -> PasskeyRegistration?
    ) async {
        await act { service throws(ClientError) -> Passkey? in
            let creation = try await service.beginPasskey()
            guard let registration = try await make(creation) else { return nil }
            return try await service.addPasskey(registration)
        } then: { _, _ in
        }
    }

    /// Renames a passkey.
    public func renamePasskey(_ passkey: PasskeyID, to name: String) async {
        let name = name.trimmed
        await act { service throws(ClientError) in
            try await service.renamePasskey(passkey, to: name)
        } then: { _, _ in
        }
    }

    /// Removes a passkey; it signs nobody in any more.
    public func removePasskey(_ passkey: PasskeyID) async {
        await act { service throws(ClientError) in
            try await service.removePasskey(passkey)
        } then: { _, _ in
        }
    }

    /// Disconnects a provider.
    public func disconnect(_ provider: SignInProvider) async {
        let name = provider.name
        await act { service throws(ClientError) in
            try await service.disconnect(provider: name)
        } then: { model, providers in
            model.take(providers)
        }
    }
}

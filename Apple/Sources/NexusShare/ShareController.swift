import Foundation
import NexusClient
import NexusSystem
import SwiftUI
import UIKit

/// The share extension: shows the choices over what another app shares.
final class ShareController: UIViewController {
    private let reader = SharedContentReader()

    override func viewDidLoad() {
        super.viewDidLoad()
        do throws(ClientError) {
            show(ShareModel(try SharedProfile.client()))
        } catch {
            extensionContext?.cancelRequest(withError: error)
        }
    }

    private func show(_ model: ShareModel) {
        let child = UIHostingController(rootView: ShareView(model: model) { [weak self] in self?.close() })
        addChild(child)
        child.view.frame = view.bounds
        child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(child.view)
        child.didMove(toParent: self)
        Task { await model.begin(await reader.read(extensionContext?.inputItems ?? [])) }
    }

    private func close() {
        // The outbox has copies of its own.
        reader.removeCopies()
        extensionContext?.completeRequest(returningItems: nil, completionHandler: nil)
    }
}

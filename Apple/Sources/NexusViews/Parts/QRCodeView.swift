import CoreGraphics
import CoreImage
import Foundation
import SwiftUI

/// A text as a QR code.
struct QRCodeView: View {
    let text: String
    let label: Text

    var body: some View {
        if let code = QRCodeView.code(of: text) {
            Image(code, scale: 1, label: label)
                .interpolation(.none)
                .resizable()
                .scaledToFit()
                .frame(width: 200, height: 200)
                .padding(8)
                // Scanners need a light margin, also where the screen is dark.
                .background(.white)
        }
    }

    /// The code, one pixel for a square; nil if the system cannot make it.
    static func code(of text: String) -> CGImage? {
        let parameters: [String: Any] = ["inputMessage": Data(text.utf8), "inputCorrectionLevel": "M"]
        guard let image = CIFilter(name: "CIQRCodeGenerator", parameters: parameters)?.outputImage else { return nil }
        return CIContext().createCGImage(image, from: image.extent)
    }
}

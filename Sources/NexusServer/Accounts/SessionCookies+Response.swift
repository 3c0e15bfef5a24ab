import Hummingbird
import NexusCore

extension SessionCookies {
    /// - Throws: `Refusal` (`wrong_origin`) where a session in cookies is asked for by a page of another origin.
    func requireOwnPageIfWanted(_ request: Request) throws(Refusal) {
        if areWanted(by: request.head) { try requireOwnPage(request.head) }
    }

    /// The answer that hands a session over: its tokens in cookies where the request wants that, in the body otherwise.
    func response(_ signedIn: SignedIn, to request: Request) -> Response {
        guard areWanted(by: request.head) else { return Response(json: signedIn) }
        var response = Response(
            json: CookieSignedIn(
                session: signedIn.session, profile: signedIn.profile, expiresIn: signedIn.expiresIn,
                needsSecondFactor: signedIn.needsSecondFactor))
        response.headers.append(contentsOf: fields(of: signedIn, for: request.head))
        return response
    }
}

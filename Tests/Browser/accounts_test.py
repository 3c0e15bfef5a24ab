"""Accounts and sessions in the browser, on the real server."""

from parts.person import PASSWORD
from playwright.sync_api import expect


def test_sign_up_and_in(team):
    """a user signs up, stays signed in over a reload, signs out and signs in again"""
    ada = team.person("Ada").sign_up_on_screen()
    ada.page.reload()
    expect(ada.list_heading()).to_be_visible()
    ada.page.get_by_role("link", name="profile and settings").click()
    ada.page.get_by_role("button", name="Sign out", exact=True).click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(ada.page.get_by_role("heading", name="Sign in to Nexus")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_role("heading", name="Sign in to Nexus")).to_be_visible()
    ada.sign_in_on_screen()


def test_refusals(team):
    """a taken address and a wrong password are refused with the reason beside the field"""
    ada, grace = team.member("Ada"), team.person("Grace")
    page = grace.page
    page.goto("/sign-up")
    page.get_by_label("Your name").fill("Grace")
    page.get_by_label("E-mail").fill(ada.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("E-mail")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("E-mail").fill(ada.email)
    page.get_by_label("Password", exact=True).fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert").filter(has_text="password").first).to_be_visible()


def test_no_token_in_scripts_reach(team):
    """no script of the page can read the session token"""
    ada = team.person("Ada").sign_up_on_screen()
    ada.page.reload()
    expect(ada.list_heading()).to_be_visible()
    stored = ada.page.evaluate("""async () => {
        const found = [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
        for (const { name } of await indexedDB.databases()) {
            const database = await new Promise((resolve, reject) => {
                const request = indexedDB.open(name);
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
            });
            for (const store of database.objectStoreNames) {
                const rows = await new Promise((resolve) => {
                    const request = database.transaction(store).objectStore(store).getAll();
                    request.onsuccess = () => resolve(request.result);
                });
                found.push(JSON.stringify(rows));
            }
            database.close();
        }
        return found.join("\\n");
    }""")
    cookies = ada.context.cookies()
    secrets = [cookie for cookie in cookies if cookie["httpOnly"]]
    assert secrets, "the session is not in HttpOnly cookies"
    for cookie in secrets:
        assert cookie["sameSite"] in ("Strict", "Lax")
        assert cookie["value"] not in stored


def test_sessions(team):
    """a session that is ended in the settings is signed out at once on its device"""
    ada = team.person("Ada").sign_up()
    other = team.person("Ada")
    other.email, other.name = ada.email, ada.name
    other.sign_in_on_screen()
    ada.page.goto("/settings")
    sessions = ada.page.locator(".session")
    expect(sessions).to_have_count(2)
    ada.page.get_by_role("button", name="End the session on").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="End session").click()
    expect(sessions).to_have_count(1)
    expect(other.page.get_by_role("heading", name="Sign in to Nexus")).to_be_visible()
    expect(ada.page.get_by_role("heading", name="Settings")).to_be_visible()


def test_profile(team):
    """a new display name is seen by the others"""
    ada, grace = team.signed_up("Ada", "Grace")
    ada.start_direct(grace)
    ada.send("Hello")
    expect(grace.row(ada.name)).to_be_visible()
    ada.page.goto("/settings")
    ada.page.get_by_label("Display name").fill("Augusta")
    ada.page.get_by_role("button", name="Save").click()
    expect(grace.row("Augusta")).to_be_visible()

// @ts-check
import { avatar } from "../avatar.js";
import { element, icon, replace, spoken } from "../element.js";
import { refusalText } from "../notices.js";
import { notePicture } from "../pictures.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../shell/contract.js").Person} Person */

/** Milliseconds without a keystroke before the server is queried. */
const pause = 200;
/** Pixels before the end of the list at which the next page is requested. */
const ahead = 200;
let count = 0;

/**
 * Finds people by name or e-mail; one is picked, or several with `many`. With an empty query favourites come first, then
 * recent contacts. Offline it suggests people known to this device.
 */
export class PeoplePicker {
    /** @type {Map<string, Person>} */
    chosen = new Map();
    #chips = element("ul", { class: "chips", "aria-label": "Chosen people", hidden: true });
    #input;
    #results;
    #note = element("p", { class: "picker-note", role: "status" });
    /** @type {Person[]} */
    #people = [];
    /** @type {Set<string>} */
    #favourites = new Set();
    /** What is shown of each person, with what it says. @type {Map<string, {text: string, element: HTMLElement}>} */
    #options = new Map();
    /** The first person below each heading. @type {Map<string, string>} */
    #headings = new Map();
    #active = 0;
    #asked = 0;
    /**
     * The query, and the cursor of its next page; null when all pages are loaded.
     * @type {{query: string, cursor: string | null}}
     */
    #found = { query: "", cursor: null };
    #isLoading = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {Context} context
     * @param {{many?: boolean, query?: string, without?: Set<string>, changed?: () => void, picked?: (person: Person) => void}} options
     */
    constructor(context, { many = false, query = "", without = new Set(), changed, picked }) {
        this.context = context;
        this.many = many;
        this.without = without;
        this.changed = changed;
        this.picked = picked;
        const id = `people-${count += 1}`;
        this.#results = element("ul", { class: "picker-results", role: "listbox", id, "aria-label": "People" });
        if (many) this.#results.setAttribute("aria-multiselectable", "true");
        this.#input = element("input", {
            type: "text",
            class: "picker-input",
            placeholder: "Name or e-mail",
            "aria-label": "Search people by name or e-mail",
            role: "combobox",
            "aria-expanded": "true",
            "aria-controls": id,
            "aria-autocomplete": "list",
            autocomplete: "off",
            spellcheck: "false",
            autocapitalize: "none",
            dir: "auto",
            autofocus: true,
        });
        this.#input.value = query;
        this.#input.addEventListener("input", () => {
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => void this.#search(), pause);
        });
        this.#input.addEventListener("keydown", (event) => this.#key(event));
        this.#results.addEventListener("scroll", () => void this.#fill(), { passive: true });
        this.element = element(
            "div",
            { class: "picker" },
            this.#chips,
            element("div", { class: "search" }, icon("search"), this.#input),
            this.#note,
            this.#results,
        );
        void this.#search();
    }

    /** Searches for what is typed; resolves to false if a later search has begun. */
    async #search() {
        const { client } = this.context;
        const query = this.#input.value.trim();
        const asked = this.#asked += 1;
        /** @type {Person[]} */
        let people = [];
        let note = "";
        /** @type {string | null} */
        let cursor = null;
        try {
            ({ people, cursor } = await client.people(query));
            if (!client.connection.online) {
                note = "You are offline: only people known to this device are found.";
            } else if (people.length === 0) {
                note = query === "" ? "There are no other people here yet." : `No account matches “${query}”.`;
            }
        } catch (error) {
            note = refusalText(error);
        }
        if (asked !== this.#asked) return false;
        this.#found = { query, cursor };
        this.#isLoading = false;
        for (const { id, picture } of people) notePicture(id, picture);
        const relations = client.relations.filter((one) => one.favourite);
        const favourites = new Set(relations.map((one) => one.user));
        const known = query === "" ? contactsOf(client.conversations.rows, people) : [];
        const knownIds = new Set(known.map(({ id }) => id));
        // A favourite may be on a later page.
        const others = query === "" ? relations.map(({ user, name }) => ({ id: user, name })) : [];
        const isFavourite = (/** @type {Person} */ { id }) => favourites.has(id);
        const all = this.#offered([...known, ...people, ...others]);
        this.#people = [...all.filter(isFavourite), ...all.filter((person) => !isFavourite(person))];
        this.#favourites = favourites;
        this.#headings = new Map();
        if (query === "") {
            for (const person of [...this.#people].reverse()) {
                this.#headings.set(
                    isFavourite(person) ? "Favourites" : knownIds.has(person.id) ? "Recent" : "Others",
                    person.id,
                );
            }
        }
        if (people.length > 0 && this.#people.length === 0) note = "Everyone found is a member already.";
        this.#note.textContent = note;
        this.#active = 0;
        this.#draw();
        void this.#fill();
        return true;
    }

    /** Picks the active person. What was typed since the last search is searched for first. */
    async #pickActive() {
        const typed = this.#input.value.trim();
        if (typed !== this.#found.query) {
            clearTimeout(this.#timer);
            const isLatest = await this.#search();
            if (!isLatest || this.#input.value.trim() !== typed || !this.#input.isConnected) return;
        }
        const person = this.#people[this.#active];
        if (person) this.#pick(person);
    }

    /**
     * The people that can be picked, each once.
     * @param {Person[]} people
     */
    #offered(people) {
        const seen = new Set([this.context.client.profile?.id, ...this.without]);
        return people.filter(({ id }) => !seen.has(id) && seen.add(id));
    }

    /** Adds the next page near the end of the list. */
    async #fill() {
        const { scrollTop, clientHeight, scrollHeight } = this.#results;
        const isNear = clientHeight > 0 && scrollTop + clientHeight > scrollHeight - ahead;
        const { query, cursor: after } = this.#found;
        if (!isNear || after === null || this.#isLoading) return;
        const asked = this.#asked;
        this.#isLoading = true;
        try {
            const { people, cursor } = await this.context.client.people(query, after);
            if (asked !== this.#asked) return;
            this.#found.cursor = cursor;
            for (const { id, picture } of people) notePicture(id, picture);
            const count = this.#people.length;
            this.#people = this.#offered([...this.#people, ...people]);
            this.#results.append(...this.#people.slice(count).map((person, index) => this.#option(person, count + index)));
            this.#note.textContent = "";
        } catch (error) {
            if (asked === this.#asked) this.#note.textContent = refusalText(error);
            return;
        } finally {
            if (asked === this.#asked) this.#isLoading = false;
        }
        await this.#fill();
    }

    /** Shows the people. Unchanged people keep their element: a click that began before the answer still picks. */
    #draw() {
        const headings = new Map([...this.#headings].map(([heading, first]) => [first, heading]));
        const rows = this.#people.flatMap((person, index) => {
            const option = this.#option(person, index);
            if (headings.size < 2 || !headings.has(person.id)) return [option];
            return [element("li", { role: "presentation", class: "picker-heading" }, headings.get(person.id)), option];
        });
        const list = this.#results;
        const kept = new Set(rows);
        for (const child of [...list.children]) if (!kept.has(/** @type {HTMLElement} */ (child))) child.remove();
        rows.forEach((row, index) => {
            const there = list.children[index] ?? null;
            if (there !== row) list.insertBefore(row, there);
        });
        const people = new Set(this.#people.map(({ id }) => id));
        for (const id of this.#options.keys()) if (!people.has(id)) this.#options.delete(id);
        this.#showActive();
    }

    /** @param {Person} person @param {number} index @returns {HTMLElement} */
    #option(person, index) {
        const isChosen = this.many && this.chosen.has(person.id);
        const text = JSON.stringify([person.name, person.email, stateOf(person), this.#favourites.has(person.id), isChosen]);
        let shown = this.#options.get(person.id);
        if (shown?.text !== text) {
            shown = { text, element: this.#newOption(person) };
            this.#options.set(person.id, shown);
        }
        shown.element.id = `${this.#results.id}-${index}`;
        shown.element.setAttribute("aria-selected", String(this.many ? isChosen : index === this.#active));
        return shown.element;
    }

    /** @param {Person} person @returns {HTMLElement} */
    #newOption(person) {
        const state = stateOf(person);
        return element(
            "li",
            { role: "option", class: "option", "aria-disabled": state === "" ? null : "true", onclick: () => this.#pick(person) },
            avatar(person.id, person.name, { size: "small" }),
            element(
                "span",
                { class: "option-text" },
                element("span", { class: "option-name", dir: "auto" }, person.name),
                (person.email ?? "") !== "" && element("span", { class: "option-detail" }, person.email),
            ),
            state !== "" && element("span", { class: "tag" }, state),
            this.#favourites.has(person.id) &&
                element("span", { class: "favourite" }, icon("star"), spoken("favourite")),
            this.many && this.chosen.has(person.id) && icon("tick"),
        );
    }

    #showActive() {
        const options = this.#results.querySelectorAll('[role="option"]');
        const option = options[this.#active];
        for (const other of options) other.classList.toggle("active", other === option);
        if (option) this.#input.setAttribute("aria-activedescendant", option.id);
        else this.#input.removeAttribute("aria-activedescendant");
        option?.scrollIntoView({ block: "nearest", behavior: "instant" });
    }

    /** @param {Person} person */
    #pick(person) {
        const state = stateOf(person);
        if (state !== "" && !this.chosen.has(person.id)) {
            this.#note.textContent = `${person.name} ${state === "Suspended" ? "is suspended" : "has not joined yet"}, and cannot be reached.`;
            return;
        }
        if (!this.many) {
            this.picked?.(person);
            return;
        }
        if (this.chosen.has(person.id)) this.chosen.delete(person.id);
        else this.chosen.set(person.id, person);
        const active = this.#active;
        this.#drawChips();
        this.#draw();
        this.#active = active;
        this.#showActive();
        this.#input.select();
        this.#input.focus();
        this.changed?.();
    }

    #drawChips() {
        this.#chips.hidden = this.chosen.size === 0;
        replace(
            this.#chips,
            ...[...this.chosen.values()].map((person) =>
                element(
                    "li",
                    {},
                    element(
                        "button",
                        {
                            type: "button",
                            class: "chip",
                            "aria-label": `Remove ${person.name}`,
                            onclick: () => this.#pick(person),
                        },
                        element("span", { dir: "auto" }, person.name),
                        icon("close"),
                    ),
                )
            ),
        );
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.isComposing) return;
        const last = this.#people.length - 1;
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            this.#active = Math.max(0, Math.min(last, this.#active + (event.key === "ArrowDown" ? 1 : -1)));
            if (!this.many) this.#draw();
            else this.#showActive();
        } else if (event.key === "Enter") {
            event.preventDefault();
            void this.#pickActive();
        } else if (event.key === "Backspace" && this.#input.value === "" && this.chosen.size > 0) {
            const person = [...this.chosen.values()].at(-1);
            if (person) this.#pick(person);
        }
    }
}

/**
 * Recent contacts, latest first. The server's first page may not include them.
 *
 * @param {import("../../shell/contract.js").ConversationRow[]} rows
 * @param {Person[]} people
 * @returns {Person[]}
 */
function contactsOf(rows, people) {
    const found = new Map(people.map((person) => [person.id, person]));
    return rows.flatMap(({ other, title }) => other === undefined ? [] : [found.get(other) ?? { id: other, name: title }]);
}

/**
 * Why a person cannot be reached; empty for one who can.
 *
 * @param {Person} person
 */
function stateOf({ suspended = false, unclaimed = false }) {
    return suspended ? "Suspended" : unclaimed ? "Not joined yet" : "";
}

/**
 * <city-picker name="city">: a field of a form whose value is the id of a city. Other sites load it as a plain script, so all of it
 * is in one scope. It follows the pattern of an editable combobox with a list (ARIA Authoring Practices Guide).
 */
(() => {
  interface Place {
    kind: string;
    id: string;
    name: string;
    country: { name: string };
    region: string | null;
  }

  /** The name with what tells it from others: region and country, unless they are called the same. */
  const partsOf = ({ name, region, country }: Place) => [...new Set([name, region ?? name, country.name])];

  const WAIT_MILLISECONDS = 150;
  // The service that this script came from.
  const script = document.currentScript as HTMLScriptElement | null;
  const service = new URL('places.json', script?.src ?? location.href);

  const style = new CSSStyleSheet();
  style.replaceSync(`:host{display:inline-block;position:relative;min-width:14em}
:host([hidden]),[hidden]{display:none}
*{box-sizing:border-box;margin:0}
input,ul,p{color:var(--city-picker-color,FieldText);background:var(--city-picker-background,Field);border:1px solid var(--city-picker-border,currentColor);border-radius:var(--city-picker-radius,4px)}
input{width:100%;font:inherit;padding:.4em .6em;outline:0}
:host(:focus-within){outline:2px solid var(--city-picker-accent,currentColor)}
ul,p{position:absolute;z-index:9;inset-inline:0;top:100%}
p:empty{border:0}
p:not(:empty),li{padding:.35em .6em}
ul{max-height:18em;overflow:auto;padding:0;list-style:none}
li{cursor:pointer}
small{display:block}
li[aria-selected=true]{color:var(--city-picker-accent-text,HighlightText);background:var(--city-picker-accent,Highlight)}`);

  const make = <Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: Record<string, string>) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries({ part: name, ...attributes }))
      element.setAttribute(key, value);
    return element;
  };

  class CityPicker extends HTMLElement {
    static readonly formAssociated = true;
    static readonly observedAttributes = ['placeholder', 'required', 'label', 'value'];
    readonly #internals = this.attachInternals();
    readonly #input = make('input', {
      part: 'input',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
      maxlength: '100',
      dir: 'auto',
    });
    readonly #list = make('ul', { part: 'list', id: 'list', role: 'listbox', hidden: '' });
    readonly #status = make('p', { part: 'status', role: 'status' });
    #places: Place[] = [];
    #active = -1;
    #chosen: Place | undefined;
    #value = '';
    #timer: ReturnType<typeof setTimeout> | undefined;
    #asking = new AbortController();

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
      root.adoptedStyleSheets = [style];
      root.append(this.#input, this.#list, this.#status);
      this.#input.addEventListener('input', () => {
        this.#set('', undefined);
        this.#askSoon();
      });
      this.#input.addEventListener('keydown', (event) => this.#pressed(event));
      this.#input.addEventListener('focus', () => this.#name());
      this.#input.addEventListener('blur', () => this.#show([]));
      // Before the field loses the focus, which would close the list.
      this.#list.addEventListener('mousedown', (event) => {
        event.preventDefault();
        const option = (event.target as Element).closest('li');
        if (option !== null) this.#choose([...this.#list.children].indexOf(option));
      });
    }

    connectedCallback(): void {
      this.#name();
      this.#set(this.#value, this.#chosen);
    }

    attributeChangedCallback(name: string, _: string | null, value: string | null): void {
      if (name === 'placeholder') this.#input.placeholder = value ?? '';
      if (name === 'value') this.value = value ?? '';
      this.#name();
      this.#set(this.#value, this.#chosen);
    }

    formDisabledCallback(isDisabled: boolean): void {
      this.#input.disabled = isDisabled;
    }

    formResetCallback(): void {
      this.value = this.getAttribute('value') ?? '';
    }

    formStateRestoreCallback(state: string): void {
      this.value = state;
    }

    get form(): HTMLFormElement | null {
      return this.#internals.form;
    }

    /** The id of the chosen city; empty if none is. */
    get value(): string {
      return this.#value;
    }

    set value(id: string) {
      this.#input.value = '';
      this.#show([]);
      this.#set(id, undefined);
      if (id !== '')
        void this.#ask('id', id).then((places) => {
          if (places?.[0] && this.#value === id) this.#fill(places[0]);
        });
    }

    /** What is known of the chosen city: name, country, region, latitude, longitude. */
    get place(): Place | undefined {
      return this.#chosen;
    }

    get validity(): ValidityState {
      return this.#internals.validity;
    }

    get validationMessage(): string {
      return this.#internals.validationMessage;
    }

    checkValidity(): boolean {
      return this.#internals.checkValidity();
    }

    reportValidity(): boolean {
      return this.#internals.reportValidity();
    }

    #name(): void {
      const labels = [...this.#internals.labels].map(({ textContent }) => textContent?.trim()).join(' ');
      this.#input.ariaLabel = this.getAttribute('label') || labels || 'City';
      this.#input.ariaRequired = String(this.hasAttribute('required'));
    }

    #set(id: string, place: Place | undefined): void {
      this.#value = id;
      this.#chosen = place;
      this.#internals.setFormValue(id || null);
      const isMissing = id === '' && this.hasAttribute('required');
      const isOpen = id === '' && this.#input.value !== '';
      if (isMissing || isOpen)
        this.#internals.setValidity(
          { valueMissing: isMissing, customError: isOpen },
          this.getAttribute('hint') ?? 'Choose a city from the list.',
          this.#input,
        );
      else this.#internals.setValidity({});
    }

    #fill(place: Place): void {
      this.#input.value = partsOf(place).join(', ');
      this.#set(place.id, place);
    }

    #choose(at: number): void {
      const place = this.#places[at];
      if (place === undefined) return;
      this.#fill(place);
      this.#show([]);
      this.dispatchEvent(new Event('change', { bubbles: true }));
    }

    #askSoon(): void {
      clearTimeout(this.#timer);
      this.#asking.abort();
      const text = this.#input.value.trim();
      if (text === '') this.#show([]);
      else
        this.#timer = setTimeout(async () => {
          const found = await this.#ask('q', text);
          if (this.#input.value.trim() === text && this.shadowRoot?.activeElement)
            this.#show(
              found ?? [],
              found ? (this.getAttribute('empty') ?? 'No place found') : 'No connection',
            );
        }, WAIT_MILLISECONDS);
    }

    /** The cities; undefined if the service cannot be reached, or the request was aborted. */
    async #ask(by: 'q' | 'id', text: string): Promise<Place[] | undefined> {
      this.#asking.abort();
      this.#asking = new AbortController();
      const { signal } = this.#asking;
      try {
        const response = await fetch(`${service}?${by}=${encodeURIComponent(text)}`, {
          signal,
          credentials: 'omit',
        });
        const places = (await response.json()) as Place[];
        return response.ok ? places.filter(({ kind }) => kind === 'city') : undefined;
      } catch {
        return undefined;
      }
    }

    #show(places: Place[], otherwise = ''): void {
      this.#places = places;
      this.#list.replaceChildren(
        ...places.map((place, at) => {
          const option = make('li', { part: 'option', role: 'option', id: `o${at}`, dir: 'auto' });
          const where = make('small', { part: 'where' });
          where.textContent = partsOf(place).slice(1).join(', ');
          option.append(place.name, where);
          return option;
        }),
      );
      this.#list.hidden = places.length === 0;
      this.#list.ariaLabel = this.#input.ariaLabel;
      this.#input.ariaExpanded = String(places.length > 0);
      this.#status.textContent = places.length === 0 ? otherwise : '';
      this.#activate(-1);
    }

    #activate(at: number): void {
      this.#active = at;
      for (const [index, option] of [...this.#list.children].entries()) {
        option.ariaSelected = String(index === at);
        if (index === at) option.scrollIntoView({ block: 'nearest' });
      }
      if (at < 0) this.#input.removeAttribute('aria-activedescendant');
      else this.#input.setAttribute('aria-activedescendant', `o${at}`);
    }

    #pressed(event: KeyboardEvent): void {
      const { length } = this.#places;
      const isDown = event.key === 'ArrowDown';
      if (isDown || event.key === 'ArrowUp') {
        if (length === 0) this.#askSoon();
        else if (isDown) this.#activate((this.#active + 1) % length);
        else this.#activate((this.#active < 1 ? length : this.#active) - 1);
      } else if (event.key === 'Enter' && this.#active >= 0) this.#choose(this.#active);
      else if (event.key === 'Enter') {
        this.form?.requestSubmit();
        return;
      } else if (event.key === 'Escape' && length > 0) this.#show([]);
      else if (event.key === 'Escape' && this.#input.value !== '') this.value = '';
      else return;
      event.preventDefault();
    }
  }

  // The page may load the script twice.
  if (customElements.get('city-picker') === undefined) customElements.define('city-picker', CityPicker);
})();

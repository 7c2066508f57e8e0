/** Suggests places and pages below the search box while somebody types. Without it, the box leads to the page of results. */

interface Suggestion {
  title: string;
  kind: string;
  /** The region and country of a place; otherwise empty. */
  where: string;
  /** A path from the root of the site. */
  to: string;
}

const WAIT_MILLISECONDS = 150;

for (const input of document.querySelectorAll<HTMLInputElement>('input[data-search]')) suggestFor(input);

function suggestFor(input: HTMLInputElement): void {
  const list = document.createElement('ul');
  list.id = `${input.id}-suggestions`;
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.dataset.suggestions ?? '');
  list.hidden = true;
  input.after(list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  show([]);

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), WAIT_MILLISECONDS);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      show([]);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      const address = active()?.dataset.to;
      if (address === undefined) return;
      event.preventDefault();
      location.href = address;
    }
  });
  input.addEventListener('blur', () => show([]));

  async function ask(): Promise<void> {
    const asked = ++latest;
    const text = input.value.trim();
    if (text.length < 2) {
      show([]);
      return;
    }
    const address = new URL(input.dataset.search ?? '', location.href);
    address.searchParams.set('q', text);
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok !== true || asked !== latest || document.activeElement !== input) return;
    show((await response.json()) as Suggestion[]);
  }

  function show(suggestions: readonly Suggestion[]): void {
    list.replaceChildren(...suggestions.map(optionOf));
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(suggestions.length > 0));
    input.removeAttribute('aria-activedescendant');
  }

  function optionOf({ title, kind, where, to }: Suggestion, index: number): HTMLElement {
    const option = document.createElement('li');
    option.id = `${list.id}-${index}`;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    option.dataset.to = addressOf(to);
    const name = document.createElement('span');
    name.textContent = title;
    const what = document.createElement('small');
    what.textContent = where === '' ? kind : where;
    option.append(name, what);
    // Before the box loses the focus, which would close the list.
    option.addEventListener('mousedown', (event) => {
      event.preventDefault();
      location.href = option.dataset.to ?? '';
    });
    return option;
  }

  /** Relative to the page, as the address of the search is. */
  function addressOf(to: string): string {
    return (input.dataset.search ?? '').replace(/search\.json$/, to.slice(1));
  }

  function active(): HTMLElement | null {
    return list.querySelector<HTMLElement>('[aria-selected="true"]');
  }

  function move(by: number): void {
    const options = [...list.querySelectorAll<HTMLElement>('[role="option"]')];
    const before = options.findIndex((option) => option.ariaSelected === 'true');
    const next = options[(before + by + options.length) % options.length];
    for (const option of options) option.setAttribute('aria-selected', String(option === next));
    if (next === undefined) return;
    input.setAttribute('aria-activedescendant', next.id);
    next.scrollIntoView({ block: 'nearest' });
  }
}

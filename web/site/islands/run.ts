/** Sends a request of the API reference from its page. The field for the key starts with the key that the dashboard left. */
import { KEY_OF_TAB } from '../key-of-tab.ts';
import { wordsOf } from '../words.ts';

const MOST_CHARACTERS = 100_000;

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-run]')) offer(form);

function offer(form: HTMLFormElement): void {
  const key = form.elements.namedItem('key') as HTMLInputElement;
  key.value = sessionStorage.getItem(KEY_OF_TAB) ?? '';
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, key.value.trim());
  });
}

async function send(form: HTMLFormElement, key: string): Promise<void> {
  const result = form.querySelector('.run-result');
  if (result === null) return;
  const url = addressOf(form);
  const words = wordsOf<'sending' | 'unreachable' | 'shortened'>(form);
  result.textContent = words.sending;
  try {
    const startedAt = performance.now();
    const response = await fetch(url, key === '' ? {} : { headers: { Authorization: `Bearer ${key}` } });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - startedAt);
    const line = document.createElement('p');
    line.textContent = `${response.status} ${response.statusText} · ${milliseconds} ms · ${url.pathname}${url.search}`;
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.textContent = readable(text, words.shortened);
    result.replaceChildren(line, pre);
  } catch {
    result.textContent = words.unreachable;
  }
}

function addressOf(form: HTMLFormElement): URL {
  let path = form.dataset.run ?? '';
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== '') query.set(input.name, input.value);
  }
  const url = new URL(path, location.href);
  url.search = query.toString();
  return url;
}

function readable(text: string, shortened: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: shown as it is.
  }
  return shown.length <= MOST_CHARACTERS ? shown : `${shown.slice(0, MOST_CHARACTERS)}\n… ${shortened}`;
}

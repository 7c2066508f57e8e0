/** Shows the progress of the data release, and reloads the page when it is ready. */
const LOOK_MILLISECONDS = 1000;

void look();

async function look(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
    if (response.status !== 503) {
      location.reload();
      return;
    }
    show(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    // The server is restarting: the next request finds it.
  }
  void look();
}

/** Replaces what has changed, so that a screen reader says each step once. */
function show(page: Document): void {
  const shown = document.querySelector('#preparing');
  const next = page.querySelector('#preparing');
  if (shown !== null && next !== null && shown.innerHTML !== next.innerHTML)
    shown.replaceChildren(...next.childNodes);
}

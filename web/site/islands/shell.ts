/**
 * For every server-rendered page: examples with the address that the page was opened with, buttons that copy code, and menus
 * that close after a choice.
 */

const COPIED_MILLISECONDS = 2000;

/** The address of the service in the examples of the page. */
const PUBLIC_ADDRESS = document.documentElement.dataset.address;
/** What its buttons say, in the language of the page. */
const WORDS = document.documentElement.dataset;
const OWN_ADDRESS = addressOf(import.meta.url);

for (const block of document.querySelectorAll<HTMLElement>('.code-block')) {
  if (PUBLIC_ADDRESS !== undefined && PUBLIC_ADDRESS !== OWN_ADDRESS) showOwnAddress(block, PUBLIC_ADDRESS);
  addCopyButton(block);
}

for (const menu of document.querySelectorAll<HTMLElement>('[popover]'))
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null && menu.matches(':popover-open'))
      menu.hidePopover();
  });

/** Scripts are one folder below the address of the service. */
function addressOf(script: string): string {
  return new URL('..', script).href.replace(/\/$/, '');
}

function showOwnAddress(block: HTMLElement, publicAddress: string): void {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const text = currentNode.nodeValue ?? '';
    if (text.includes(publicAddress)) currentNode.nodeValue = text.replaceAll(publicAddress, OWN_ADDRESS);
  }
}

function addCopyButton(block: HTMLElement): void {
  const code = block.querySelector('pre');
  if (code === null || navigator.clipboard === undefined) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet small copy';
  button.textContent = WORDS.copy ?? '';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.innerText.trimEnd());
    button.textContent = WORDS.copied ?? '';
    setTimeout(() => {
      button.textContent = WORDS.copy ?? '';
    }, COPIED_MILLISECONDS);
  });
  block.append(button);
}

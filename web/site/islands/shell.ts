/** What every server-rendered page has: buttons that copy code, and menus that close when they have led somewhere. */

const COPIED_MILLISECONDS = 2000;

for (const block of document.querySelectorAll<HTMLElement>('.code-block')) addCopyButton(block);

for (const menu of document.querySelectorAll<HTMLElement>('[popover]'))
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') !== null && menu.matches(':popover-open'))
      menu.hidePopover();
  });

function addCopyButton(block: HTMLElement): void {
  const code = block.querySelector('pre');
  if (code === null || navigator.clipboard === undefined) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet small copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.innerText.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_MILLISECONDS);
  });
  block.append(button);
}

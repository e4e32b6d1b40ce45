// Adds a copy button below each text that is meant to be copied. Without this script, readers can still
// select and copy the text.
const isSpanish = document.documentElement.lang === 'es';
const COPY = isSpanish ? 'Copiar' : 'Copy';
const COPIED = isSpanish ? 'Copiado.' : 'Copied.';
const FAILED = isSpanish
  ? 'Está marcado: cópielo con el teclado o el menú.'
  : 'It is marked: copy it with the keyboard or the menu.';

for (const text of document.querySelectorAll('textarea.copyable')) addButton(text);

function addButton(text) {
  const line = document.createElement('p');
  line.className = 'copy no-print';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = COPY;
  const name = document.querySelector(`label[for="${text.id}"]`)?.textContent;
  if (name) button.setAttribute('aria-label', `${COPY}: ${name}`);
  const told = document.createElement('span');
  told.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    told.textContent = '';
    told.textContent = (await copy(text)) ? COPIED : FAILED;
  });
  line.append(button, ' ', told);
  text.after(line);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    // The browser denied access, or the page is not served over TLS and therefore has no clipboard.
    text.focus();
    text.select();
    return false;
  }
}

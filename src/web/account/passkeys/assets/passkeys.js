// Shows the passkey forms if the browser supports passkeys. Before such a form is sent, the script asks the
// browser for a passkey and adds the response to the form. The server verifies everything.
const isSpanish = document.documentElement.lang === 'es';
const CANCELED = isSpanish
  ? 'No se usó ninguna llave de acceso. Inténtelo de nuevo cuando quiera.'
  : 'No passkey was used. Try again when you like.';
const PRESENT = isSpanish
  ? 'Este dispositivo ya tiene una llave de acceso de su cuenta.'
  : 'This device has a passkey of your account already.';
const FAILED = isSpanish
  ? 'No funcionó. Inténtelo de nuevo en un minuto, o use su contraseña.'
  : 'It did not work. Try again in a minute, or use your password.';

const credential = globalThis.PublicKeyCredential;
const hasPasskeys =
  credential?.parseCreationOptionsFromJSON !== undefined &&
  credential.parseRequestOptionsFromJSON !== undefined &&
  credential.prototype.toJSON !== undefined;

if (hasPasskeys) {
  for (const text of document.querySelectorAll('[data-without-passkeys]')) text.hidden = true;
  for (const form of document.querySelectorAll('form[data-passkey]')) prepare(form);
}

function prepare(form) {
  form.hidden = false;
  const ask = { create, 'sign-in': get }[form.dataset.passkey];
  if (!ask) return;
  const button = form.querySelector('button');
  const told = form.querySelector('[role=status]');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    told.textContent = '';
    button.disabled = true;
    try {
      form.elements.credential.value = JSON.stringify(await ask(form));
      form.submit();
    } catch (error) {
      told.textContent = explain(error);
      button.disabled = false;
      button.focus();
    }
  });
}

async function create(form) {
  const publicKey = credential.parseCreationOptionsFromJSON(JSON.parse(form.dataset.options));
  return navigator.credentials.create({ publicKey });
}

async function get() {
  const answer = await fetch('/sign-in/passkey/question', { method: 'POST' });
  if (!answer.ok) throw new Error(`the question was answered with ${answer.status}`);
  const publicKey = credential.parseRequestOptionsFromJSON(await answer.json());
  return navigator.credentials.get({ publicKey });
}

function explain({ name }) {
  if (name === 'NotAllowedError' || name === 'AbortError') return CANCELED;
  return name === 'InvalidStateError' ? PRESENT : FAILED;
}

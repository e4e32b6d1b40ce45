// Checks a receipt against the public log in the browser, without trusting the server's result. The script
// computes the hashes itself; only the public keys come from the server. See RFC 6962, c2sp.org/tlog-proof,
// c2sp.org/signed-note.
const isSpanish = document.documentElement.lang === 'es';
const CHECKED = isSpanish
  ? 'Su navegador lo calculó por sí mismo: el registro {log}, con {size} entradas, contiene este recibo.'
  : 'Your browser computed this by itself: the log {log}, of {size} entries, has this receipt.';
const RECORD = isSpanish
  ? ' El dato oficial del recibo está en la publicación {version}, al {day}.'
  : ' The record of the receipt is in publication {version}, as of {day}.';
const WRONG = isSpanish
  ? 'Su navegador llegó a otro resultado: esta prueba NO es válida. Guarde los dos textos y avise al organizador del evento.'
  : 'Your browser came to another result: this proof does NOT hold. Keep both texts; they are evidence.';
const UNABLE = isSpanish
  ? 'Este navegador no puede comprobar la firma por sí mismo.'
  : 'This browser cannot check the signature by itself.';

const PATH_MAX = 63;

for (const section of document.querySelectorAll('section[data-log-proof]')) void show(section);

async function show(section) {
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  section.querySelector('div').prepend(line);
  try {
    const receipt = section.querySelector('#receipt-text').value;
    const proof = section.querySelector('#proof-text').value;
    const answer = await fetch('/.well-known/jwks.json');
    const { log_keys: keys } = await answer.json();
    line.textContent = describe(await check(receipt, proof, keys));
  } catch {
    line.textContent = UNABLE;
  }
}

function describe(found) {
  if (!found) return WRONG;
  const { log, size, publication } = found;
  const said = CHECKED.replace('{log}', log).replace('{size}', size.toLocaleString());
  return publication
    ? said + RECORD.replace('{version}', publication.version).replace('{day}', publication.as_of)
    : said;
}

/**
 * Returns the proven facts, or undefined if any check fails. Throws if this browser does not support such
 * signatures.
 */
async function check(receipt, proof, keys) {
  const end = proof.indexOf('\n\n');
  const [format, ...lines] = proof.slice(0, end).split('\n');
  const extra = lines[0]?.startsWith('extra ') ? decode(lines.shift().slice(6)) : undefined;
  const index = Number(/^index (\d+)$/.exec(lines.shift())?.[1]);
  const head = await openCheckpoint(proof.slice(end + 2), keys);
  if (format !== 'c2sp.org/tlog-proof@v1' || !head) return undefined;
  const entry = join(Uint8Array.of(1), await sha256(encode(receipt)));
  if (!(await isIncluded(entry, { index, path: lines }, head))) return undefined;
  if (!extra) return { ...head, publication: undefined };
  const { publication, record } = JSON.parse(new TextDecoder().decode(extra));
  const logged = JSON.parse(publication.entry);
  const { vendor_id: id, record_sha256: hash } = claimsOf(receipt);
  const root = Uint8Array.from(logged.root_hash.match(/../g), (digits) => Number.parseInt(digits, 16));
  const holds =
    logged.type === 'publication' &&
    record.entry.startsWith(`${id} ${hash} `) &&
    (await isIncluded(encode(publication.entry), publication, head)) &&
    (await isIncluded(encode(record.entry), record, { size: logged.records, root }));
  return holds ? { ...head, publication: logged } : undefined;
}

async function openCheckpoint(note, keys) {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const [log, size, root] = text.split('\n');
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const key = keys.map(readKey).find((each) => each.type === 1 && each.name === name);
    const signature = decode(encoded);
    if (!key || name !== log || key.id !== hexOf(signature.subarray(0, 4))) continue;
    const publicKey = await crypto.subtle.importKey('raw', key.bytes, 'Ed25519', false, ['verify']);
    const holds = await crypto.subtle.verify('Ed25519', publicKey, signature.subarray(4), encode(text));
    return holds ? { log, size: Number(size), root: decode(root) } : undefined;
  }
  return undefined;
}

function readKey(text) {
  const [, name, id, material] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text);
  const bytes = decode(material);
  return { name, id, type: bytes[0], bytes: bytes.subarray(1) };
}

async function isIncluded(entry, { index, path }, { size, root }) {
  const isPlace = Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
  if (!isPlace || path.length > PATH_MAX) return false;
  const climb = async (at, width, left) => {
    if (width === 1) return left === 0 ? sha256(join(Uint8Array.of(0), entry)) : undefined;
    if (left === 0) return undefined;
    const sibling = decode(path[left - 1]);
    let middle = 1;
    while (middle * 2 < width) middle *= 2;
    const isLeft = at < middle;
    const below = await (isLeft ? climb(at, middle, left - 1) : climb(at - middle, width - middle, left - 1));
    return below && sha256(join(Uint8Array.of(1), ...(isLeft ? [below, sibling] : [sibling, below])));
  };
  const computed = await climb(index, size, path.length);
  return computed !== undefined && hexOf(computed) === hexOf(root);
}

function claimsOf(receipt) {
  const { payload } = JSON.parse(fromBase64Url(receipt));
  return JSON.parse(fromBase64Url(payload));
}

function fromBase64Url(text) {
  return new TextDecoder().decode(decode(text.replaceAll('-', '+').replaceAll('_', '/')));
}

function encode(text) {
  return new TextEncoder().encode(text);
}

function decode(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function join(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

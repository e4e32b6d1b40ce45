// Shrinks photos before they are uploaded. The form also works without this script.
const SIDE_MAX = 2_000;
const BYTES_ENOUGH = 1_000_000;
const QUALITY = 0.85;
const form = document.querySelector('form[data-documents]');
const pending = new Set();

form?.addEventListener('change', ({ target }) => {
  if (target.type !== 'file' || !target.files?.[0]) return;
  const work = shrink(target).finally(() => pending.delete(work));
  pending.add(work);
});

form?.addEventListener('submit', async (event) => {
  if (pending.size === 0) return;
  event.preventDefault();
  const { submitter } = event;
  const label = submitter?.textContent;
  if (submitter) submitter.textContent = form.dataset.documents;
  await Promise.all(pending);
  if (submitter) submitter.textContent = label;
  form.submit();
});

// A file that can't be shrunk is uploaded unchanged, and the server reports any problem with it.
async function shrink(input) {
  const [file] = input.files;
  const isApple = /heic|heif/i.test(file.type) || /\.hei[cf]$/i.test(file.name);
  const isPhoto = isApple || file.type === 'image/jpeg' || file.type === 'image/png';
  if (!isPhoto || (!isApple && file.size <= BYTES_ENOUGH)) return;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const smaller = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    if (!smaller || (!isApple && smaller.size >= file.size) || input.files[0] !== file) return;
    const name = `${file.name.replace(/\.\w+$/, '')}.jpg`;
    const chosen = new DataTransfer();
    chosen.items.add(new File([smaller], name, { type: 'image/jpeg' }));
    input.files = chosen.files;
  } catch {
    // This browser can't read the image format.
  }
}

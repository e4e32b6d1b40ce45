import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Writes these bytes to a single connection, then `more` when the first response begins, and reads until the
 * server closes the connection. Returns all responses in order.
 */
export async function sendRaw(port: number, bytes: string, more = ''): Promise<RawAnswer[]> {
  const socket = connect({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  if (more !== '') socket.once('data', () => socket.write(more));
  await once(socket, 'close');
  return parseAnswers(Buffer.concat(chunks).toString('latin1'));
}

/** Parses responses that have a Content-Length, as all of ours do. */
function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) throw new Error(`no end of headers: ${rest.slice(0, 200)}`);
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      body: rest.slice(headEnd + 4, bodyEnd),
    });
    rest = rest.slice(bodyEnd);
  }
  return answers;
}

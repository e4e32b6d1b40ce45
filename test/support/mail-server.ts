import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** An email that the server accepted. */
export interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface FakeMailServer {
  readonly url: string;
  readonly port: number;
  /** The accepted emails, in order of arrival. */
  readonly arrived: readonly ArrivedMail[];
  /** Closes the server and all its connections. From then on, nothing listens at `url`. */
  close(): Promise<void>;
}

export interface Reply {
  readonly code: number;
  readonly text: string;
}

/**
 * Starts a loopback email server for tests and manual trials. By default it accepts every email; the callbacks
 * can reject one.
 */
export async function startFakeMailServer(
  options: {
    readonly port?: number;
    /** Called for each recipient. Returning undefined accepts the recipient. */
    readonly onRecipient?: (address: string) => Reply | undefined;
    /** Called for each message after it is added to `arrived`. Returning undefined accepts the message. */
    readonly onMessage?: (mail: ArrivedMail) => Promise<Reply | undefined> | Reply | undefined;
  } = {},
): Promise<FakeMailServer> {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onRcptTo({ address }, _session, callback) {
      callback(toError(options.onRecipient?.(address)));
    },
    onData(stream, { envelope }, callback) {
      const take = async (): Promise<Error | null> => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const mail: ArrivedMail = {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        };
        arrived.push(mail);
        const refusal = toError(await options.onMessage?.(mail));
        if (refusal) arrived.splice(arrived.indexOf(mail), 1);
        return refusal;
      };
      // If the client disconnects midway, the stream ends with an error and the email does not count as
      // received.
      take().then(callback, callback);
    },
  });
  // If the client process is killed, its connection is reset, which must not crash the server.
  server.on('error', () => {});
  const listener = server.listen(options.port ?? 0, '127.0.0.1');
  if (!listener.listening) await once(listener, 'listening');
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    arrived,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function toError(reply: Reply | undefined): Error | null {
  return reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { answerQuestions } from './helper.ts';
import { BareOrder } from './http-messages.ts';

/** The baseline: prepared answers from a Map, served by node:http alone. */
answerQuestions(BareOrder, async ({ servicePort, paths }) => {
  const answers = new Map<string, { type: string; length: number; body: Buffer }>();
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${servicePort}${path}`);
    if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
    const body = Buffer.from(await response.arrayBuffer());
    answers.set(path, { type: response.headers.get('content-type') ?? '', length: body.length, body });
  }
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (!answer) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': answer.type, 'content-length': answer.length })
        .end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port };
});

/**
 * Replaces everything random in a service's text with a name that is the same for both services. Two texts
 * can then be compared, and the names can be translated back to send a request. The rules below cover
 * everything random.
 */
interface Rule {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly what: string;
}

export const RULES: readonly Rule[] = [
  {
    kind: 'receipt',
    pattern: /\beyJwYXlsb2FkIj[\w-]{200,}/g,
    what: 'a signed receipt; its content is compared, its signature is not',
  },
  {
    kind: 'number',
    pattern: /\b[\dA-HJKMNP-TV-Z]{4}(?:-[\dA-HJKMNP-TV-Z]{4}){3}\b/g,
    what: 'the number of a receipt',
  },
  {
    kind: 'cursor',
    pattern: /(?<=(?:"|&#34;|=)[\da-z]{1,9}-)[\da-f]{12}(?=["&]|$)/gm,
    what: 'the part of a cursor that names the feed of one service',
  },
  {
    kind: 'etag',
    pattern: /(?<=etag: &#34;)[\w-]{27}(?=&#34;)/g,
    what: 'the ETag that the pages for trying requests show',
  },
  {
    kind: 'token',
    pattern: /(?<=token(?:=|%3D|&#61;)|name="token" value=")[\w-]{20,}(?:\.[\w-]+)*/g,
    what: 'a token in a mailed link or in the form it leads to',
  },
  {
    kind: 'key',
    pattern:
      /(?<=svc_pk_)[a-z2-7]{16}\.[a-z2-7]{40,}|(?<=svc_pk_|(?:\/|%2F)api-keys(?:\/|%2F))[a-z2-7]{16}\b/g,
    what: 'an API key, its id or its first characters; the demo keys stay',
  },
  {
    kind: 'id',
    pattern: /(?:\b|(?<=%2F))[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/g,
    what: 'a random UUID (version 4 or 7); ids of vendors are made from the license and stay',
  },
  {
    kind: 'question',
    pattern:
      /(?<=\bq_|(?:\/|%2F)questions(?:\/|%2F)|(?:"|&#34;)(?:question_)?id(?:"|&#34;): ?(?:"|&#34;))[\da-f]{10}\b/g,
    what: 'the id of a question that an organizer added',
  },
  {
    kind: 'stamp',
    pattern: /(?<=^(?:DTSTAMP|CREATED|LAST-MODIFIED):\d{8}T\d{4})\d\dZ/gm,
    what: 'the seconds of an instant in a calendar',
  },
  {
    kind: 'picture',
    pattern: /(?<=shape-rendering="crispEdges">).+?(?=<\/svg>)/g,
    what: 'the QR code of an address with a random part',
  },
  {
    kind: 'secret',
    pattern: /(?<=\bwhsec_)[\w+/-]{20,}/g,
    what: 'the secret that signs the messages of a webhook',
  },
  {
    kind: 'device',
    pattern: /(?<=\.device-)[\da-f]{8}\b/g,
    what: 'the name of the cookie by which a browser is known again',
  },
  {
    kind: 'wait',
    pattern: /(?<=again in )\d+ s(?:econds?)?\b|(?<=^retry-after: |^ratelimit: .*;t=)\d+/gm,
    what: 'how many seconds are left until a limit takes requests again',
  },
  {
    kind: 'code',
    pattern: /(?<=<strong class="code">)[^<]+/g,
    what: 'the code in a letter that proves a claim',
  },
  {
    kind: 'time',
    pattern: /\b\d{4}-\d\d-\d\dT\d\d:\d\d:(?!00(?:\.000)?Z)\d\d(?:\.\d+)?Z/g,
    what: 'an instant with seconds; an instant of a whole minute was chosen by somebody and stays',
  },
];

/** These keys are published in the README and are the same in every service. */
const DEMO_KEYS = ['5thqpzytcuzu4376', 'k2f5z63pdc7dfyk6'];
const NAME = /~[a-z]+-\d+-\d+~/g;

/** Maps one service's random values to names. */
export class Names {
  private readonly byValue = new Map<string, string>();
  private readonly byName = new Map<string, string>();

  /**
   * Returns the text with names in place of values. A new name contains the request number and the position
   * in its response.
   */
  neutral(text: string, request: number): string {
    let place = 0;
    // Calendar files fold long lines, which can split an id.
    let result = text.replaceAll('\r\n ', '');
    for (const { kind, pattern } of RULES)
      result = result.replace(pattern, (value) => {
        if (DEMO_KEYS.some((key) => value.startsWith(key))) return value;
        place += 1;
        return this.nameOf(kind, value, `~${kind}-${request}-${place}~`);
      });
    return result;
  }

  /** Returns the text with this service's own values in place of names. */
  own(text: string): string {
    return text.replace(NAME, (name) => this.byName.get(name) ?? name);
  }

  /**
   * Two rows may have the same timestamp in only one of the services, so each occurrence of a timestamp has
   * its own name.
   */
  private nameOf(kind: string, value: string, proposed: string): string {
    const known = kind === 'time' || kind === 'wait' ? undefined : this.byValue.get(value);
    if (known !== undefined) return known;
    this.byValue.set(value, proposed);
    this.byName.set(proposed, value);
    return proposed;
  }
}

/** Returns the content of every receipt in a text, without signatures and timestamps. */
export function receiptsIn(text: string): string[] {
  const [receipts] = RULES;
  return [...text.matchAll(receipts?.pattern ?? /$^/g)].map(([receipt]) => {
    const { payload = '' } = JSON.parse(fromBase64(receipt));
    return fromBase64(payload).replace(/"(iat|nbf|exp)":\d+/g, '"$1":~time~');
  });
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}

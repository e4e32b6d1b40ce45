/**
 * Compares the messages that webhook receivers got and the message log with the ledger, and lists the errors.
 * Call it when there is nothing left to send. Pure.
 */

/** A line in an application's history. */
export interface Line {
  readonly application_id: string;
  readonly position: number;
  readonly changed_by: string;
  /** status | message | taken_back | undone */
  readonly kind: string;
  readonly status: string;
}

/** A change to a vendor with a spot, as recorded in the ledger. */
interface NotedChange {
  readonly application_id: string;
  readonly changed_at: string;
  readonly grave: number;
  readonly verdict_from: string;
  readonly verdict_to: string;
  /** The changes as JSON, each with its kind. */
  readonly changes: string;
}

interface Message {
  readonly id: string;
  readonly body: string;
}

interface Delivery {
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly attempts: number;
  readonly delivered_at: string | null;
  readonly next_attempt_at: string | null;
  readonly claimed_until: string | null;
}

interface Attempt {
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly made_at: string;
  readonly outcome: string;
  readonly status: number | null;
}

/** A request as the receiver got it. */
export interface Copy {
  readonly endpointId: string;
  readonly id: string;
  readonly body: string;
  /** True if the reference library accepts its signature. */
  readonly isSigned: boolean;
  /** Undefined if there was no response. */
  readonly answered: number | undefined;
}

export interface Told {
  /** History lines for the applications that messages may be about, in any order. */
  readonly lines: readonly Line[];
  /** Changes to the vendors with a spot, in any order. */
  readonly noted: readonly NotedChange[];
  readonly messages: readonly Message[];
  readonly deliveries: readonly Delivery[];
  readonly attempts: readonly Attempt[];
  readonly copies: readonly Copy[];
  /** The endpoints, all of which existed before the first history line. */
  readonly endpointIds: readonly string[];
  /** The number of kills. Each kill can leave at most one unlogged request per endpoint. */
  readonly kills: number;
}

export function judgeWebhooks(told: Told): string[] {
  return [
    ...judgeMessages(told),
    ...judgeVendors(told),
    ...judgeCopies(told),
    ...told.endpointIds.flatMap(judgeLog(told)),
  ];
}

interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Checks that each status change has one message, and that the messages' times are in the order of the
 * changes.
 */
function judgeMessages({ lines, messages }: Told): string[] {
  const bodies = messages.map(({ body }) => JSON.parse(body) as Body).sort(byTime);
  const ofApplications = bodies.filter(({ type }) => type.startsWith('application.'));
  const saying = Map.groupBy(ofApplications, ({ data }) => String(data.application_id));
  const happened = Map.groupBy(
    lines.filter(({ kind }) => kind !== 'message').sort((a, b) => a.position - b.position),
    ({ application_id }) => application_id,
  );
  return [...new Set([...happened.keys(), ...saying.keys()])].flatMap((id) => {
    const expected = (happened.get(id) ?? []).map(
      ({ position, status, changed_by }) =>
        `application.${position === 1 ? 'received' : 'changed'} ${status} by ${changed_by}`,
    );
    const said = (saying.get(id) ?? []).map(
      ({ type, data }) => `${type} ${data.status} by ${data.changed_by}`,
    );
    const times = new Set((saying.get(id) ?? []).map(({ timestamp }) => timestamp));
    if (expected.join() !== said.join())
      return [`${id}: happened: ${expected.join(', ')}; messages: ${said.join(', ')}`];
    return times.size < said.length ? [`${id}: two messages have one time`] : [];
  });
}

/**
 * Checks that each change to a vendor with a spot has one message, and that there are no other messages about
 * vendors.
 */
function judgeVendors({ noted, messages }: Told): string[] {
  const happened = noted.map((each) => {
    const kinds = (JSON.parse(each.changes) as { kind: string }[]).map(({ kind }) => kind);
    const verdicts = `${each.verdict_from} to ${each.verdict_to}`;
    return `${each.changed_at} ${each.application_id}: ${[...new Set(kinds)].join('+')}, ${verdicts}, grave ${each.grave === 1}`;
  });
  const said = messages
    .map(({ body }) => JSON.parse(body) as Body)
    .filter(({ type }) => type === 'vendor.changed')
    .map(({ timestamp, data }) => {
      const kinds = (data.changed as string[]).join('+');
      return `${timestamp} ${data.application_id}: ${kinds}, ${data.verdict_from} to ${data.verdict_to}, grave ${data.grave}`;
    });
  return [
    ...unpaired(happened, said).map((each) => `of a vendor, and not told: ${each}`),
    ...unpaired(said, happened).map((each) => `told of a vendor, and not in the ledger: ${each}`),
  ];
}

/** Returns the texts that appear more often in `texts` than in `others`. */
function unpaired(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function byTime(a: Body, b: Body): number {
  if (a.timestamp === b.timestamp) return 0;
  return a.timestamp < b.timestamp ? -1 : 1;
}

/** Checks that every received message is in the ledger with the same content. */
function judgeCopies({ copies, messages, endpointIds }: Told): string[] {
  const bodies = new Map(messages.map(({ id, body }) => [id, body]));
  return copies.flatMap(({ endpointId, id, body, isSigned }) => [
    ...(isSigned ? [] : [`${id} came with a signature that the library refuses`]),
    ...(bodies.has(id) ? [] : [`${id} came and is not in the ledger`]),
    ...(bodies.has(id) && bodies.get(id) !== body ? [`${id} came with another body than in the ledger`] : []),
    ...(endpointIds.includes(endpointId) ? [] : [`${id} came to an address of nobody`]),
  ]);
}

/**
 * Checks that each message arrived at this endpoint. The endpoint's log must list every request except those
 * by killed processes, and no others.
 */
function judgeLog(told: Told): (endpointId: string) => string[] {
  return (endpointId) => {
    const of = <Row extends { endpoint_id: string; message_id: string }>(rows: readonly Row[]) =>
      Map.groupBy(
        rows.filter(({ endpoint_id }) => endpoint_id === endpointId),
        ({ message_id }) => message_id,
      );
    const deliveries = of(told.deliveries);
    const attempts = of(told.attempts);
    const copies = Map.groupBy(
      told.copies.filter((copy) => copy.endpointId === endpointId),
      ({ id }) => id,
    );
    const unlogged =
      [...copies.values()].flat().length -
      told.attempts.filter(({ endpoint_id }) => endpoint_id === endpointId).length;
    const problems = told.messages.flatMap(({ id }) => {
      const [delivery] = deliveries.get(id) ?? [];
      const logged = (attempts.get(id) ?? []).toSorted((a, b) => (a.made_at < b.made_at ? -1 : 1));
      const came = copies.get(id) ?? [];
      if (!delivery) return [`${id} is for an endpoint that has no delivery of it`];
      return judgeDelivery(delivery, logged, came).map((problem) => `${id} ${problem}`);
    });
    if (unlogged > told.kills)
      problems.push(
        `${unlogged} requests to an endpoint are not in the log, more than ${told.kills} kills explain`,
      );
    return problems;
  };
}

function judgeDelivery(delivery: Delivery, logged: readonly Attempt[], came: readonly Copy[]): string[] {
  const { attempts, delivered_at, next_attempt_at, claimed_until } = delivery;
  const good = (copy: Copy) => copy.answered !== undefined && copy.answered >= 200 && copy.answered < 300;
  const isSettled = delivered_at !== null && next_attempt_at === null && claimed_until === null;
  const delivered = logged.filter(({ outcome }) => outcome === 'delivered');
  const untrue = logged.filter(({ outcome, status }) =>
    outcome === 'timeout' ? status !== null : !came.some(({ answered }) => answered === status),
  );
  return [
    ...(came.some(good) ? [] : ['never arrived']),
    ...(isSettled ? [] : ['is not noted as delivered']),
    ...(delivered.length === 1 && logged.at(-1)?.outcome === 'delivered'
      ? []
      : ['is not logged as delivered once, last']),
    ...(attempts === logged.length ? [] : [`counts ${attempts} attempts and logs ${logged.length}`]),
    ...(logged.length <= came.length ? [] : [`logs ${logged.length} attempts, and ${came.length} came`]),
    ...untrue.map(({ outcome, status }) => `logs ${outcome} ${status}, which was not answered`),
  ];
}

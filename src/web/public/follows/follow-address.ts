import type { Topic } from '../../../watch/follows/topic.ts';
import { closuresAddress } from '../closures/closures-address.ts';

export const FOLLOW_ADDRESS = '/follow';

/** Returns the address of the page about a topic. */
export function topicAddress(topic: Topic): string {
  return topic.kind === 'closures' ? closuresAddress(topic.county) : `/vendor/${topic.vendor.id}`;
}

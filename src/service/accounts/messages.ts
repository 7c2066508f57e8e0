import type { ApiKeyRow } from '../storage/keys.ts';
import type { Message } from './mailer.ts';
import TEXTS from './messages.json' with { type: 'json' };

/**
 * What each message is filled with. A token is in the fragment of its link: browsers send it to no server, and it gets into no log.
 * `existingAccount` goes to the owner of an account when somebody signs up with its address, and `addressChange` to the old address.
 * A place is written so that no mail program makes a link of it. `report` goes to the operator, and has no address to answer.
 */
interface Blanks {
  recovery: 'publicUrl' | 'token';
  verification: 'publicUrl' | 'token';
  existingAccount: 'publicUrl';
  newAddress: 'publicUrl' | 'token';
  addressChange: 'publicUrl' | 'newAddress';
  quotaNear: 'publicUrl' | 'step' | 'used' | 'limit';
  quotaUsed: 'publicUrl' | 'used' | 'limit';
  endingKey: 'publicUrl' | 'key' | 'days' | 'day';
  endedKey: 'publicUrl' | 'key' | 'days';
  revokedKey: 'publicUrl' | 'key';
  leakedKey: 'publicUrl' | 'key' | 'place';
  report: 'references' | 'text' | 'id';
}

/** A message of messages.json. */
export function messageOf<Name extends keyof Blanks>(
  name: Name,
  to: string,
  values: Readonly<Record<Blanks[Name], string | number | null>>,
): Message {
  const { subject, paragraphs } = TEXTS[name];
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, blank: Blanks[Name]) => String(values[blank]));
  return { to, subject: filled(subject), text: `${filled(paragraphs.join('\n\n'))}\n` };
}

/** A key as messages name it. */
export function nameOfKey({
  label,
  prefix,
  last_four,
}: Pick<ApiKeyRow, 'label' | 'prefix' | 'last_four'>): string {
  return `“${label}” (${prefix}…${last_four})`;
}

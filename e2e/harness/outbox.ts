import { setTimeout as pause } from 'node:timers/promises';
import type { MessageWithContent } from '@portico/contract';
import { secrets } from './secrets.ts';

const maxWait = 30_000;

async function read<Answer>(origin: string, path: string): Promise<Answer> {
  const answer = await fetch(`${origin}/api/dev/outbox${path}`, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`the outbox answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function messagesTo(origin: string, recipient: string): Promise<{ id: number }[]> {
  return (await read<{ items: { id: number }[] }>(origin, `?textFilter=${encodeURIComponent(recipient)}`)).items;
}

async function found(
  origin: string,
  recipient: string,
  pattern: RegExp,
  isWanted: (id: number) => boolean,
): Promise<string> {
  for (const end = Date.now() + maxWait; Date.now() < end; await pause(250)) {
    for (const { id } of (await messagesTo(origin, recipient)).filter(({ id }) => isWanted(id))) {
      const match = pattern.exec((await read<MessageWithContent>(origin, `/${id}`)).text ?? '');
      if (!match) continue;
      const wanted = match[1] ?? match[0];
      secrets.addMailed(wanted);
      return wanted;
    }
  }
  throw new Error(`no message to ${recipient} has ${pattern}`);
}

/** Waits for the newest message to an address whose content matches `pattern`. @returns the first group, otherwise the whole match */
export function findInOutbox(origin: string, recipient: string, pattern: RegExp): Promise<string> {
  return found(origin, recipient, pattern, () => true);
}

/** Prepares to wait for a new six-digit code for an address or number. @returns a function that waits for it */
export async function waitForNewCode(origin: string, recipient: string): Promise<() => Promise<string>> {
  const before = new Set((await messagesTo(origin, recipient)).map(({ id }) => id));
  return () => found(origin, recipient, /\b\d{6}\b/, (id) => !before.has(id));
}

/** The HTML document of the newest mail to an address. */
export async function newestMailHtml(origin: string, recipient: string): Promise<string> {
  const [newest] = await messagesTo(origin, recipient);
  const answer = await fetch(`${origin}/api/dev/outbox/${newest?.id}/Html`);
  if (!answer.ok) throw new Error(`the outbox answers ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

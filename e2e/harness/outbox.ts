import { setTimeout as pause } from 'node:timers/promises';
import type { MessageWithContent } from '@portico/contract';

const longestWait = 30_000;

async function read<Answer>(origin: string, path: string): Promise<Answer> {
  const answer = await fetch(`${origin}/api/dev/outbox${path}`, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`the outbox answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The newest message that the demonstration kept for an address with what `pattern` finds in its words. Waits for it. @returns the first group, else the whole */
export async function inOutbox(origin: string, recipient: string, pattern: RegExp): Promise<string> {
  for (const end = Date.now() + longestWait; Date.now() < end; await pause(250)) {
    const { items } = await read<{ items: { id: number }[] }>(origin, `?textFilter=${encodeURIComponent(recipient)}`);
    for (const { id } of items) {
      const found = pattern.exec((await read<MessageWithContent>(origin, `/${id}`)).text ?? '');
      if (found) return found[1] ?? found[0];
    }
  }
  throw new Error(`no message to ${recipient} has ${pattern}`);
}

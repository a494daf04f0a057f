import type { CancellationReason } from '@portico/contract';
import { useRef } from 'react';
import { api } from '../../../lib/api.ts';
import { wait } from '../../../lib/wait.ts';

interface Said {
  reason: CancellationReason;
  comment: string;
}

/** Milliseconds that a cancellation waits for its reason at most. */
const longestWait = 3_000;

/**
 * Sends why a subscription is canceled, as soon as it is said. Whether it arrives changes nothing for the customer: failures are passed over, and
 * the last one is tried once more before the cancellation.
 */
export function useGiveReason(id: number) {
  const sending = useRef(Promise.resolve(true));
  const sent = useRef<Said>(undefined);
  const send = (said: Said): void => {
    sent.current = said;
    // One after the other, so that the last click is the one that is kept.
    sending.current = sending.current.then(() =>
      api('POST /api/Subscription/{id}/CancellationReason', {
        params: { id },
        body: { reason: said.reason, comment: said.comment.trim() || null },
      }).then(
        () => true,
        () => false,
      ),
    );
  };
  return {
    send,
    /** Sends what was not sent yet, and waits for it, but never long. */
    finish: async (said: Said | null): Promise<void> => {
      if (!said) return;
      const isSent = sent.current?.reason === said.reason && sent.current.comment === said.comment;
      if (!isSent || !(await Promise.race([sending.current, wait(longestWait).then(() => true)]))) send(said);
      await Promise.race([sending.current, wait(longestWait)]);
    },
  };
}

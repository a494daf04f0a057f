import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@portico/contract';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const tones: Record<Message['state'], BadgeTone> = {
  queued: 'neutral',
  sending: 'accent',
  sent: 'ok',
  failed: 'bad',
  kept: 'warning',
};

/** The labels of the states. */
export function useStateWords(): Record<Message['state'], string> {
  const { t } = useLingui();
  return {
    queued: t`Waiting`,
    sending: t`Being sent`,
    sent: t`Sent`,
    failed: t`Failed`,
    kept: t`Not sent`,
  };
}

/** The state of a message. */
export function MessageState({ message }: { message: Pick<Message, 'state'> }) {
  const words = useStateWords();
  return <Badge tone={tones[message.state]}>{words[message.state]}</Badge>;
}

/** The recipient server's answer, or why nothing was sent; nothing after a success. */
export function StateReason({ message }: { message: Pick<Message, 'state' | 'error' | 'attempts' | 'channel'> }) {
  const { state, error, attempts, channel } = message;
  if (state === 'kept') {
    return channel === 'email' ? (
      <Trans>No mail server is set up (SMTP_URL)</Trans>
    ) : (
      <Trans>No service for text messages is set up (SMS_WEBHOOK_URL)</Trans>
    );
  }
  if (error === null) return null;
  return (
    <>
      {error}
      {state === 'queued' && (
        <>
          {' · '}
          <Plural value={attempts} one="# attempt so far" other="# attempts so far" />
        </>
      )}
    </>
  );
}

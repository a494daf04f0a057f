import { Trans, useLingui } from '@lingui/react/macro';
import type { FaultKind, SandboxFault } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';

/** Whether a fault concerns a delivery instead of a call. */
export function isOfWebhooks(kind: FaultKind): boolean {
  return kind.startsWith('webhook_');
}

/** The effect of each kind of fault. */
export function useFaultNames(): Record<FaultKind, string> {
  const { t } = useLingui();
  return {
    fail: t`A call fails`,
    drop: t`A call works, its answer is lost`,
    delay: t`A call is answered late`,
    webhook_fail: t`A webhook is not delivered at first`,
    webhook_duplicate: t`A webhook comes twice`,
    webhook_delay: t`A webhook comes late, others overtake it`,
  };
}

/** Which calls or events a fault concerns, and how. */
export function FaultDetail({ fault: { kind, method, prefix, status, delay } }: { fault: SandboxFault }) {
  const { number } = useFormat();
  const milliseconds = number(delay);
  return (
    <>
      <span className="font-mono text-[13px]">
        {method && `${method} `}
        {prefix ? `${prefix}…` : null}
      </span>
      {!prefix && !method && (isOfWebhooks(kind) ? <Trans>any event</Trans> : <Trans>any call</Trans>)}
      {kind === 'fail' && (
        <>
          {' · '}
          <Trans comment="HTTP status">status {status}</Trans>
        </>
      )}
      {(kind === 'delay' || kind === 'webhook_delay') && (
        <>
          {' · '}
          <Trans>{milliseconds} ms</Trans>
        </>
      )}
    </>
  );
}

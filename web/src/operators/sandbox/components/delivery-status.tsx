import { Plural, Trans } from '@lingui/react/macro';
import type { SandboxDelivery } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';

/** The state of an event's delivery to each webhook endpoint. */
export function DeliveryStatus({ deliveries }: { deliveries: readonly SandboxDelivery[] }) {
  if (deliveries.length === 0) {
    return (
      <span className="text-muted">
        <Trans>No endpoint</Trans>
      </span>
    );
  }
  return (
    <ul className="flex flex-col gap-1.5">
      {deliveries.map((delivery) => (
        <li key={delivery.endpointId} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <DeliveryBadge delivery={delivery} />
          <DeliveryDetail delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}

function DeliveryBadge({ delivery: { status, attempts } }: { delivery: SandboxDelivery }) {
  if (status === 'delivered') {
    return (
      <Badge tone="ok">
        <Trans comment="An event, to a webhook endpoint">Delivered</Trans>
      </Badge>
    );
  }
  if (status === 'given_up') {
    return (
      <Badge tone="bad">
        <Trans comment="The delivery of an event">Given up</Trans>
      </Badge>
    );
  }
  return attempts === 0 ? (
    <Badge tone="neutral">
      <Trans comment="The delivery of an event">On its way</Trans>
    </Badge>
  ) : (
    <Badge tone="warning">
      <Trans comment="The delivery of an event">Failed, tried again</Trans>
    </Badge>
  );
}

function DeliveryDetail({ delivery }: { delivery: SandboxDelivery }) {
  const { date } = useFormat();
  const { attempts, lastAnswer, nextAttempt, url } = delivery;
  const next = nextAttempt && date(nextAttempt, 'time');
  return (
    <span className="text-xs text-muted" title={url}>
      <Plural value={attempts} one="# attempt" other="# attempts" />
      {lastAnswer && <span className="break-all"> · {lastAnswer}</span>}
      {next && attempts > 0 && (
        <>
          {' · '}
          <Trans>next at {next}</Trans>
        </>
      )}
    </span>
  );
}

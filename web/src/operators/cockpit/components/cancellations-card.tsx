import { Plural, Trans } from '@lingui/react/macro';
import type { Cockpit } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';

/** Cancellations of the last 30 days, their monthly cost, and the savings by offers (OPR-6). */
export function CancellationsCard({ cancellations }: Pick<Cockpit, 'cancellations'>) {
  const { money } = useFormat();
  const canceled = cancellations.reduce((all, one) => all + one.canceled, 0);
  const saved = cancellations.reduce((all, one) => all + one.saved, 0);
  const lost = cancellations
    .filter(({ lost }) => lost > 0)
    .map(({ lost, currency }) => money(lost, currency))
    .join(', ');
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Cancellations in 30 days</Trans>}
        action={
          <TextLink to="/Operator/Cancellations">
            <Trans>Why customers cancel</Trans>
          </TextLink>
        }
      />
      <p className="border-t border-line px-5 py-4 text-muted">
        {canceled === 0 ? (
          <Trans>Nobody canceled</Trans>
        ) : (
          <>
            <span className="font-semibold text-ink">
              <Plural value={canceled} one="# subscription" other="# subscriptions" />
            </span>
            {lost && (
              <>
                {', '}
                <Trans>{lost} a month before tax and discounts</Trans>
              </>
            )}
          </>
        )}
        {saved > 0 && (
          <>
            {'. '}
            <Plural value={saved} one="# stayed by an offer" other="# stayed by an offer" />
          </>
        )}
      </p>
    </Card>
  );
}

import { Trans } from '@lingui/react/macro';
import type { AccountOverview } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';

/** The latest events of an account. */
export function ActivityCard({ activity }: Pick<AccountOverview, 'activity'>) {
  const { date } = useFormat();
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Latest activity</Trans>} />
      {activity.length === 0 ? (
        <p className="border-t border-line px-5 py-4 text-muted">
          <Trans>Nothing has happened yet</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {activity.map(({ id, at, text, user, by }) => (
            <li key={id} className="px-5 py-2.5">
              <p>{text}</p>
              <p className="text-sm text-muted">
                {[user, date(at, 'dateTime')].filter(Boolean).join(' · ')}
                {by && (
                  <>
                    {' · '}
                    <Trans>by {by}</Trans>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

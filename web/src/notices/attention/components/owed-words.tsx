import { Trans } from '@lingui/react/macro';
import { isDueLater } from '../../../lib/due.ts';
import { useFormat } from '../../../lib/format.ts';
import { Day } from '../../../ui/moment.tsx';
import type { Unpaid } from '../model/attention.ts';

/** The unpaid amount with product and plan, and its due day if that is in the future (ATT-7). Without a full stop. */
export function OwedWords({ item }: { item: Unpaid }) {
  const { money } = useFormat();
  const { subscription, dueDate } = item;
  const amount = money(item.amount, item.currency);
  const what = subscription && `${subscription.productName} – ${subscription.planName}`;
  if (dueDate !== null && isDueLater(item)) {
    const day = <Day at={dueDate} isShort />;
    return what ? (
      <Trans>
        {amount} for {what} is due on {day}
      </Trans>
    ) : (
      <Trans>
        {amount} is due on {day}
      </Trans>
    );
  }
  return what ? (
    <Trans>
      {amount} is past due for {what}
    </Trans>
  ) : (
    <Trans>{amount} is past due</Trans>
  );
}

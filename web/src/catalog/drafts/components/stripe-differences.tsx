import { Trans } from '@lingui/react/macro';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCorrectStripe, useDraft } from '../drafts.api.ts';

/** Differences between Stripe and the published catalog, such as an archived price (CAT-53). Renders nothing without any. */
export function StripeDifferences({ className }: { className?: string }) {
  const { data } = useDraft();
  const correct = useCorrectStripe();
  const [first] = data?.stripeDifferences ?? [];
  if (!data || !first) return null;
  return (
    <Alert
      tone="bad"
      {...(className && { className })}
      actions={
        can('operator.manageCatalog') && (
          <Button size="sm" pending={correct.isPending} onClick={() => correct.mutate(first.issueId)}>
            <Trans>Correct Stripe</Trans>
          </Button>
        )
      }
    >
      <p>
        <Trans>Stripe differs from the published catalog.</Trans>{' '}
        <Trans>Customers may be unable to buy this. Make Stripe match the catalog, or change the catalog.</Trans>
      </p>
      <ul className="mt-1 wrap-anywhere">
        {data.stripeDifferences.map(({ issueId, reason }) => (
          <li key={issueId}>{reason}</li>
        ))}
      </ul>
      {correct.error && <p className="mt-1">{describeProblem(correct.error)}</p>}
    </Alert>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useUnits } from '../../../lib/units.ts';
import { type AddonUse, type Change, type Consequences, furtherRemovals, listChanges } from '../model/changes.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

/**
 * The differences and consequences of a change; nothing for a purchase.
 * @param consequences null while unknown
 */
export function ChangeSummary({ consequences }: { consequences: Consequences | null }) {
  const { plan, state, held, product } = useFlow();
  const { t } = useLingui();
  const { number } = useFormat();
  const { title } = useUnits();
  const { every } = useBillingIntervalText();
  const changes = held ? listChanges(held, plan, state) : [];
  const further = consequences ? <FurtherConsequences consequences={consequences} changes={changes} /> : null;
  if (changes.length === 0 && !hasFurther(consequences, changes)) return null;

  const use = ({ caption, quantity }: AddonUse) => (quantity > 1 ? `${caption} × ${number(quantity)}` : caption);
  const describe = (change: Change): { label: string; words: ReactNode } => {
    switch (change.subject) {
      case 'plan':
        return { label: t`Plan`, words: <Move from={change.from} to={change.to} /> };
      case 'billingInterval':
        return { label: t`Billing period`, words: <Move from={every(change.from)} to={every(change.to)} /> };
      case 'addon': {
        const { name, from, to } = change;
        if (from && to) return { label: name, words: <Move from={use(from)} to={use(to)} /> };
        const added = to && use(to);
        return { label: name, words: added ? <Trans>Added: {added}</Trans> : <Trans>Removed</Trans> };
      }
      default: {
        const label = change.subject === 'additional' ? change.name : title(product.unit);
        return { label, words: <Move from={number(change.from)} to={number(change.to)} /> };
      }
    }
  };
  return (
    <section aria-labelledby="purchase-changes">
      <h3 id="purchase-changes" className="mb-2 font-semibold">
        <Trans>What changes</Trans>
      </h3>
      <dl className="flex flex-col gap-1.5">
        {changes.map((change) => {
          const { label, words } = describe(change);
          return (
            <Entry key={`${change.subject} ${label}`} label={label}>
              {words}
            </Entry>
          );
        })}
        {further}
      </dl>
    </section>
  );
}

const hasFurther = (consequences: Consequences | null, changes: readonly Change[]) =>
  consequences !== null &&
  (consequences.replacedChange !== null ||
    furtherRemovals(consequences, changes).length > 0 ||
    consequences.removedDiscounts.length > 0);

/** The scheduled change that is replaced, and the add-ons and discounts that are removed. */
function FurtherConsequences({ consequences, changes }: { consequences: Consequences; changes: readonly Change[] }) {
  const { t } = useLingui();
  const { removedDiscounts, replacedChange } = consequences;
  const removed = furtherRemovals(consequences, changes);
  return (
    <>
      {replacedChange && <Replaced at={replacedChange.at} />}
      {removed.map((name) => (
        <Entry key={name} label={name}>
          <Trans>Removed</Trans>
        </Entry>
      ))}
      {removedDiscounts.map((name) => (
        <Entry key={name} label={t`Discount`}>
          <Trans>Ends: {name}</Trans>
        </Entry>
      ))}
    </>
  );
}

/** Shows that a scheduled change is replaced. */
function Replaced({ at }: { at: string }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const day = date(at);
  return (
    <Entry label={t`Scheduled for ${day}`}>
      <Trans>Taken back</Trans>
    </Entry>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">
        <Trans>{label}:</Trans>
      </dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}

/** An arrow for the eye, words for screen readers. */
function Move({ from, to }: { from: string; to: string }) {
  return (
    <>
      <span aria-hidden="true">
        {from} → {to}
      </span>
      <span className="sr-only">
        <Trans>
          from {from} to {to}
        </Trans>
      </span>
    </>
  );
}

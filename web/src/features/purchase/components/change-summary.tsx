import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { type AddonUse, type Change, changesOf } from '../model/changes.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

/** What a change moves, each from what it is to what it becomes; nothing for a purchase. */
export function ChangeSummary() {
  const { plan, state, held, product, headingLevel } = useFlow();
  const { t } = useLingui();
  const { number } = useFormat();
  const { every } = useBillingIntervalText();
  const Heading = headingLevel === 2 ? 'h3' : 'h4';
  const changes = held ? changesOf(held, plan, state) : [];
  if (changes.length === 0) return null;

  const use = ({ caption, quantity }: AddonUse) => (quantity > 1 ? `${caption} × ${number(quantity)}` : caption);
  const describe = (change: Change): { label: string; words: ReactNode } => {
    switch (change.subject) {
      case 'plan':
        return { label: t`Plan`, words: <Move from={change.from} to={change.to} /> };
      case 'billingInterval':
        return { label: t`Payment interval`, words: <Move from={every(change.from)} to={every(change.to)} /> };
      case 'addon': {
        const { name, from, to } = change;
        if (from && to) return { label: name, words: <Move from={use(from)} to={use(to)} /> };
        const added = to && use(to);
        return { label: name, words: added ? <Trans>Added: {added}</Trans> : <Trans>Removed</Trans> };
      }
      default: {
        const units = product.licensingType === 'None' ? t`Quantity` : t`Devices`;
        const label = change.subject === 'additional' ? change.name : units;
        return { label, words: <Move from={number(change.from)} to={number(change.to)} /> };
      }
    }
  };
  return (
    <section aria-labelledby="purchase-changes">
      <Heading id="purchase-changes" className="mb-2 font-semibold">
        <Trans>What changes</Trans>
      </Heading>
      <dl className="flex flex-col gap-1.5">
        {changes.map((change) => {
          const { label, words } = describe(change);
          return (
            <div key={`${change.subject} ${label}`} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">
                <Trans>{label}:</Trans>
              </dt>
              <dd className="font-medium tabular-nums">{words}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** An arrow to see, words to hear. */
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

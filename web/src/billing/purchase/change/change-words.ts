import { useLingui } from '@lingui/react/macro';
import type { UnitName } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { type BillingPeriod, useIntervalWords } from '../../../lib/interval-words.ts';
import { useUnits } from '../../../lib/units.ts';
import type { Change } from '../model/changes.ts';

/** What a change does, for the label of its button. */
export type ChangeSummary =
  | { does: 'addUnits' | 'removeUnits'; count: number }
  | { does: 'switchPlan'; plan: string }
  | { does: 'switchPeriod'; period: BillingPeriod }
  | { does: 'addAddon' | 'removeAddon'; addon: string }
  | { does: 'several' };

/** The single effect of a change; `several` if it has more (CHG-4). */
export function summarizeChange(changes: readonly Change[]): ChangeSummary {
  const plan = changes.find((change) => change.subject === 'plan');
  if (plan) return { does: 'switchPlan', plan: plan.to };
  const [change, ...others] = changes;
  if (!change || others.length > 0) return { does: 'several' };
  switch (change.subject) {
    case 'quantity': {
      const count = change.to - change.from;
      return { does: count > 0 ? 'addUnits' : 'removeUnits', count: Math.abs(count) };
    }
    case 'billingInterval':
      return { does: 'switchPeriod', period: change.to };
    case 'addon':
      if (!change.from) return { does: 'addAddon', addon: change.name };
      return change.to ? { does: 'several' } : { does: 'removeAddon', addon: change.name };
    default:
      return { does: 'several' };
  }
}

/** The label of the button that makes a change: its effect, and the amount paid today. */
export function useChangeButtonText(): (
  summary: ChangeSummary,
  due: number,
  currency: string,
  unit: UnitName,
) => string {
  const { t } = useLingui();
  const { money } = useFormat();
  const units = useUnits();
  const { often } = useIntervalWords();
  return (summary, due, currency, unit) => {
    const price = money(due, currency);
    const isPaid = due > 0;
    switch (summary.does) {
      case 'addUnits': {
        const seats = units.count(unit, summary.count);
        return isPaid ? t`Add ${seats} and pay ${price}` : t`Add ${seats}, nothing due today`;
      }
      case 'removeUnits': {
        const seats = units.count(unit, summary.count);
        return isPaid ? t`Remove ${seats} and pay ${price}` : t`Remove ${seats}`;
      }
      case 'switchPlan': {
        const { plan } = summary;
        return isPaid ? t`Switch to ${plan} and pay ${price}` : t`Switch to ${plan}, nothing due today`;
      }
      case 'switchPeriod': {
        const period = often(summary.period);
        return isPaid ? t`Pay ${period}, ${price} due today` : t`Pay ${period}, nothing due today`;
      }
      case 'addAddon': {
        const { addon } = summary;
        return isPaid ? t`Add ${addon} and pay ${price}` : t`Add ${addon}, nothing due today`;
      }
      case 'removeAddon': {
        const { addon } = summary;
        return isPaid ? t`Remove ${addon} and pay ${price}` : t`Remove ${addon}`;
      }
      case 'several':
        return isPaid ? t`Make the changes and pay ${price}` : t`Make the changes, nothing due today`;
    }
  };
}

/** The label of the button that schedules a change: its effect and its day. */
export function useLaterButtonText(): (summary: ChangeSummary, at: string, unit: UnitName) => string {
  const { t } = useLingui();
  const { date } = useFormat();
  const units = useUnits();
  const { often } = useIntervalWords();
  return (summary, at, unit) => {
    const day = date(at);
    switch (summary.does) {
      case 'removeUnits': {
        const seats = units.count(unit, summary.count);
        return t`Remove ${seats} on ${day}`;
      }
      case 'switchPlan': {
        const { plan } = summary;
        return t`Switch to ${plan} on ${day}`;
      }
      case 'switchPeriod': {
        const period = often(summary.period);
        return t`Pay ${period} from ${day} on`;
      }
      case 'removeAddon': {
        const { addon } = summary;
        return t`Remove ${addon} on ${day}`;
      }
      default:
        return t`Make the changes on ${day}`;
    }
  };
}

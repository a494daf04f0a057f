import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cardName } from '../../../lib/card-brands.ts';
import { requestCardReplacement } from '../../../lib/card-replacement-request.ts';
import { isDueLater } from '../../../lib/due.ts';
import { useFormat } from '../../../lib/format.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { useUnits } from '../../../lib/units.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import {
  type Ending,
  type ExpiringCard,
  lastChargeDay,
  type MissingCard,
  type PlacesEnding,
  type Unpaid,
} from '../model/attention.ts';
import { ChangeCardLink } from './change-card-link.tsx';
import { NeedRow } from './need-row.tsx';
import { OwedWords } from './owed-words.tsx';
import { PayInvoiceButton } from './pay-invoice-button.tsx';
import { WhyUnpaid } from './why-unpaid.tsx';
import { WithoutCard } from './without-card.tsx';

export type NeedVariant = 'primary' | 'secondary';

interface RowProps<Item> {
  item: Item;
  variant: NeedVariant;
}

/**
 * An unpaid invoice: why, when it is retried, and how long the devices continue to work. An invoice that is due later
 * shows its day.
 */
export function UnpaidRow({ item, variant }: RowProps<Unpaid>) {
  const { money } = useFormat();
  const amount = money(item.amount, item.currency);
  return (
    <NeedRow
      kind={isDueLater(item) ? 'due' : 'unpaid'}
      title={<OwedWords item={item} />}
      action={
        <PayInvoiceButton unpaid={item} variant={variant}>
          <Trans>Pay {amount}</Trans>
        </PayInvoiceButton>
      }
    >
      <WhyUnpaid item={item} />
    </NeedRow>
  );
}

interface EndingRowProps extends RowProps<Ending> {
  /** Renders a button that restores the subscription. */
  renderKeep: (item: Ending, variant: NeedVariant) => ReactNode;
}

/** A canceled subscription before its end, with the price of keeping it. */
export function EndingRow({ item, variant, renderKeep }: EndingRowProps) {
  const { money } = useFormat();
  const { productName: product, productId: id, subscriptionId, canceledAt, renewalAmount } = item;
  const end = <Day at={item.endsAt} isShort />;
  const canceled = canceledAt && <Day at={canceledAt} isShort />;
  const amount = renewalAmount === null ? null : money(renewalAmount, item.currency);
  const mayKeep = item.restoreAllowed && can('subscriptions.manage');
  return (
    <NeedRow
      kind="ending"
      title={
        <Trans>
          {product} ends on {end}
        </Trans>
      }
      action={
        mayKeep ? (
          renderKeep(item, variant)
        ) : (
          <ButtonLink {...subscriptionLink(id, subscriptionId)} variant={variant}>
            <Trans>Details</Trans>
            <span className="sr-only">{product}</span>
          </ButtonLink>
        )
      }
    >
      {canceled && <Trans>It was canceled on {canceled}.</Trans>}{' '}
      {amount && <Trans>If you keep it, it renews that day for {amount}, before tax.</Trans>}
    </NeedRow>
  );
}

/** A card that expires before it is charged again, or has expired. */
export function CardRow({ item, variant }: RowProps<ExpiringCard>) {
  const day = useShortDate();
  const card = cardName(item);
  const list = new Intl.ListFormat(intlLocales[useLocale()]);
  const products = list.format(item.subscriptions.map(({ productName }) => productName));
  const end = day(lastChargeDay(item));
  const charge = item.nextCharge && <Day at={item.nextCharge} isShort />;
  return (
    <NeedRow
      kind="card"
      title={
        item.hasExpired ? (
          <Trans>
            {card} expired on {end}
          </Trans>
        ) : (
          <Trans>
            {card} expires on {end}
          </Trans>
        )
      }
      action={
        can('cards.manage') && (
          <Button variant={variant} onClick={() => requestCardReplacement(item.paymentMethodId)}>
            <Trans>Replace card</Trans>
          </Button>
        )
      }
    >
      {products && <Trans>It pays for {products}.</Trans>}{' '}
      {charge ? (
        <Trans>Replace it before the charge of {charge}.</Trans>
      ) : (
        <Trans>Replace it before it is charged again.</Trans>
      )}
    </NeedRow>
  );
}

/** A subscription that will be charged and has no card. */
export function MissingCardRow({ item, variant }: RowProps<MissingCard>) {
  const { productName: product } = item;
  return (
    <NeedRow
      kind="noCard"
      title={<Trans>No card pays for {product}</Trans>}
      action={
        can('subscriptions.manage') && (
          <ChangeCardLink of={item} variant={variant}>
            <Trans>Choose a card</Trans>
            <span className="sr-only">{product}</span>
          </ChangeCardLink>
        )
      }
    >
      <WithoutCard item={item} />
    </NeedRow>
  );
}

/**
 * A scheduled change leaves fewer seats than are in use, so users choose in advance which devices keep a seat
 * (SCH-10).
 */
export function SeatsRow({ item, variant }: RowProps<PlacesEnding>) {
  const { number } = useFormat();
  const units = useUnits();
  const { productName: product, unit, licenseId } = item;
  const day = <Day at={item.at} />;
  const seats = units.count(unit, item.places);
  const inUse = number(item.inUse);
  return (
    <NeedRow
      kind="places"
      title={
        <Trans>
          {product}: {seats} from {day}
        </Trans>
      }
      action={
        can('licenses.view') && (
          <ButtonLink to="/Billing/Licenses/$id" params={{ id: String(licenseId) }} variant={variant}>
            <Trans>Choose who keeps one</Trans>
            <span className="sr-only">{product}</span>
          </ButtonLink>
        )
      }
    >
      <Trans>{inUse} are in use. Those that were assigned last lose theirs then.</Trans>
    </NeedRow>
  );
}

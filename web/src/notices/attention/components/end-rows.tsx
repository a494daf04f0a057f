import { Trans } from '@lingui/react/macro';
import type { UsedEnd } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { ContactLink } from '../../../ui/contact-link.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import type { LicenseEnding, TokenEnding, TrialEnding } from '../model/attention.ts';
import { NeedRow } from './need-row.tsx';
import type { NeedVariant } from './need-rows.tsx';

interface RowProps<Item> {
  item: Item;
  variant: NeedVariant;
}

/** A trial that ends: it is paid from then on, or it is over (ATT-10). */
export function TrialRow({ item, variant }: RowProps<TrialEnding>) {
  const { money } = useFormat();
  const day = useShortDate();
  const { productName: product, productId: id, subscriptionId, renewalAmount } = item;
  const end = day(item.endsAt);
  const amount = renewalAmount === null ? null : money(renewalAmount, item.currency);
  const isBuying = amount === null && can('purchase.buy');
  return (
    <NeedRow
      kind="ends"
      title={
        <Trans>
          Your trial of {product} ends on {end}
        </Trans>
      }
      action={
        isBuying ? (
          <ButtonLink to="/Products/$id/Subscription" params={{ id }} variant={variant}>
            <Trans>Choose a plan</Trans>
            <span className="sr-only">{product}</span>
          </ButtonLink>
        ) : (
          <ButtonLink {...subscriptionLink(id, subscriptionId)} variant={variant}>
            <Trans>Details</Trans>
            <span className="sr-only">{product}</span>
          </ButtonLink>
        )
      }
    >
      {amount ? (
        <Trans>Then it continues for {amount} before tax, unless you cancel it.</Trans>
      ) : (
        <Trans>Choose a plan before then if you want to keep it.</Trans>
      )}
    </NeedRow>
  );
}

/** A license that does not renew, with whom to ask for another one (ATT-10). */
export function LicenseRow({ item, variant }: RowProps<LicenseEnding>) {
  const day = useShortDate();
  const { productName: product, licenseNumber: number, hasEnded, contactUrl, licenseId } = item;
  const end = day(item.endsAt);
  return (
    <NeedRow
      kind="ends"
      title={
        hasEnded ? (
          <Trans>
            Your license of {product} ended on {end}
          </Trans>
        ) : (
          <Trans>
            Your license of {product} ends on {end}
          </Trans>
        )
      }
      action={
        contactUrl ? (
          <ContactLink href={contactUrl} variant={variant}>
            <Trans>Contact us</Trans>
            <span className="sr-only">{product}</span>
          </ContactLink>
        ) : (
          <ButtonLink to="/Billing/Licenses/$id" params={{ id: String(licenseId) }} variant={variant}>
            <Trans>Details</Trans>
            <span className="sr-only">{product}</span>
          </ButtonLink>
        )
      }
    >
      <Trans>License {number} does not renew automatically. Ask for a new one to continue.</Trans>
    </NeedRow>
  );
}

/** A token that has to be replaced before it expires (ATT-8). */
export function TokenRow({ item, variant }: RowProps<TokenEnding>) {
  const day = useShortDate();
  const { tokenName: name, productName: product, productId: id } = item;
  const end = day(item.endsAt);
  return (
    <NeedRow
      kind="token"
      title={
        <Trans>
          The token {name} ends on {end}
        </Trans>
      }
      action={
        <ButtonLink to="/ProductDashboard/$id" params={{ id }} search={{ tab: 'connect' }} variant={variant}>
          <Trans>See the tokens</Trans>
          <span className="sr-only">{product}</span>
        </ButtonLink>
      }
    >
      <Trans>What uses it for {product} stops then. Replace it before then: both work for a while.</Trans>
    </NeedRow>
  );
}

/** An item that expires, for users who do not see billing, with the people who can act (ATT-9). */
export function UsedRow({ item, ask }: { item: UsedEnd; ask: readonly string[] }) {
  const list = new Intl.ListFormat(intlLocales[useLocale()], { type: 'disjunction' });
  const people = list.format([...ask]);
  return (
    <NeedRow kind="ends" title={<UsedTitle item={item} />} action={null}>
      {item.goesOn ? (
        <Trans>Then it continues as a paid subscription.</Trans>
      ) : (
        people && <Trans>Ask {people} if you need it longer.</Trans>
      )}
    </NeedRow>
  );
}

function UsedTitle({ item: { kind, productName: product, endsAt, hasEnded } }: { item: UsedEnd }) {
  const day = useShortDate();
  const end = day(endsAt);
  if (kind === 'trial') {
    return (
      <Trans>
        The trial of {product} ends on {end}
      </Trans>
    );
  }
  return hasEnded ? (
    <Trans>
      {product} ended on {end}
    </Trans>
  ) : (
    <Trans>
      {product} ends on {end}
    </Trans>
  );
}

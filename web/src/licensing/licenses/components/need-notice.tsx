import { Plural, Trans } from '@lingui/react/macro';
import type { LicenseDetails } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { Alert, type AlertTone } from '../../../ui/alert.tsx';
import { ContactLink } from '../../../ui/contact-link.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { findNeed, type Need } from '../license-rules.ts';

interface NeedNoticeProps {
  license: LicenseDetails;
  /** The name of the only device without a seat, once it is known. */
  exceededName: string | undefined;
  id: string;
}

const tones: Record<Need, AlertTone> = {
  canceled: 'info',
  expired: 'bad',
  paymentDue: 'bad',
  ending: 'warning',
  exceeded: 'warning',
  pending: 'info',
  full: 'info',
};

/** What a license needs, with a button for users who may act. Nothing if all is well. */
export function NeedNotice({ license, exceededName, id }: NeedNoticeProps) {
  const need = findNeed(license);
  if (!need) return null;
  return (
    <div id={id}>
      <Alert tone={tones[need]} actions={<NeedAction need={need} license={license} />}>
        <span className="text-ink">
          <NeedText need={need} license={license} exceededName={exceededName} />
        </span>
      </Alert>
    </div>
  );
}

function NeedText({ need, license, exceededName }: { need: Need } & Omit<NeedNoticeProps, 'id'>): ReactNode {
  const { date } = useFormat();
  const end = license.expirationDate ? date(license.expirationDate) : '';
  switch (need) {
    case 'canceled':
      return license.subscriptionId === null ? (
        <Trans>
          <b>This license was canceled.</b> Its devices stopped working with it.
        </Trans>
      ) : (
        <Trans>
          <b>This license was canceled.</b> Subscribe again, and its devices come back.
        </Trans>
      );
    case 'expired':
      return (
        <Trans>
          <b>This license expired on {end}.</b> Its devices work again once it is renewed.
        </Trans>
      );
    case 'paymentDue':
      return (
        <Trans>
          <b>A payment is due.</b> Without it the license ends on {end}.
        </Trans>
      );
    case 'ending':
      return <EndingText license={license} end={end} />;
    case 'exceeded':
      return <ExceededText count={license.exceededHardwareIdQuantity} name={exceededName} />;
    case 'pending':
      return (
        <Trans>
          <b>This license is not active yet.</b> It begins when its order is activated.
        </Trans>
      );
    case 'full':
      return mustBeRestored(license) ? (
        <Trans>
          <b>All seats are taken.</b> Release a device, or restore the subscription to add a seat.
        </Trans>
      ) : (
        <Trans>
          <b>All seats are taken.</b> Release a device, or add a seat for another one.
        </Trans>
      );
  }
}

/** Why the license ends, and who can act (EXP-6). */
function EndingText({ license: { subscriptionId, trial }, end }: { license: LicenseDetails; end: string }) {
  const whom = !can('subscriptions.manage') && (
    <Trans>Ask the owner or an admin of your account if you need it longer.</Trans>
  );
  if (subscriptionId === null) {
    return (
      <>
        <Trans>
          <b>This license ends on {end}.</b> It does not renew automatically.
        </Trans>{' '}
        {whom || <Trans>Contact us in time for another one.</Trans>}
      </>
    );
  }
  return (
    <>
      {trial ? (
        <Trans>
          <b>This trial ends on {end}.</b> Its devices stop then.
        </Trans>
      ) : (
        <Trans>
          <b>This license ends on {end}.</b> Its subscription was canceled, and can be restored until then.
        </Trans>
      )}{' '}
      {whom}
    </>
  );
}

function ExceededText({ count, name }: { count: number; name: string | undefined }) {
  if (count === 1 && name) {
    return (
      <Trans>
        <b className="break-words">{name} has no seat.</b> It gets a seat automatically as soon as one is free.
      </Trans>
    );
  }
  return (
    <>
      <b>
        <Plural value={count} one="# device has no seat." other="# devices have no seat." />
      </b>{' '}
      <Trans>They get seats automatically as soon as seats are free.</Trans>
    </>
  );
}

function NeedAction({ need, license }: { need: Need; license: LicenseDetails }): ReactNode {
  const { subscriptionId } = license;
  const productId = license.products[0]?.productId;
  if (need === 'pending') return null;
  // Only the vendor can change a manual order.
  if (subscriptionId === null || !productId) return can('devices.manage') ? <Contact /> : null;
  const subscription = String(subscriptionId);
  if ((need === 'exceeded' || need === 'full') && !mustBeRestored(license)) {
    return can('purchase.buy') ? (
      <ButtonLink
        to="/Products/$id/Subscription/$subscriptionId/Purchase"
        params={{ id: productId, subscriptionId: subscription }}
        search={{ add: true }}
        size="sm"
        variant="secondary"
      >
        <Trans>Add a seat</Trans>
      </ButtonLink>
    ) : null;
  }
  if (need === 'canceled') {
    return can('purchase.buy') ? (
      <ButtonLink to="/Products/$id/Plans" params={{ id: productId }} size="sm" variant="secondary">
        <Trans>Subscribe again</Trans>
      </ButtonLink>
    ) : null;
  }
  return can(license.isPaymentDue ? 'invoices.pay' : 'subscriptions.manage') ? (
    <ButtonLink {...subscriptionLink(productId, subscription)} size="sm" variant="secondary">
      {license.isPaymentDue ? <Trans>Pay the open invoice</Trans> : <Trans>See the subscription</Trans>}
    </ButtonLink>
  ) : null;
}

/** Whether the license's subscription is canceled but still runs. Nothing can be changed until it is restored. */
function mustBeRestored({ subscriptionId, renews }: LicenseDetails): boolean {
  return subscriptionId !== null && !renews;
}

function Contact() {
  return (
    <ContactLink href={preloaded().links.contact} size="sm">
      <Trans>Contact us</Trans>
    </ContactLink>
  );
}

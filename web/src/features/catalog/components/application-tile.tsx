import { Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { ArrowUpRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { preloaded } from '../../../lib/preloaded.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ContactLink } from '../../../ui/contact-link.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { type TileAction, type TileError, tileActions, tileError } from '../model/tile-actions.ts';
import { Tile, UnsettledBadge } from './tiles.tsx';

const ErrorDialog = lazyPart(() =>
  import('./application-error-dialog.tsx').then((module) => module.ApplicationErrorDialog),
);

/** A product on the home page, with what the user can do with it. What stands in its way is told before it is opened (CAT-20). */
export function ApplicationTile({
  application,
  isUnsettled,
  licenseId,
}: {
  application: Application;
  /** A purchase or change of it is not settled yet: nothing else of it can be bought until then. */
  isUnsettled: boolean;
  /** The product's license, where there is only one. */
  licenseId: number | undefined;
}) {
  const { id, displayName } = application;
  const [errorIsOpen, setErrorIsOpen] = useState<boolean | null>(null);
  const error = tileError(application, preloaded());
  const actions = tileActions(application, preloaded());
  const button = (action: TileAction, index: number): ReactNode => {
    const variant = index === 0 ? 'accent' : 'secondary';
    switch (action.kind) {
      case 'open':
        return (
          <OpenButton key="open" {...action} name={displayName} error={error} onError={() => setErrorIsOpen(true)} />
        );
      case 'dashboard':
      case 'subscribe':
        return (
          <ButtonLink key={action.kind} to="/Products/$id/Subscription" params={{ id }} variant={variant}>
            {isUnsettled ? (
              <Trans>Details</Trans>
            ) : action.kind === 'dashboard' ? (
              <Trans>Subscription</Trans>
            ) : (
              <Trans>Subscribe</Trans>
            )}
            <span className="sr-only">{displayName}</span>
          </ButtonLink>
        );
      case 'license':
        return <LicenseLink key="license" id={licenseId} productId={id} name={displayName} variant={variant} />;
      case 'contact':
        return (
          <ContactLink key="contact" href={preloaded().links.contact} variant={variant}>
            <Trans>Contact us</Trans>
          </ContactLink>
        );
    }
  };
  return (
    <li className="flex min-w-0">
      <Tile product={application} tag={isUnsettled ? <UnsettledBadge /> : <TileTag application={application} />}>
        {actions.length > 0 && <div className="mt-auto flex flex-wrap gap-2 pt-5">{actions.map(button)}</div>}
      </Tile>
      {errorIsOpen !== null && error && (
        <PartBoundary onFailure={() => setErrorIsOpen(null)}>
          <ErrorDialog
            open={errorIsOpen}
            onOpenChange={setErrorIsOpen}
            productId={id}
            productName={displayName}
            error={error}
          />
        </PartBoundary>
      )}
    </li>
  );
}

interface LicenseLinkProps {
  id: number | undefined;
  productId: string;
  name: string;
  variant: 'accent' | 'secondary';
}

/** Leads to the product's license, or to the list where there are several. */
function LicenseLink({ id, productId, name, variant }: LicenseLinkProps) {
  const words = (
    <>
      <Trans>License details</Trans>
      <span className="sr-only">{name}</span>
    </>
  );
  return id === undefined ? (
    <ButtonLink to="/Billing/Licenses" search={{ productId }} variant={variant}>
      {words}
    </ButtonLink>
  ) : (
    <ButtonLink to="/Billing/Licenses/$id" params={{ id: String(id) }} search={{ productId }} variant={variant}>
      {words}
    </ButtonLink>
  );
}

function TileTag({ application: { subscriptionError, paymentMethodError } }: { application: Application }) {
  if (subscriptionError) {
    return (
      <Badge tone="warning">
        <Trans>Needs a subscription</Trans>
      </Badge>
    );
  }
  if (paymentMethodError) {
    return (
      <Badge tone="bad">
        <Trans>Payment failed</Trans>
      </Badge>
    );
  }
  return null;
}

interface OpenButtonProps {
  url: string;
  caption: string | null;
  name: string;
  error: TileError | null;
  onError: () => void;
}

function OpenButton({ url, caption, name, error, onError }: OpenButtonProps) {
  const words = (
    <>
      {caption ?? <Trans>Open</Trans>}
      <span className="sr-only">{name}</span>
      <ArrowUpRight aria-hidden="true" />
    </>
  );
  if (error) {
    return (
      <Button variant="accent" aria-haspopup="dialog" {...ErrorDialog.warmUp} onClick={onError}>
        {words}
      </Button>
    );
  }
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClasses({ variant: 'accent' })}>
      {words}
    </a>
  );
}

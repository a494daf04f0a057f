import { Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { ArrowUpRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../lib/lazy.tsx';
import { preloaded } from '../../lib/preloaded.ts';
import { areProductPagesClosed, subscriptionLink } from '../../lib/subscription-link.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ContactLink } from '../../ui/contact-link.tsx';
import { ButtonLink, TextLink } from '../../ui/link.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { type TileAction, type TileError, tileError } from '../model/tile-actions.ts';

const ErrorDialog = lazyPart(() =>
  import('./application-error-dialog.tsx').then((module) => module.ApplicationErrorDialog),
);

type Variant = 'primary' | 'accent' | 'secondary' | 'quiet';

interface TileButtonProps {
  product: Application;
  action: TileAction;
  variant: Variant;
  /** A purchase or change of the product is unsettled, so no other one can begin. */
  isUnsettled: boolean;
  /** The product's license, if there is only one. */
  licenseId: number | undefined;
  /** Called when the product is opened. */
  onOpen?: (() => void) | undefined;
}

/** A button of a tile. If the product cannot be opened, the button explains why (CAT-20). */
export function TileButton({ product, action, variant, isUnsettled, licenseId, onOpen }: TileButtonProps) {
  const { id, displayName } = product;
  switch (action.kind) {
    case 'open':
      return (
        <OpenButton product={product} url={action.url} caption={action.caption} variant={variant} onOpen={onOpen} />
      );
    case 'dashboard':
    case 'subscribe': {
      const link =
        product.holding && areProductPagesClosed(id)
          ? subscriptionLink(id, product.holding.subscriptionId)
          : ({ to: '/Products/$id/Subscription', params: { id } } as const);
      return (
        <ButtonLink {...link} variant={variant}>
          {isUnsettled ? (
            <Trans>Details</Trans>
          ) : action.kind === 'dashboard' ? (
            <Trans>Subscription</Trans>
          ) : (
            <SubscribeWords product={product} />
          )}
          <span className="sr-only">{displayName}</span>
        </ButtonLink>
      );
    }
    case 'license':
      return <LicenseLink id={licenseId} product={product} variant={variant} />;
    case 'contact':
      return (
        <ContactLink href={preloaded().links.contact} variant={variant}>
          <Trans>Contact us</Trans>
        </ContactLink>
      );
  }
}

/** The label of the subscribe button: "Start free trial", "See plans" for former subscribers, otherwise "Subscribe". */
function SubscribeWords({ product: { trialDays, former } }: { product: Application }) {
  if (trialDays !== null) return <Trans>Start free trial</Trans>;
  return former ? <Trans>See plans</Trans> : <Trans>Subscribe</Trans>;
}

/** Links to the product's license, or to the list if there are several. */
function LicenseLink({
  id,
  product,
  variant,
}: {
  id: number | undefined;
  product: Application;
  variant: Variant | 'text';
}) {
  const words: ReactNode = (
    <>
      <Trans>License details</Trans>
      <span className="sr-only">{product.displayName}</span>
    </>
  );
  const search = { productId: product.id };
  if (variant === 'text') {
    return id === undefined ? (
      <TextLink to="/Billing/Licenses" search={search}>
        {words}
      </TextLink>
    ) : (
      <TextLink to="/Billing/Licenses/$id" params={{ id: String(id) }} search={search}>
        {words}
      </TextLink>
    );
  }
  return id === undefined ? (
    <ButtonLink to="/Billing/Licenses" search={search} variant={variant}>
      {words}
    </ButtonLink>
  ) : (
    <ButtonLink to="/Billing/Licenses/$id" params={{ id: String(id) }} search={search} variant={variant}>
      {words}
    </ButtonLink>
  );
}

/** The license link inside text. */
export function LicenseTextLink(props: { id: number | undefined; product: Application }) {
  return <LicenseLink {...props} variant="text" />;
}

/** Links to the dashboard of the product. */
export function DashboardLink({ product: { id, displayName } }: { product: Application }) {
  return (
    <TextLink to="/ProductDashboard/$id" params={{ id }}>
      <Trans>Dashboard</Trans>
      <span className="sr-only">{displayName}</span>
    </TextLink>
  );
}

interface OpenButtonProps {
  product: Application;
  url: string;
  caption: string | null;
  variant: Variant;
  onOpen: (() => void) | undefined;
}

function OpenButton({ product, url, caption, variant, onOpen }: OpenButtonProps) {
  const [isDialogOpen, setIsDialogOpen] = useState<boolean | null>(null);
  const error: TileError | null = tileError(product, preloaded());
  const words = (
    <>
      {caption ?? <Trans>Open</Trans>}
      <span className="sr-only">{product.displayName}</span>
      <ArrowUpRight aria-hidden="true" />
    </>
  );
  if (!error) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClasses({ variant })} onClick={onOpen}>
        {words}
      </a>
    );
  }
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" {...ErrorDialog.warmUp} onClick={() => setIsDialogOpen(true)}>
        {words}
      </Button>
      {isDialogOpen !== null && (
        <PartBoundary onFailure={() => setIsDialogOpen(null)}>
          <ErrorDialog
            open={isDialogOpen}
            onOpenChange={setIsDialogOpen}
            productId={product.id}
            productName={product.displayName}
            error={error}
          />
        </PartBoundary>
      )}
    </>
  );
}

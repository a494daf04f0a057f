import { Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { cn } from '../../lib/cn.ts';
import { can } from '../../lib/permissions.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { type Charge, findNextEvent, findTileState, type Owed } from '../model/home.ts';
import { type TileAction, tileActions } from '../model/tile-actions.ts';
import { RenewalLine } from './renewal-line.tsx';
import { SeatsInUse } from './seats-in-use.tsx';
import { DashboardLink, LicenseTextLink, TileButton } from './tile-buttons.tsx';
import { TileTag } from './tile-tag.tsx';

interface OwnedTileProps {
  product: Application;
  isUnsettled: boolean;
  licenseId: number | undefined;
  /** The next charge of the product's subscription; `pending` while loading, null if unknown. */
  charge: Charge | 'pending' | null;
  owed: Owed | undefined;
  onOpen: (() => void) | undefined;
}

/** The buttons that fit side by side. If there are three actions, the license becomes a link beside the plan. */
function arrangeActions(actions: readonly TileAction[]) {
  const license = actions.length > 2 ? actions.find(({ kind }) => kind === 'license') : undefined;
  return { buttons: actions.filter((action) => action !== license), hasLicenseLink: license !== undefined };
}

/** A product of the account: plan, seats in use, next event, and actions. */
export function OwnedTile({ product, isUnsettled, licenseId, charge, owed, onOpen }: OwnedTileProps) {
  const { displayName, description, logo64, isDisabled, holding } = product;
  const { buttons, hasLicenseLink } = arrangeActions(tileActions(product, preloaded()));
  const known = charge === 'pending' ? null : charge;
  const renewal = findNextEvent(product, { charge: known, owed });
  return (
    <li className="flex min-w-0">
      <Card className="flex w-full min-w-0 flex-col p-5 sm:px-6">
        <div className="flex items-start gap-3.5">
          <ProductLogo name={displayName} logo64={logo64} isMuted={isDisabled} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h3 className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">{displayName}</h3>
              <TileTag state={findTileState(product, isUnsettled)} />
            </div>
            <p className="text-muted">
              {holding?.planName}
              {hasLicenseLink && (
                <>
                  {' · '}
                  <LicenseTextLink id={licenseId} product={product} />
                </>
              )}
              {!isDisabled && can('productTokens.view') && (
                <>
                  {holding && ' · '}
                  <DashboardLink product={product} />
                </>
              )}
            </p>
          </div>
        </div>
        {holding ? (
          <div className="mt-5">
            <SeatsInUse product={product} holding={holding} />
          </div>
        ) : (
          <p className="mt-3.5 line-clamp-3 text-muted">{description}</p>
        )}
        {renewal && <RenewalLine renewal={renewal} isPending={charge === 'pending'} />}
        {holding?.trial && can('purchase.buy') && <TrialLink product={product} />}
        {buttons.length > 0 && (
          <div className={cn('mt-auto grid gap-2.5 pt-5', buttons.length > 1 && 'grid-cols-2')}>
            {buttons.map((action, index) => (
              <TileButton
                key={action.kind}
                product={product}
                action={action}
                variant={index === 0 ? 'accent' : 'secondary'}
                isUnsettled={isUnsettled}
                licenseId={licenseId}
                onOpen={onOpen}
              />
            ))}
          </div>
        )}
      </Card>
    </li>
  );
}

function TrialLink({ product: { id, displayName } }: Pick<OwnedTileProps, 'product'>) {
  return (
    <p className="mt-1">
      <TextLink to="/trial" search={{ product: id }}>
        <Trans>Tell us about your trial</Trans>
        <span className="sr-only">{displayName}</span>
      </TextLink>
    </p>
  );
}

import { Trans } from '@lingui/react/macro';
import type { SignUpOutcome, SignUpReceipt } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { Check, Copy, Download, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useCopy } from '../../../ui/copy-button.tsx';
import { ProductLogo } from '../../../ui/product-logo.tsx';
import type { WatchedConfirmation } from '../api/sign-up-calls.ts';

interface OrderStepsProps {
  product: NonNullable<SignUpOutcome['product']>;
  receipt: SignUpReceipt;
  seen: WatchedConfirmation;
}

/** The steps from the payment to the first device, or to opening a product without devices. */
export function OrderSteps({ product, receipt, seen }: OrderStepsProps) {
  const { productPage, license, countsDevices } = receipt;
  const { name } = product;
  return (
    <Card>
      <div className="flex items-center gap-3 px-4 py-5 sm:px-6">
        <ProductLogo name={name} logo64={product.logo64} />
        <h2 className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">
          <Trans>Start using {name}</Trans>
        </h2>
      </div>
      <ol>
        {productPage && (
          <Step mark={1} title={<OpenTitle name={name} countsDevices={countsDevices} />}>
            <OpenProduct {...productPage} name={name} isReady={countsDevices || seen.isConfirmed} />
          </Step>
        )}
        {license && (
          <Step mark={productPage ? 2 : 1} title={<Trans>Enter your license key</Trans>}>
            <LicenseKey value={license} />
          </Step>
        )}
        {countsDevices && <FirstDevice product={product} {...seen} />}
        {!countsDevices && seen.isConfirmed && (
          <Step mark={productPage ? 2 : 1} title={<Trans>Invite your team</Trans>}>
            <a href={`${paths.users}?m=a`} className={buttonClasses({ className: 'mt-3' })}>
              <Trans>Add user</Trans>
            </a>
          </Step>
        )}
      </ol>
    </Card>
  );
}

function OpenTitle({ name, countsDevices }: { name: string; countsDevices: boolean }) {
  return countsDevices ? <Trans>Download and install</Trans> : <Trans>Open {name}</Trans>;
}

/** A step with its number, or with an icon if it is done or waiting. */
function Step({ mark, title, children }: { mark: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-4 border-t border-line px-4 py-5 sm:px-6">
      <span
        aria-hidden="true"
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
          typeof mark === 'number' && 'bg-neutral-soft text-muted',
        )}
      >
        {mark}
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  );
}

type OpenProductProps = NonNullable<SignUpReceipt['productPage']> & { name: string; isReady: boolean };

/** Opens the product's own page, for example its download. The only filled button on the page. */
function OpenProduct({ url, caption, version, name, isReady }: OpenProductProps) {
  if (!isReady)
    return (
      <p className="text-muted">
        <Trans>You can sign in there as soon as your email is confirmed.</Trans>
      </p>
    );
  return (
    <>
      {version && (
        <p className="text-muted">
          <Trans>Version {version}</Trans>
        </p>
      )}
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClasses({
          variant: 'primary',
          size: 'lg',
          className: 'mt-3 h-auto min-h-11 py-2 whitespace-normal max-sm:w-full',
        })}
      >
        <Download aria-hidden="true" />
        {caption ? `${caption} ${name}` : <Trans>Open {name}</Trans>}
      </a>
    </>
  );
}

function LicenseKey({ value }: { value: string }) {
  const { isCopied, copy } = useCopy(value);
  return (
    <>
      <div className="mt-3 flex items-center gap-3 max-sm:flex-col max-sm:items-stretch sm:rounded-control sm:border sm:border-line-strong sm:bg-canvas sm:p-2 sm:pl-4">
        <code className="min-w-0 flex-1 font-mono text-[16px] wrap-anywhere select-all max-sm:rounded-control max-sm:border max-sm:border-line-strong max-sm:bg-canvas max-sm:px-4 max-sm:py-3">
          {value}
        </code>
        <Button className="max-sm:h-11" onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden="true" className="text-ok" /> : <Copy aria-hidden="true" />}
          <Trans>Copy</Trans>
        </Button>
      </div>
      <p className="mt-2 text-muted">
        <Trans>The app asks for it once. You can find it later under Licenses after you sign in.</Trans>
      </p>
    </>
  );
}

type FirstDeviceProps = Pick<OrderStepsProps, 'product'> & WatchedConfirmation;

/** Waits for the first device, and turns green when its product has activated it. */
function FirstDevice({ product, firstDevice, isConfirmed }: FirstDeviceProps) {
  const { id, name, unit } = product;
  const unitName = unit.one;
  if (firstDevice === null)
    return (
      <Step
        mark={<span className="size-3 rounded-full bg-accent ring-4 ring-accent-soft motion-safe:animate-pulse" />}
        title={<Trans>Waiting for your first {unitName}…</Trans>}
      >
        <p className="text-muted">
          <Trans>This turns green as soon as the app is activated. You can close this page.</Trans>
        </p>
      </Step>
    );
  return (
    <Step
      mark={
        <span className="grid size-7 place-items-center rounded-full bg-ok-soft text-ok [&_svg]:size-4">
          <Check />
        </span>
      }
      title={
        <span role="status" className="text-ok wrap-anywhere">
          <Trans>{firstDevice} is active</Trans>
        </span>
      }
    >
      {isConfirmed && (
        <a
          href={paths.productSubscription.replace('$id', encodeURIComponent(id))}
          className="mt-1 inline-flex items-center gap-1.5 rounded text-accent-text underline-offset-4 hover:underline"
        >
          <Trans>Go to {name}</Trans>
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      )}
    </Step>
  );
}

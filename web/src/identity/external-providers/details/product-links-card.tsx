import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { notify } from '../../../lib/notify.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { useProductLinks } from '../external-providers.api.ts';

/** Links through the account's sign-in page into each of its products. */
export function ProductLinksCard() {
  const { data, error, isFetching, refetch } = useProductLinks();
  return (
    <Card className="px-5 py-4 sm:px-6 sm:py-5">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>Product links</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-muted">
        <Trans>Lead your people through your sign-in straight into a product</Trans>
      </p>
      {data ? (
        <ul className="mt-2 divide-y divide-line">
          {data.items.map(({ name, caption, productLink }) => (
            <ProductLink key={productLink} name={name} caption={caption} link={productLink} />
          ))}
          {data.items.length === 0 && (
            <li className="py-2.5 text-sm text-muted">
              <Trans>Your account has no product with an address of its own yet.</Trans>
            </li>
          )}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} className="py-6" />
      ) : (
        <SkeletonText lines={2} className="mt-4" />
      )}
    </Card>
  );
}

function ProductLink({ name, caption, link }: { name: string; caption: string | null; link: string }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notify.success(t`Copied`);
    } catch {
      notify.error(t`Could not copy text!`);
    }
  };
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <span className="min-w-0 wrap-anywhere">
        {name}
        {caption && <span className="block text-sm text-muted">{caption}</span>}
      </span>
      <button
        type="button"
        aria-label={t`Copy link of ${name}`}
        title={link}
        className="inline-flex shrink-0 items-center gap-1.5 rounded text-sm font-medium text-accent-text hover:underline [&_svg]:size-3.5"
        onClick={() => void copy()}
      >
        <Copy aria-hidden="true" />
        <Trans>Copy link</Trans>
      </button>
    </li>
  );
}

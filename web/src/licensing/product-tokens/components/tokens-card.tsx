import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductToken } from '@portico/contract';
import { KeySquare, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import type { TokenAction } from '../model/row-actions.ts';
import { useProductTokens } from '../product-tokens.api.ts';
import { EndQuestion } from './end-question.tsx';
import { TokenRows } from './token-rows.ts';
import { useTokenColumns } from './use-token-columns.tsx';

const AddTokenDialog = lazyPart(() => import('./token-dialog.tsx').then((module) => module.AddTokenDialog));
const EditTokenDialog = lazyPart(() => import('./token-dialog.tsx').then((module) => module.EditTokenDialog));
const ReplaceDialog = lazyPart(() => import('./replace-dialog.tsx').then((module) => module.ReplaceDialog));
const NewTokenDialog = lazyPart(() => import('./new-token-dialog.tsx').then((module) => module.NewTokenDialog));

/** Rows per page (spec 2, §9). The server returns at most 100. */
const tokenPageSizes = [5, 10, 20, 100] as const;

interface TokensCardProps {
  productId: string;
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

/** The action in progress: on a token, or adding one. */
type Doing = { readonly action: TokenAction; readonly token: ProductToken } | { readonly action: 'add' };

/** The account's tokens of a product, which its admins create, replace and disable (TOK-1). */
export function TokensCard({ productId, search, onSearchChange }: TokensCardProps) {
  const { t } = useLingui();
  const { page, pageSize } = search;
  const tokens = useProductTokens(productId, { page, pageSize });
  const columns = useTokenColumns();
  const [doing, setDoing] = useState<{ what: Doing; isOpen: boolean; opening: number } | null>(null);
  const [made, setMade] = useState<ProductToken | null>(null);
  const begin = useCallback(
    (what: Doing) => setDoing((before) => ({ what, isOpen: true, opening: (before?.opening ?? 0) + 1 })),
    [],
  );
  const beginFor = useCallback((action: TokenAction, token: ProductToken) => begin({ action, token }), [begin]);
  const refusal = tokens.data?.addRefusal ?? null;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">
            <Trans>Tokens</Trans>
          </h2>
          <p className="mt-0.5 text-sm text-muted">
            <Trans>Products use them to activate and check. The whole token is shown once, when it is created</Trans>
          </p>
        </div>
        <AddButton refusal={refusal} onAdd={() => begin({ action: 'add' })} />
      </div>
      <TokenRows value={beginFor}>
        <DataTable
          caption={t`Tokens`}
          columns={columns}
          query={tokens}
          rowId={({ tokenId }) => String(tokenId)}
          search={search}
          onSearchChange={onSearchChange}
          pageSizes={tokenPageSizes}
          errorTitle={<Trans>The tokens could not be loaded</Trans>}
          empty={<NoTokens isHeld={refusal !== 'notHeld'} />}
          renderOpened={({ disabled }) => disabled?.leakReport && <LeakNote disabled={disabled} />}
        />
      </TokenRows>
      {doing && (
        <PartBoundary onFailure={() => setDoing(null)}>
          <OpenedDialog
            key={doing.opening}
            doing={doing.what}
            productId={productId}
            open={doing.isOpen}
            onOpenChange={(isOpen) => setDoing((now) => now && { ...now, isOpen })}
            onMade={setMade}
          />
        </PartBoundary>
      )}
      <PartBoundary onFailure={() => setMade(null)}>
        {made && <NewTokenDialog token={made} onClose={() => setMade(null)} />}
      </PartBoundary>
    </Card>
  );
}

interface OpenedDialogProps {
  doing: Doing;
  productId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onMade: (token: ProductToken) => void;
}

function OpenedDialog({ doing, onMade, ...opened }: OpenedDialogProps): ReactNode {
  switch (doing.action) {
    case 'add':
      return <AddTokenDialog {...opened} onMade={onMade} />;
    case 'replace':
      return <ReplaceDialog {...opened} token={doing.token} onMade={onMade} />;
    case 'edit':
      return <EditTokenDialog {...opened} token={doing.token} />;
    default:
      return <EndQuestion {...opened} token={doing.token} action={doing.action} />;
  }
}

interface AddButtonProps {
  refusal: 'notHeld' | 'tooMany' | null;
  onAdd: () => void;
}

/** Starts creating a token. If no token can be created now, the button explains why. */
function AddButton({ refusal, onAdd }: AddButtonProps) {
  const reasonId = useId();
  if (!can('productTokens.manage')) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {refusal && (
        <p id={reasonId} className="text-sm text-muted">
          {refusal === 'notHeld' ? (
            <Trans>Subscribe to this product first</Trans>
          ) : (
            <Trans>You have the maximum number of tokens: delete one that you no longer need</Trans>
          )}
        </p>
      )}
      <Button
        {...AddTokenDialog.warmUp}
        variant="primary"
        aria-haspopup="dialog"
        disabled={refusal !== null}
        aria-describedby={refusal ? reasonId : undefined}
        onClick={onAdd}
      >
        <Plus aria-hidden="true" />
        <Trans>Add token</Trans>
      </Button>
    </div>
  );
}

function NoTokens({ isHeld }: { isHeld: boolean }) {
  return (
    <EmptyState
      icon={KeySquare}
      title={<Trans>No token yet</Trans>}
      description={
        !isHeld ? (
          <Trans>Tokens can be created once your account has this product.</Trans>
        ) : can('productTokens.manage') ? (
          <Trans>Add one and put it into the product or the program that is to speak to us for your account.</Trans>
        ) : (
          <Trans>Admins of your account create them.</Trans>
        )
      }
    />
  );
}

/** The note about a leaked token, below its row (TOK-10). */
function LeakNote({ disabled }: { disabled: NonNullable<ProductToken['disabled']> }) {
  const { date } = useFormat();
  const day = date(disabled.at);
  const vendor = preloaded().company.name;
  const { leakReport } = disabled;
  return (
    <p className="max-w-3xl text-sm wrap-anywhere">
      <Trans>
        {vendor} disabled this token on {day}: it was found in a public place.
      </Trans>{' '}
      <span className="text-muted">{leakReport}</span>
    </p>
  );
}

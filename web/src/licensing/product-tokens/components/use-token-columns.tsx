import { useLingui } from '@lingui/react/macro';
import type { ProductToken } from '@portico/contract';
import { Ellipsis } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader } from '../../../ui/data-table/data-table.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { rowActions, type TokenAction } from '../model/row-actions.ts';
import { ActionWords } from './action-words.tsx';
import { useTokenAction } from './token-rows.ts';
import { Expiry, LastUse, StateTag, TypeText } from './token-text.tsx';

const TokenMenu = lazyPart(() => import('./token-menu.tsx').then((module) => module.TokenMenu));

const column = columnsFor<ProductToken>();

/**
 * The display name of a token: its name, or its type if it is unnamed. A replaced token is marked as the previous
 * one.
 */
export function useTokenName(): (token: Pick<ProductToken, 'name' | 'overlapEnds' | 'token'>) => string {
  const { t } = useLingui();
  return ({ name, overlapEnds, token }) => {
    const called = name || token.slice(0, 10);
    return overlapEnds ? t({ message: `${called}, before`, comment: 'A token that another one replaced' }) : called;
  };
}

/** The columns of the table; read-only users get no buttons. */
export function useTokenColumns() {
  const { t } = useLingui();
  const mayManage = can('productTokens.manage');
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'name',
          header: t`Name`,
          meta: { card: 'title', skeleton: 'w-32' },
          cell: ({ row }) => <TokenName token={row.original} />,
        }),
        column.display({
          id: 'token',
          header: t`Token`,
          meta: { skeleton: 'w-28' },
          cell: ({ row }) => <code className="font-mono text-sm whitespace-nowrap">{row.original.token}</code>,
        }),
        column.display({
          id: 'state',
          header: t`Status`,
          meta: { card: 'status', skeleton: 'w-20' },
          cell: ({ row: { original } }) => (
            <StateTag state={original.state} isLeaked={Boolean(original.disabled?.leakReport)} />
          ),
        }),
        column.display({
          id: 'lastUse',
          header: t`Last used`,
          meta: { skeleton: 'w-28' },
          cell: ({ row }) => <LastUse lastUse={row.original.lastUse} />,
        }),
        column.display({
          id: 'expires',
          header: t({ message: 'Expires', context: 'token' }),
          meta: { skeleton: 'w-24' },
          cell: ({ row }) => <Expiry token={row.original} />,
        }),
        column.display({
          id: 'createdBy',
          header: t`Created by`,
          meta: { isSecondary: true, skeleton: 'w-24' },
          cell: ({ row }) => <span className="text-muted">{row.original.createdBy ?? '–'}</span>,
        }),
        ...(mayManage
          ? [
              column.display({
                id: 'actions',
                header: () => <ActionsHeader />,
                meta: { align: 'end', card: 'actions', skeleton: 'w-24' },
                cell: ({ row }) => <TokenActions token={row.original} />,
              }),
            ]
          : []),
      ]),
    [t, mayManage],
  );
}

function TokenName({ token }: { token: ProductToken }) {
  const name = useTokenName()(token);
  const isOver = token.state === 'expired' || token.state === 'disabled';
  return (
    <span className={cn('block', isOver && 'text-muted')}>
      <span className="block truncate font-medium">{name}</span>
      <span className="block text-xs font-normal text-muted">
        <TypeText type={token.tokenType} />
      </span>
    </span>
  );
}

/** The needed action as a button. On a phone, the menu contains it with the other actions. */
function TokenActions({ token }: { token: ProductToken }) {
  const { t } = useLingui();
  const begin = useTokenAction();
  const name = useTokenName()(token);
  const [isWanted, setIsWanted] = useState(false);
  const { primary, others } = rowActions(token);
  const all: TokenAction[] = primary ? [primary, ...others] : others;
  const button = (
    <IconButton
      {...(!isWanted && { ...TokenMenu.warmUp, onClick: () => setIsWanted(true) })}
      size="sm"
      label={t`Actions for ${name}`}
      aria-haspopup="menu"
    >
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
  return (
    <span className="flex items-center justify-end gap-1">
      {primary && (
        <Button
          size="sm"
          variant={primary === 'replace' ? 'accent' : 'secondary'}
          className="max-sm:hidden"
          onClick={() => begin(primary, token)}
        >
          <ActionWords action={primary} />
          <span className="sr-only">{name}</span>
        </Button>
      )}
      <PartBoundary fallback={button} onFailure={() => setIsWanted(false)}>
        {isWanted ? <TokenMenu token={token} actions={all} trigger={button} /> : button}
      </PartBoundary>
    </span>
  );
}

import { Plural, Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { QueryView } from '../../../ui/query-view.tsx';

/** The accounts that used a coupon, the newest first (CPN-15). */
export function Redemptions({ code }: { code: string }) {
  const [page, setPage] = useState(1);
  const { date } = useFormat();
  return (
    <QueryView query={useRedemptions(code, page)} missing={null} skeletonClassName="h-24">
      {({ items, total, totalPages }) => (
        <Card>
          <CardHeader
            title={<Trans>Who used it</Trans>}
            description={
              <Plural value={total} _0="Nobody used it yet." one="# customer used it." other="# customers used it." />
            }
          />
          {items.length > 0 && (
            <ul className="divide-y divide-line border-t border-line">
              {items.map(({ account, redeemedAt }) => (
                <li key={`${account.id} ${redeemedAt}`} className="flex justify-between gap-3 px-5 py-2.5">
                  <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }} className="truncate">
                    {account.name}
                  </TextLink>
                  <span className="shrink-0 text-sm text-muted">{date(redeemedAt)}</span>
                </li>
              ))}
            </ul>
          )}
          {totalPages > 1 && (
            <div className="flex justify-between gap-2 border-t border-line px-5 py-3">
              <Button size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                <Trans>Newer</Trans>
              </Button>
              <Button size="sm" disabled={page >= totalPages} onClick={() => setPage(page + 1)}>
                <Trans>Older</Trans>
              </Button>
            </div>
          )}
        </Card>
      )}
    </QueryView>
  );
}

/** The accounts that used a coupon, paged (CPN-15). */
function useRedemptions(code: string, page: number) {
  return useQuery({
    queryKey: ['coupons', 'redemptions', code, page],
    queryFn: ({ signal }) =>
      api('GET /api/Catalog/Coupons/{code}/Redemptions', { params: { code }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ListAnswer } from '../../../ui/data-table/use-list-table.ts';

/** Converts a page of a list with cursors for a table that counts pages. */
export function asList<Row>(query: UseQueryResult<{ items: Row[] }>) {
  const data: ListAnswer<Row> | undefined = query.data && { items: query.data.items, total: 0, totalPages: 0 };
  const { error, isPending, isFetching, isPlaceholderData, refetch } = query;
  return {
    data,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch: refetch as unknown as UseQueryResult<ListAnswer<Row>>['refetch'],
  };
}

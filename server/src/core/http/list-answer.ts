/** The envelope of every paged list (WIRE-4). */
export function listAnswer<Item>(items: Item[], total: number, { page, pageSize }: { page: number; pageSize: number }) {
  return { items, total, totalPages: Math.ceil(total / pageSize), page, pageSize };
}

/** The envelope of every paged list (spec 3 'On the wire'). */
export function listAnswer<Item>(items: Item[], total: number, { page, pageSize }: { page: number; pageSize: number }) {
  return { items, total, totalPages: Math.ceil(total / pageSize), page, pageSize };
}

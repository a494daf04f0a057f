import { Plural } from '@lingui/react/macro';

/** How many items of a list are hidden. */
export function MoreNote({ total, shown }: { total: number; shown: number }) {
  const more = total - shown;
  if (more <= 0) return null;
  return (
    <p className="border-t border-line px-5 py-3 text-sm text-muted">
      <Plural value={more} one="# more is not shown" other="# more are not shown" />
    </p>
  );
}

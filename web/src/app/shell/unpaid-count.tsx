import { Plural } from '@lingui/react/macro';
import { useUnpaidCount } from '../../notices/attention/attention.api.ts';

/** The number of unpaid invoices beside an entry of the menu. On the rail, it overlays the icon. */
export function UnpaidCount() {
  const count = useUnpaidCount();
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-bad-soft px-1.5 text-center text-xs leading-5 text-bad tabular-nums rail:absolute rail:top-0 rail:right-0 rail:min-w-4 rail:px-1 rail:leading-4">
      <span aria-hidden="true">{count > 9 ? '9+' : count}</span>
      <span className="sr-only">
        <Plural value={count} one="# unpaid invoice" other="# unpaid invoices" />
      </span>
    </span>
  );
}

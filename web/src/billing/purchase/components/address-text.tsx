import { addressLines } from '../../../lib/address-lines.ts';
import { useLocale } from '../../../lib/locale.ts';
import type { AddressDraft } from '../../../ui/address-fields-draft.ts';

/** An address in postal format. */
export function AddressText({ address }: { address: AddressDraft }) {
  const locale = useLocale();
  return (
    <address className="min-w-0 wrap-anywhere not-italic">
      <span className="block font-medium">{address.name}</span>
      {addressLines(address, locale).map((line) => (
        <span key={line} className="block text-sm text-muted">
          {line}
        </span>
      ))}
    </address>
  );
}

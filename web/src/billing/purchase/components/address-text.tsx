import { useLocale } from '../../../lib/locale.ts';
import { countryChoices } from '../../../lib/reference.ts';
import type { AddressDraft } from '../../../ui/address-fields-draft.ts';

/** An address in postal format. */
export function AddressText({ address }: { address: AddressDraft }) {
  const locale = useLocale();
  const country = countryChoices(locale).find(({ value }) => value === address.country)?.label;
  const place = [address.city, [address.state, address.postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  const lines = [address.line1, address.line2, place, country];
  return (
    <address className="min-w-0 wrap-anywhere not-italic">
      <span className="block font-medium">{address.name}</span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block text-sm text-muted">
          {line}
        </span>
      ))}
    </address>
  );
}

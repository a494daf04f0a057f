import { Trans } from '@lingui/react/macro';
import type { Address, Locale, TaxIdStatus } from '@portico/contract';
import { addressLines } from '../../../lib/address-lines.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { useKindName } from '../../../lib/tax-id-name.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TaxIdTag } from './tax-id.tsx';

interface HeadTaxId {
  kind: string;
  value: string;
  /** Missing until the number is saved. */
  status?: TaxIdStatus;
}

interface Head {
  companyName: string;
  email: string;
  phone: string;
  address: Address | null;
  taxId: HeadTaxId | null;
  otherTaxIds: readonly HeadTaxId[];
  purchaseOrder: string;
  language: Locale;
}

/** A preview of the next invoice's header. */
export function InvoiceHead({ head }: { head: Head }) {
  const locale = useLocale();
  const kindName = useKindName();
  const { companyName, email, phone, address, taxId, otherTaxIds, purchaseOrder, language } = head;
  const lines = address ? addressLines(address, locale) : [];
  const languageName = new Intl.DisplayNames(intlLocales[locale], { type: 'language' }).of(language);
  return (
    <Card>
      <CardHeader
        title={<Trans>On your next invoice</Trans>}
        description={<Trans>This is how it begins. It is written in {languageName}.</Trans>}
        className="sm:px-6"
      />
      <div className="border-t border-line px-5 py-4 sm:px-6 sm:py-5">
        <address className="rounded-lg border border-line bg-canvas px-4 py-4 wrap-anywhere not-italic">
          <p className="text-sm text-muted">
            <Trans>Billed to</Trans>
          </p>
          <p className="mt-1 font-medium">{companyName}</p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {email && <p className="mt-2 text-muted">{email}</p>}
          {phone && <p className="text-muted">{phone}</p>}
          {[...(taxId ? [taxId] : []), ...otherTaxIds].map(
            ({ kind, value, status }) =>
              value && (
                <p key={`${kind} ${value}`} className="mt-2">
                  <span className="text-muted">{kindName(kind)}</span> <span className="tabular-nums">{value}</span>{' '}
                  {status && <TaxIdTag status={status} />}
                </p>
              ),
          )}
          {purchaseOrder && (
            <p className="mt-2">
              <span className="text-muted">
                <Trans>Purchase order</Trans>
              </span>{' '}
              {purchaseOrder}
            </p>
          )}
        </address>
      </div>
    </Card>
  );
}

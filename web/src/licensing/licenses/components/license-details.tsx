import { Trans, useLingui } from '@lingui/react/macro';
import type { LicenseDetails as License } from '@portico/contract';
import { ChevronLeft, Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { LongId } from '../../../ui/long-id.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { isFull, isUsable } from '../license-rules.ts';
import { useDownloadLicense, useLicense } from '../licenses.api.ts';
import { FeaturesCard } from './features-card.tsx';
import { LicenseFacts } from './license-facts.tsx';
import { LicenseTags, useLicenseModelText } from './license-text.tsx';
import { NeedNotice } from './need-notice.tsx';
import { SeatsPicture } from './seats.tsx';

interface LicenseDetailsProps {
  /** Not a number if the address has none. */
  id: number;
  /** The title until the products are known. */
  title: string;
  /** The selected product; the first one if undefined. */
  productId: string | undefined;
  onProductChange: (productId: string) => void;
  /** The name of the only device without a seat. */
  exceededName: string | undefined;
  /** The button that adds a device. `reasonId` is the id of the text that explains why it is disabled. */
  renderAddDevice: (license: License, reasonId: string | null) => ReactNode;
  /** Renders the tabs of the product's page, below the heading. */
  renderTabs: (license: License | undefined) => ReactNode;
  renderDevices: (license: License, product: License['products'][number] | undefined) => ReactNode;
  renderUsage: (license: License) => ReactNode;
}

/** One license: a summary, its devices, its use, and its features. */
export function LicenseDetails(props: LicenseDetailsProps) {
  const { id, title } = props;
  const query = useLicense(id);
  const license = query.data;
  const needId = useId();
  const fileId = useId();
  const hasReason = license && (isFull(license) || !isUsable(license));
  return (
    <>
      <TextLink to="/Billing/Licenses" className="mb-2 inline-flex items-center gap-1 text-muted md:hidden">
        <ChevronLeft aria-hidden="true" />
        <Trans>Licenses</Trans>
      </TextLink>
      <PageHeader
        title={license?.products.map(({ name }) => name).join(', ') || license?.number || title}
        tags={license && <HeaderTags license={license} />}
        description={license && <Numbers license={license} />}
        actions={
          license && (
            <>
              <DownloadButton license={license} reasonId={fileId} />
              {license.licenseModel === 0 && props.renderAddDevice(license, hasReason ? needId : null)}
            </>
          )
        }
      />
      {props.renderTabs(license)}
      <QueryView query={query} missing={<Trans>This license was not found</Trans>} skeletonClassName="h-72">
        {(found) => <Body {...props} license={found} needId={needId} fileId={fileId} />}
      </QueryView>
    </>
  );
}

type BodyProps = Omit<LicenseDetailsProps, 'id' | 'title'> & { license: License; needId: string; fileId: string };

function Body(props: BodyProps) {
  const { license, needId, fileId } = props;
  const product = license.products.find(({ productId }) => productId === props.productId) ?? license.products[0];
  return (
    <div className="flex flex-col gap-4 sm:gap-5">
      <Card className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="flex flex-col justify-between gap-5 p-4 sm:px-6 sm:py-5">
          <SeatsPicture license={license} />
          <NeedNotice license={license} exceededName={props.exceededName} id={needId} />
        </div>
        <div className="border-line p-4 max-lg:border-t sm:px-6 sm:py-5 lg:border-l">
          <LicenseFacts license={license} fileId={fileId} />
        </div>
      </Card>
      {props.renderDevices(license, product)}
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {props.renderUsage(license)}
        {product && (
          <FeaturesCard license={license} productId={product.productId} onProductChange={props.onProductChange} />
        )}
      </div>
    </div>
  );
}

function HeaderTags({ license }: { license: License }) {
  const modelText = useLicenseModelText();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <LicenseTags license={license} />
      <Badge tone="neutral">{modelText(license.licenseModel)}</Badge>
    </span>
  );
}

function Numbers({ license: { number, serialNumber } }: { license: License }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="tabular-nums">
        <Trans>License {number}</Trans>
      </span>
      <span aria-hidden="true" className="max-sm:hidden">
        ·
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Trans>Serial number</Trans>
        <span className="font-mono text-sm text-ink">
          <LongId value={serialNumber} />
        </span>
      </span>
    </span>
  );
}

/** Saves the license file. If a license has no file, the facts below explain why. */
function DownloadButton({ license, reasonId }: { license: License; reasonId: string }) {
  const { t } = useLingui();
  const download = useDownloadLicense();
  const { isDownloadAvailable, serialNumber } = license;
  return (
    <Button
      className="max-sm:flex-1"
      locked={!isDownloadAvailable}
      pending={download.isPending}
      aria-describedby={isDownloadAvailable ? undefined : reasonId}
      title={isDownloadAvailable ? undefined : t`This license has no file now`}
      onClick={() => download.mutate(serialNumber)}
    >
      <Download aria-hidden="true" />
      <Trans>Download license</Trans>
    </Button>
  );
}

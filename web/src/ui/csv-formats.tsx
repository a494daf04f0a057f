import { Trans } from '@lingui/react/macro';
import { Braces, Sheet } from 'lucide-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Menu, MenuLink } from './menu.tsx';

interface CsvFormatsProps {
  trigger: ReactElement;
  href: string;
  isLocked: boolean;
  onDownload: (href: string) => void;
}

/** Opens immediately, because it is rendered on the first press of its trigger. */
export function CsvFormats({ trigger, href, isLocked, onDownload }: CsvFormatsProps) {
  return (
    <Menu trigger={trigger} defaultOpen isLocked={isLocked}>
      <Format
        icon={Sheet}
        href={href}
        onDownload={onDownload}
        name={<Trans>For a spreadsheet</Trans>}
        description={<Trans>Commas between cells, amounts such as 120.00, times in your time zone</Trans>}
      />
      <Format
        icon={Braces}
        href={`${href}&for=program`}
        onDownload={onDownload}
        name={<Trans>For a program</Trans>}
        description={<Trans>The same in every language: commas, 120.00, times in UTC</Trans>}
      />
    </Menu>
  );
}

interface FormatProps extends Pick<ComponentProps<typeof MenuLink>, 'icon'> {
  href: string;
  onDownload: (href: string) => void;
  name: ReactNode;
  description: ReactNode;
}

/** A link, so that a program's author can copy its address. */
function Format({ icon, href, onDownload, name, description }: FormatProps) {
  return (
    <MenuLink
      icon={icon}
      href={href}
      download
      onClick={(event) => {
        event.preventDefault();
        onDownload(href);
      }}
    >
      <span className="max-w-72">
        {name}
        <span className="block text-sm text-muted">{description}</span>
      </span>
    </MenuLink>
  );
}

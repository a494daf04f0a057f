import { Trans, useLingui } from '@lingui/react/macro';
import { brandTokens, ownAccents, type Theme, themeColors, themes } from '@portico/contract/browser';
import { Mail } from 'lucide-react';
import type { CSSProperties } from 'react';
import { BrandMark } from '../../../ui/brand.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { type CompanyDraft, themeFields } from '../model/company-draft.ts';

/** Pages and mail as customers would see them, in both themes. */
export function BrandPreview({ draft }: { draft: CompanyDraft }) {
  const { t } = useLingui();
  const names: Record<Theme, string> = { light: t`Light theme`, dark: t`Dark theme` };
  return (
    <Card>
      <CardHeader title={<Trans>Preview</Trans>} description={<Trans>The preview does not save anything</Trans>} />
      <div className="flex flex-col gap-4 border-t border-line px-5 py-4">
        {themes.map((theme) => (
          <section key={theme} aria-label={names[theme]} className="flex flex-col gap-2">
            <h3 className="text-sm font-medium text-muted">{names[theme]}</h3>
            <div
              style={themeTokens(draft, theme)}
              className="overflow-hidden rounded-control border border-line-strong bg-canvas text-ink"
            >
              <Shell draft={draft} theme={theme} />
              <MailCard draft={draft} theme={theme} />
            </div>
          </section>
        ))}
      </div>
    </Card>
  );
}

/** The tokens of a theme with the draft's accent. */
function themeTokens(draft: CompanyDraft, theme: Theme): CSSProperties {
  const { canvas, surface, line, ink, muted } = themeColors[theme];
  const accent = brandTokens(draft[themeFields[theme].accent].trim(), theme);
  return {
    '--canvas': canvas,
    '--surface': surface,
    '--line': line,
    '--ink': ink,
    '--muted': muted,
    ...brandTokens(ownAccents[theme], theme),
    ...accent,
  } as CSSProperties;
}

interface PartProps {
  draft: CompanyDraft;
  theme: Theme;
}

function Shell({ draft, theme }: PartProps) {
  return (
    <>
      <div className="flex h-14 items-center border-b border-line bg-surface px-4">
        <Logo draft={draft} theme={theme} standIn />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
        <span className="flex h-9 items-center rounded-control bg-accent-soft px-2.5 font-medium text-accent-text">
          <Trans>Billing</Trans>
        </span>
        <span className={buttonClasses({ variant: 'primary' })}>
          <Trans>Subscribe</Trans>
        </span>
        <span className="font-medium text-accent-text">
          <Trans>A link</Trans>
        </span>
      </div>
    </>
  );
}

function MailCard({ draft, theme }: PartProps) {
  const sender = draft.mailSenderName.trim() || draft.name.trim();
  return (
    <div className="border-t border-line px-4 py-4">
      <p className="mb-3 flex min-w-0 items-center gap-1.5 text-sm text-muted">
        <Mail aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">{sender}</span>
      </p>
      <Logo draft={draft} theme={theme} />
      <div className="mt-3 rounded-card border border-line bg-surface p-4">
        <p className="font-semibold">
          <Trans>Your code to sign in</Trans>
        </p>
        <p className="mt-1 text-sm text-muted">
          <Trans>Mail to customers looks like this.</Trans>
        </p>
        <span className={buttonClasses({ variant: 'primary', className: 'mt-3' })}>
          <Trans>Open the portal</Trans>
        </span>
      </div>
    </div>
  );
}

/**
 * @param standIn whether the other theme's logo, or otherwise the portal's mark, replaces a missing logo: pages do
 * that, mails show the name
 */
function Logo({ draft, theme, standIn = false }: PartProps & { standIn?: boolean }) {
  const own = draft[themeFields[theme].logo].shown;
  // A mail without a dark logo keeps the light one.
  const other = theme === 'dark' || standIn ? draft[themeFields[theme === 'dark' ? 'light' : 'dark'].logo].shown : null;
  const shown = own ?? other;
  if (shown) return <img src={shown} alt="" className="h-7 w-auto max-w-44 object-contain object-left" />;
  return (
    <span className="inline-flex h-7 min-w-0 items-center gap-2">
      {standIn && <BrandMark />}
      <span className="truncate text-lg font-semibold tracking-tight">{draft.name.trim() || '–'}</span>
    </span>
  );
}

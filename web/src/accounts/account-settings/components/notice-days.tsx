import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { noticeDayChoices, usualNoticeDays } from '@portico/contract/browser';
import { can } from '../../../lib/permissions.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useSaveNoticeDays } from '../account-settings.api.ts';

/** The days before an expiry on which mail is sent (EXP-2). */
export function NoticeDays({ days }: { days: readonly number[] | null }) {
  const { t } = useLingui();
  const save = useSaveNoticeDays();
  const shown = save.isPending ? save.variables : days;
  const isLocked = save.isPending || !can('accountSettings.manage');
  const own = shown ?? usualNoticeDays;
  const toggle = (day: number, isChosen: boolean) =>
    save.mutate(noticeDayChoices.filter((one) => (one === day ? isChosen : own.includes(one))));
  return (
    <Card>
      <CardHeader
        title={<Trans>Renewal and expiry notices</Trans>}
        description={
          <Trans>Emailed to the owner and the admins before a license, a trial or a subscription ends or renews.</Trans>
        }
        className="sm:px-6"
      />
      <div className="flex flex-col gap-4 border-t border-line px-5 py-4 sm:px-6">
        <SegmentedControl
          label={t`Who chooses the days`}
          value={shown === null ? 'vendor' : 'own'}
          onChange={(chosen) =>
            save.mutate(chosen === 'vendor' ? null : noticeDayChoices.filter((one) => usualNoticeDays.includes(one)))
          }
          options={[
            { value: 'vendor', label: <Trans>Vendor’s schedule</Trans>, disabled: isLocked },
            { value: 'own', label: <Trans>Your own days</Trans>, disabled: isLocked },
          ]}
        />
        {shown !== null && (
          <fieldset className="grid gap-2">
            <legend className="sr-only">
              <Trans>Days before</Trans>
            </legend>
            {noticeDayChoices.map((day) => (
              <Checkbox
                key={day}
                label={<Plural value={day} one="# day before" other="# days before" />}
                checked={shown.includes(day)}
                disabled={isLocked}
                onChange={(event) => toggle(day, event.target.checked)}
              />
            ))}
            {shown.length === 0 && (
              <p className="text-sm text-muted">
                <Trans>No email is sent. The home page still shows what ends soon.</Trans>
              </p>
            )}
          </fieldset>
        )}
      </div>
    </Card>
  );
}

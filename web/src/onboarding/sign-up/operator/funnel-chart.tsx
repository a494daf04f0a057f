import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import type { FunnelSteps } from './funnel.ts';
import { type StepOfFunnel, summarizeSteps } from './funnel-rules.ts';
import { useStepWords } from './step-words.ts';

/**
 * A bar for each step: how many visitors reached it, with those who stopped there in a lighter color. A table has the
 * same figures.
 */
export function FunnelChart({ sums }: { sums: FunnelSteps }) {
  const steps = summarizeSteps(sums);
  return (
    <>
      <Legend />
      <div aria-hidden="true" className="flex flex-col gap-2.5 sm:gap-1.5">
        <p className={`${line} text-muted max-sm:hidden`}>
          <span className="col-start-3 text-right">
            <Trans comment="Heads a column: people who reached a step">Came so far</Trans>
          </span>
          <span className="text-right">
            <Trans comment="In a chart's legend: people who came no further">Stopped there</Trans>
          </span>
        </p>
        {steps.map((step) => (
          <Row key={step.step} {...step} />
        ))}
      </div>
      <StepsTable steps={steps} />
    </>
  );
}

const mark = 'size-2.5 shrink-0 rounded-[2px]';

function Legend() {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`${mark} bg-chart-1`} />
        <Trans comment="In a chart's legend: people who went on to the next step">Went on</Trans>
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`${mark} bg-chart-other`} />
        <Trans comment="In a chart's legend: people who came no further">Stopped there</Trans>
      </li>
    </ul>
  );
}

/** '83 %', for a share from 0 to 1. */
function usePercent(): (share: number) => string {
  const locale = useLocale();
  return (share) =>
    new Intl.NumberFormat(intlLocales[locale], { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** A step in one line; on a phone its bar is below. */
const line =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[11rem_minmax(0,1fr)_8rem_7rem]';

const percentOfWidth = (share: number) => `${(share * 100).toFixed(2)}%`;

function Row({ step, came, stopped, share }: StepOfFunnel) {
  const { number } = useFormat();
  const words = useStepWords();
  const percent = usePercent();
  const wentOn = came === 0 ? 0 : (share * (came - stopped)) / came;
  return (
    <div className={line}>
      <span className="truncate text-ink">{words[step]}</span>
      <svg aria-hidden="true" width="100%" height="22" className="block max-sm:order-3 max-sm:col-span-full max-sm:h-3">
        <rect width="100%" height="100%" rx="3" className="fill-neutral-soft" />
        <rect width={percentOfWidth(share)} height="100%" rx="3" className="fill-chart-other" />
        <rect width={percentOfWidth(wentOn)} height="100%" rx="3" className="fill-chart-1" />
      </svg>
      <span className="text-right tabular-nums">
        {number(came)} <span className="inline-block min-w-14 text-muted">{percent(share)}</span>
      </span>
      <span className="text-right text-muted tabular-nums max-sm:hidden">{stopped > 0 ? number(stopped) : ''}</span>
    </div>
  );
}

/** For screen readers. */
function StepsTable({ steps }: { steps: readonly StepOfFunnel[] }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const words = useStepWords();
  const percent = usePercent();
  return (
    <div className="sr-only">
      <table>
        <caption>{t`Steps of the sign-up`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Step</Trans>
            </th>
            <th scope="col">
              <Trans comment="Heads a column: people who reached a step">Came so far</Trans>
            </th>
            <th scope="col">
              <Trans comment="Heads a column: their share of all who began">Of those who began</Trans>
            </th>
            <th scope="col">
              <Trans comment="In a chart's legend: people who came no further">Stopped there</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ step, came, stopped, share }) => (
            <tr key={step}>
              <th scope="row">{words[step]}</th>
              <td>{number(came)}</td>
              <td>{percent(share)}</td>
              <td>{number(stopped)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

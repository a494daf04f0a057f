/** One row of the table. Numbers are unrounded; `format` rounds them. */
export interface Row {
  readonly figure: string;
  readonly ours: number;
  /** The baseline: the same work with a minimal program, measured at the same time; undefined without one. */
  readonly limit?: number;
  readonly unit: string;
  readonly aim: Aim;
}

/** The target of `ours` or, with `share` and `atMostTimes`, of `ours / limit`. */
export type Aim =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly below: number }
  | { readonly share: number }
  | { readonly atMostTimes: number }
  /** For information only. */
  | 'none';

/** Whether the figure meets its target; undefined without one. */
function isMet({ ours, limit, aim }: Row): boolean | undefined {
  if (aim === 'none') return undefined;
  if ('atMost' in aim) return ours <= aim.atMost;
  if ('atLeast' in aim) return ours >= aim.atLeast;
  if ('below' in aim) return ours < aim.below;
  if (limit === undefined) return false;
  return 'share' in aim ? ours / limit >= aim.share : ours / limit <= aim.atMostTimes;
}

const number = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 1 ? 3 : value < 100 ? 1 : 0 });

const withUnit = (value: number, unit: string) => (unit ? `${number(value)} ${unit}` : number(value));

const formatAim = ({ aim, unit }: Row): string => {
  if (aim === 'none') return '';
  if ('atMost' in aim) return `≤ ${withUnit(aim.atMost, unit)}`;
  if ('atLeast' in aim) return `≥ ${withUnit(aim.atLeast, unit)}`;
  if ('below' in aim) return `< ${withUnit(aim.below, unit)}`;
  return 'share' in aim ? `≥ ${aim.share} of the limit` : `≤ ${aim.atMostTimes} of the limit`;
};

const formatMet = (row: Row): string => {
  const met = isMet(row);
  return met === undefined ? '' : met ? 'yes' : '**no**';
};

/** Formats the rows as a Markdown table, with padded columns for reading in a terminal. */
export function table(rows: readonly Row[]): string {
  const cells = [
    ['figure', 'ours', 'limit', 'ratio', 'aim', 'met?'],
    ...rows.map((row) => [
      row.figure,
      withUnit(row.ours, row.unit),
      row.limit === undefined ? '' : withUnit(row.limit, row.unit),
      row.limit === undefined ? '' : (row.ours / row.limit).toFixed(2),
      formatAim(row),
      formatMet(row),
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(3, ...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** The middle of an odd number of values, the lower of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

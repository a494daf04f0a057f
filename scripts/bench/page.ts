import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, provideChromium } from '../../e2e/harness/chromium.ts';
import { type Weight, weighAll } from '../../web/weigh.ts';
import type { LoadedPortal } from './loaded-portal.ts';
import { freePort, startServer } from './processes.ts';
import { median, type Row } from './row.ts';

const rounds = 5;
/** A mid-range phone on slow 4G (WEB-15). */
const slow = { processor: 4, latencyMilliseconds: 150, bytesPerSecond: (1.6 * 1000 * 1000) / 8 };

interface Visit {
  readonly requests: number;
  /** Milliseconds since the navigation began. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
  /** Sum of the milliseconds by which tasks were longer than 50 ms. */
  readonly blocked: number;
}

/** Medians of a page's first visits in Chromium at the speed of a slow phone, and of a page with a single heading. */
export async function measurePaints(folder: string, url: string): Promise<{ ours: Visit; limit: Visit }> {
  const port = await freePort();
  const bare = await startServer([process.execPath, `${import.meta.dirname}/bare/hello.ts`], {
    port,
    path: '/readyz',
    env: { PORT: String(port) },
    logFile: `${folder}/bare.log`,
  });
  const browser = await chromium.launch({ executablePath: provideChromium('whole'), args: chromiumFlags });
  const [ours, limit]: [Visit[], Visit[]] = [[], []];
  try {
    await visit(browser, url);
    for (let round = 0; round < rounds; round += 1) {
      limit.push(await visit(browser, `${bare.url}/page`));
      ours.push(await visit(browser, url));
    }
  } finally {
    await browser.close();
    await bare.stop();
  }
  return { ours: medianOf(ours), limit: medianOf(limit) };
}

function medianOf(visits: readonly Visit[]): Visit {
  const names = ['requests', 'firstPaint', 'largestPaint', 'layoutShift', 'blocked'] as const;
  return Object.fromEntries(names.map((name) => [name, median(visits.map((one) => one[name]))])) as unknown as Visit;
}

/** The first visit of the sign-in page, and the size of the screens behind it. */
export async function measurePage(folder: string, portal: LoadedPortal): Promise<Row[]> {
  const { ours, limit } = await measurePaints(folder, `${portal.server.url}/login`);
  const both = (name: keyof Visit) => ({ ours: ours[name], limit: limit[name] });
  const weights = await weighAll();
  const heaviest = (isMeant: (weight: Weight) => boolean) =>
    Math.max(...weights.filter(isMeant).map(({ bytes }) => bytes)) / 1000;
  return [
    {
      figure: 'sign-in page, JS and CSS (brotli)',
      ours: heaviest(({ name }) => name.startsWith('sign-in')),
      unit: 'kB',
      aim: { atMost: 110 },
    },
    { figure: 'sign-in page, requests', ours: both('requests').ours, unit: '', aim: { atMost: 8 } },
    { figure: 'sign-in page, first paint', ...both('firstPaint'), unit: 'ms', aim: { atMost: 600 } },
    { figure: 'sign-in page, largest paint', ...both('largestPaint'), unit: 'ms', aim: { atMost: 800 } },
    { figure: 'sign-in page, layout shift', ours: both('layoutShift').ours, unit: '', aim: { below: 0.02 } },
    { figure: 'sign-in page, blocking time', ours: both('blocked').ours, unit: 'ms', aim: { below: 120 } },
    {
      figure: 'heaviest screen of customers (brotli)',
      ours: heaviest(({ reader }) => reader === 'customer'),
      unit: 'kB',
      aim: { atMost: 170 },
    },
    {
      figure: 'heaviest screen of operators (brotli)',
      ours: heaviest(({ reader }) => reader === 'operator'),
      unit: 'kB',
      aim: { atMost: 170 },
    },
  ];
}

/** Opens `url` with an empty cache and waits until the page is idle. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latencyMilliseconds,
      downloadThroughput: slow.bytesPerSecond,
      uploadThroughput: slow.bytesPerSecond,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
    let requests = 0;
    page.on('request', () => (requests += 1));
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'networkidle' });
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Visit, 'requests'> }).seen);
    return { requests, ...seen };
  } finally {
    await context.close();
  }
}

/** Runs in the page before any other script. */
function observe(): void {
  const seen = { firstPaint: Number.NaN, largestPaint: Number.NaN, layoutShift: 0, blocked: 0 };
  Object.assign(globalThis, { seen });
  // Fields of these performance entries, with the browser's names.
  interface Entry {
    readonly name: string;
    readonly startTime: number;
    readonly duration: number;
    readonly value: number;
    readonly hadRecentInput: boolean;
  }
  const watch = (type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as unknown as Entry);
    }).observe({ type: type as never, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime));
  watch('layout-shift', (entry) => (seen.layoutShift += entry.hadRecentInput ? 0 : entry.value));
  watch('longtask', (entry) => (seen.blocked += Math.max(0, entry.duration - 50)));
}

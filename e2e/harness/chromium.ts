import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Headless, offline, and without features that tests do not need. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * `shell`: Playwright's browser without a window, in which stories need little more than half of the processor time. `whole`: the browser that users
 * have, for measurements.
 */
type Kind = 'shell' | 'whole';

const systems: Record<Kind, readonly string[]> = {
  shell: ['/usr/bin/chromium-headless-shell'],
  whole: [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium-browser',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

/**
 * CHROME_PATH, otherwise the system's browser, preferably of this kind, otherwise Playwright's; undefined if none is installed. @throws if CHROME_PATH
 * does not exist
 */
export function findChromium(kind: Kind): string | undefined {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH names ${given}, which does not exist.`);
    return given;
  }
  const other = kind === 'shell' ? 'whole' : 'shell';
  return [...systems[kind], ...systems[other], chromium.executablePath()].find((path) => path && existsSync(path));
}

/**
 * Finds Chromium, or installs Debian's with apt-get if run as root, with a replacement for Arial, so that text is not too wide before the page's font
 * has loaded. @throws with instructions to install it
 */
export function provideChromium(kind: Kind): string {
  const found = findChromium(kind);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    aptGet('update');
    const install = ['install', '-y', '--no-install-recommends', 'fonts-liberation'];
    // Not every version of Debian has the shell.
    if (!(kind === 'shell' && aptGet(...install, 'chromium-headless-shell'))) aptGet(...install, 'chromium');
    const installed = findChromium(kind);
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium. Install the packages `chromium` and `fonts-liberation` (Debian, Ubuntu), Google Chrome, or run `npx playwright install chromium`; or name a Chromium with CHROME_PATH.',
  );
}

/** @returns whether it succeeded */
function aptGet(...parameters: string[]): boolean {
  console.log(`Chromium is missing: apt-get ${parameters.join(' ')} …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', ...parameters], { stdio: 'inherit', env: environment }).status === 0;
}

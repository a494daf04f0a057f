import { chromium } from 'playwright-core';

/** The browser that `CHROME_PATH` names, quiet and without a window; `more` are arguments of a test's own. */
export function launchChromium(...more: string[]) {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** How a mail is previewed. `preferredColorScheme` is Blink's own number. */
const views = [
  { name: 'light', width: 640, scheme: 1 },
  { name: 'dark', width: 640, scheme: 0 },
  { name: 'phone', width: 390, scheme: 1 },
] as const;

/** Takes screenshots of HTML files in both themes and on a phone. @returns false if there is no Chromium. */
export async function takeScreenshots(files: readonly string[]): Promise<boolean> {
  const browser = await findBrowser();
  if (browser === undefined) return false;
  for (const file of files) {
    for (const view of views) await takeScreenshot(browser, file, view);
  }
  return true;
}

async function takeScreenshot(browser: string, file: string, view: (typeof views)[number]): Promise<void> {
  // Chromium cannot use its sandbox as root, and the files are the portal's own.
  const code = await run(browser, [
    '--headless',
    '--no-sandbox',
    '--hide-scrollbars',
    `--window-size=${view.width},960`,
    `--blink-settings=preferredColorScheme=${view.scheme}`,
    `--screenshot=${file.replace(/\.html$/, `.${view.name}.png`)}`,
    pathToFileURL(file).href,
  ]);
  if (code !== 0) throw new Error(`${browser} could not take a screenshot of ${file}`);
}

async function findBrowser(): Promise<string | undefined> {
  for (const browser of browsers) {
    if ((await run(browser, ['--version'])) === 0) return browser;
  }
  return undefined;
}

/** @returns the exit code; undefined if the program does not exist. */
async function run(program: string, parameters: readonly string[]): Promise<number | undefined> {
  const child = spawn(program, parameters, { stdio: 'ignore' });
  try {
    const [code] = await once(child, 'exit');
    return code;
  } catch {
    return undefined;
  }
}

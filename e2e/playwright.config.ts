import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './harness/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*/*.spec.ts',
  globalSetup: './harness/global-setup.ts',
  outputDir: '../test-results',
  // More than the two cores of a usual machine, because stories sometimes wait for a portal to start or a slow bank.
  workers: 3,
  fullyParallel: true,
  // The run's end lists the stories that needed their second run: docs/decisions/0049-a-story-is-told-twice.md
  retries: 1,
  forbidOnly: true,
  // For busy machines; a passing story never takes this long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./harness/flaky-limit.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1400, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // Costs a tenth of the time. Use `--trace retain-on-failure` for a failure without a visible reason.
    trace: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath: findChromium('shell'), args: [...chromiumFlags] },
  },
});

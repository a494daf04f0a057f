import type { Download, Page } from '@playwright/test';
import { say } from './messages.ts';

/** Downloads the list on the screen as a CSV file for a spreadsheet. */
export async function downloadReport(page: Page, language: 'en' | 'fr'): Promise<Download> {
  await page.getByRole('button', { name: say(language, 'Download as a CSV file') }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: say(language, 'For a spreadsheet') }).click(),
  ]);
  return download;
}

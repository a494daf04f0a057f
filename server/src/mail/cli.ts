import { resolve } from 'node:path';
import { takePictures } from './preview/pictures.ts';
import { writePreviews } from './preview/preview.ts';

const usage = `Usage: npm run mail -- preview FOLDER

  Writes every message in both languages into a folder: text, HTML, and pictures of it in both themes and on a phone where Chromium is installed.
  Needs no portal and sends nothing.

Ends with 0 when all went well, 2 when the command could not be carried out.`;

/** @returns the exit code. */
async function run([command, folder, ...rest]: readonly string[]): Promise<0 | 2> {
  if (command !== 'preview' || folder === undefined || rest.length > 0) {
    process.stdout.write(`${usage}\n`);
    return 2;
  }
  try {
    const written = writePreviews(resolve(folder));
    process.stdout.write(`${written.length} messages are in ${resolve(folder)}\n`);
    const pages = written.filter(({ hasHtml, isFirst }) => hasHtml && isFirst).map(({ file }) => file);
    if (!(await takePictures(pages))) process.stdout.write('There are no pictures, as there is no Chromium.\n');
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
}

process.exitCode = await run(process.argv.slice(2));

import { resolve } from 'node:path';
import { chooseCommand, defineCommand, startCommand } from '../command.ts';

const usage = `Usage: npm run mail -- preview FOLDER

  Writes every message in both languages into a folder: text, HTML, and, if Chromium is installed, screenshots in both themes and on a phone.
  Needs no portal and sends nothing.

Exits with 0 if all went well, 2 if the command could not be carried out.`;

export const mailCommand = defineCommand({
  usage,
  parse(parameters) {
    const command = chooseCommand(['preview'], parameters.slice(0, 1));
    const [, folder, ...rest] = parameters;
    if (!folder || rest.length > 0) throw new Error(`${command} takes one folder.`);
    return resolve(folder);
  },
  async run(folder, { print }) {
    // Loaded on demand, so that help is shown fast.
    const [{ writePreviews }, { takeScreenshots }] = await Promise.all([
      import('./preview/preview.ts'),
      import('./preview/pictures.ts'),
    ]);
    const written = writePreviews(folder);
    print(`${written.length} messages are in ${folder}`);
    const pages = written.filter(({ hasHtml, isFirst }) => hasHtml && isFirst).map(({ file }) => file);
    if (!(await takeScreenshots(pages))) print('There are no screenshots, because Chromium is not installed.');
    return 0;
  },
});

if (import.meta.main) await startCommand(mailCommand);

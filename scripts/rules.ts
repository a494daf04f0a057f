import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCitingFiles, rulesPage, withEnforcingFiles } from './walls/business-rules.ts';

// Writes the files that cite each business rule into the page of the rules.
const root = join(import.meta.dirname, '..');
const page = join(root, rulesPage);
writeFileSync(page, withEnforcingFiles(readFileSync(page, 'utf8'), readCitingFiles(root)));

import { answerTimes, isServed } from './answer-times.ts';
import type { PeoplePortal } from './people-portal.ts';
import type { Row } from './row.ts';

const path = '/api/Operator/Search?text=';

/** What operators type: names, parts of addresses, the beginnings of numbers, and what is nowhere. */
const texts = [
  'acme',
  'amélie',
  'owner@',
  'a1b2',
  '.4711@a2',
  'LI-1',
  'O-10',
  'identity 7',
  'PORTICO-',
  'nobody at all',
];

/** The operators' search box over 1,000,000 users and all else. */
export async function measureSearch({ server, cookies }: PeoplePortal): Promise<Row[]> {
  if (!(await isServed(server.url, `${path}acme`, cookies.operator, 'search box'))) return [];
  const paths = texts.map((text) => path + encodeURIComponent(text));
  const asked = { url: server.url, paths, cookie: cookies.operator };
  return [await answerTimes('search among 1,000,000 users', asked, { atMost: 50 })];
}

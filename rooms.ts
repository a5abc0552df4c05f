/**
 * The rooms of the house. A room is a folder with one idea; a folder inside it belongs to it unless
 * it is a room itself. `imports` are the rooms it may import from, besides itself, and there is no
 * circle between files anywhere. `npm run check` holds both (.dependency-cruiser.js; it reads no
 * .astro file), and tests/build/rooms.test.ts shows that it does. Which packages a room may use is
 * eslint.config.js's.
 */
export const rooms: Readonly<Record<string, { holds: string; imports: readonly string[] }>> = {
  'src/forms': {
    holds: 'What each form asks. Pure data: it runs anywhere.',
    imports: [],
  },
  'src/forms/judging': {
    holds: 'The one check of what was typed, in the browser and in the function.',
    imports: ['src/forms'],
  },
  'src/text': {
    holds: 'Texts filled in, numbers spelled out, files put in their order.',
    imports: [],
  },
  'src/promises': {
    holds: 'What the words of a promised reply mean, and when such a reply is due.',
    imports: ['src/text'],
  },
  'src/publication': {
    holds: 'When an entry of the content is public: drafts, days to come, roles that close.',
    imports: ['src/promises'],
  },
  'src/schemas': {
    holds: 'One schema for each file in content/, with a line on every key, and what it derives.',
    imports: ['src/schemas/words', 'src/forms', 'src/promises', 'src/text'],
  },
  'src/schemas/checking': {
    holds: 'What an editor is told about a wrong file.',
    imports: [],
  },
  'src/schemas/words': {
    holds: 'What each file of words must say, and what is read of it.',
    imports: ['src/schemas/words/pages', 'src/forms', 'src/text'],
  },
  'src/schemas/words/pages': {
    holds: 'The words of each page, section by section.',
    imports: ['src/schemas/words'],
  },
  'src/articles': {
    holds: 'From an article’s file to blocks, and from light markup to HTML.',
    imports: ['src/schemas', 'src/schemas/checking'],
  },
  'src/data': {
    holds: 'The studio, its words, ventures and roles, as pages ask for them.',
    imports: [
      'src/articles',
      'src/publication',
      'src/promises',
      'src/schemas',
      'src/schemas/words',
      'src/forms',
      'src/text',
    ],
  },
  'src/seo': {
    holds: 'What a page says to search engines and link previews.',
    imports: ['src/data', 'src/text', 'src/schemas'],
  },
  'src/api': {
    holds: 'The one way to ask the functions, and the types of what the admin API answers.',
    imports: ['src/forms'],
  },
  'src/interaction': {
    holds: 'The hydration directive, and what waits for the first touch.',
    imports: [],
  },
  'src/boundary': { holds: 'What is shown where a part of a page failed.', imports: [] },
  'src/islands': {
    holds: 'The React that public pages hydrate, as a page places it.',
    imports: [
      'src/boundary',
      'src/islands/nav',
      'src/islands/portfolio',
      'src/islands/faq',
      'src/islands/form',
      'src/islands/sending',
      'src/forms',
      'src/data',
      'src/schemas',
    ],
  },
  'src/islands/nav': { holds: 'The menus of the bar.', imports: ['src/data'] },
  'src/islands/portfolio': {
    holds: 'Venture cards, their filter and their dialog.',
    imports: ['src/data', 'src/schemas', 'src/text'],
  },
  'src/islands/faq': {
    holds: 'Questions that open one at a time, and the address of the open one.',
    imports: [],
  },
  'src/islands/form': {
    holds: 'Any form on the screen: fields, errors, thanks.',
    imports: [
      'src/boundary',
      'src/islands/sending',
      'src/forms',
      'src/forms/judging',
      'src/schemas/words',
      'src/text',
      'src/api',
    ],
  },
  'src/islands/sending': {
    holds: 'One attempt to send: its key, its draft, its file, the call.',
    imports: ['src/islands/bot-check', 'src/forms', 'src/forms/judging', 'src/api'],
  },
  'src/islands/bot-check': {
    holds: 'A token from either bot check.',
    imports: ['src/api', 'src/forms'],
  },
  'src/admin/shell': {
    holds: 'The frame of the dashboard: bar, tabs, foot.',
    imports: [
      'src/boundary',
      'src/admin/overview',
      'src/admin/list',
      'src/admin/live',
      'src/admin/session',
      'src/admin/parts',
      'src/admin/route',
      'src/admin/api',
      'src/forms',
    ],
  },
  'src/admin/overview': {
    holds: 'The first tab: what is to be done, and how much came in.',
    imports: [
      'src/admin/actions',
      'src/admin/parts',
      'src/admin/route',
      'src/admin/api',
      'src/api',
      'src/forms',
    ],
  },
  'src/admin/list': {
    holds: 'A tab’s records, page by page, and what is done with several.',
    imports: [
      'src/admin/table',
      'src/admin/record',
      'src/admin/live',
      'src/admin/actions',
      'src/admin/parts',
      'src/admin/route',
      'src/admin/api',
      'src/api',
      'src/forms',
    ],
  },
  'src/admin/table': {
    holds: 'The table of a list: columns, rows, selection, focus.',
    imports: [
      'src/admin/record',
      'src/admin/actions',
      'src/admin/parts',
      'src/admin/route',
      'src/admin/api',
      'src/api',
      'src/forms',
    ],
  },
  'src/admin/record': {
    holds: 'One open record.',
    imports: [
      'src/admin/person',
      'src/admin/actions',
      'src/admin/parts',
      'src/admin/route',
      'src/admin/api',
      'src/api',
      'src/forms',
      'src/forms/judging',
    ],
  },
  'src/admin/person': {
    holds: 'All records of one person: read, export, erase.',
    imports: ['src/admin/parts', 'src/admin/route', 'src/admin/api', 'src/api', 'src/forms'],
  },
  'src/admin/live': {
    holds: 'Counts and new records, updated while the dashboard is open.',
    imports: ['src/admin/api', 'src/forms'],
  },
  'src/admin/actions': {
    holds: 'The actions on records: the question before a delete, progress, problems.',
    imports: ['src/admin/parts', 'src/admin/route', 'src/admin/api', 'src/api', 'src/forms'],
  },
  'src/admin/route': {
    holds: 'The dashboard’s URL, and how to move between its views.',
    imports: ['src/admin/parts'],
  },
  'src/admin/parts': {
    holds: 'Small parts that know nothing of a record: dialog, banner, keys.',
    imports: ['src/admin/session', 'src/admin/api', 'src/forms'],
  },
  'src/admin/session': {
    holds: 'Signing in and out, and the view to return to.',
    imports: ['src/boundary', 'src/admin/api', 'src/api'],
  },
  'src/admin/api': {
    holds: 'The admin API as the browser asks it, and its failures in words.',
    imports: ['src/api', 'src/forms'],
  },
  'src/components': {
    holds: 'Astro’s parts that most pages share: head, bar, footer.',
    imports: [
      'src/islands',
      'src/interaction',
      'src/articles',
      'src/data',
      'src/publication',
      'src/seo',
      'src/text',
    ],
  },
  'src/layouts': {
    holds: 'What surrounds a page’s content: on public pages, and behind the sign-in.',
    imports: ['src/components', 'src/data', 'src/seo'],
  },
  'src/build': {
    holds: 'What happens around the build: islands and their words, headers, social pictures.',
    imports: [
      'src/promises',
      'src/schemas',
      'src/schemas/checking',
      'src/schemas/words',
      'src/seo',
      'src/text',
      'src/forms',
    ],
  },
  'netlify/server/http': {
    holds: 'Requests in, answers out, errors into words.',
    imports: ['netlify/server/content', 'netlify/server/storage', 'src/api', 'src/promises'],
  },
  'netlify/server/storage': {
    holds:
      'The one door to Netlify Blobs: keys, ids, retries, conditional writes, its time, self-test.',
    imports: ['src/api'],
  },
  'netlify/server/content': {
    holds: 'What functions read of the content, once per process.',
    imports: ['netlify/server/storage', 'src/forms', 'src/promises', 'src/publication'],
  },
  'netlify/server/collections': {
    holds: 'All records of a form: how many there are, pages, search, sort, rows of a file.',
    imports: [
      'netlify/server/content',
      'netlify/server/storage',
      'netlify/server/http',
      'src/api',
      'src/forms',
    ],
  },
  'netlify/server/spam': {
    holds: 'Bot checks, and the signals for which a submission is held.',
    imports: ['netlify/server/storage', 'netlify/server/http', 'src/forms'],
  },
  'netlify/server/notifications': {
    holds: 'How the studio hears of a submission: outbox, mail, webhook, digest.',
    imports: [
      'netlify/server/rebuild',
      'netlify/server/content',
      'netlify/server/collections',
      'netlify/server/storage',
      'netlify/server/http',
      'src/api',
      'src/forms',
      'src/forms/judging',
      'src/promises',
    ],
  },
  'netlify/server/submissions': {
    holds: 'Stores a submission once, however often it is sent; unique answer, release, resume.',
    imports: [
      'netlify/server/notifications',
      'netlify/server/content',
      'netlify/server/collections',
      'netlify/server/storage',
      'netlify/server/http',
      'src/forms',
      'src/forms/judging',
      'src/publication',
    ],
  },
  'netlify/server/rebuild': {
    holds: 'Asks for a build when an entry should appear or close.',
    imports: ['netlify/server/content', 'netlify/server/storage', 'netlify/server/http', 'src/api'],
  },
  'netlify/server/people': {
    holds: 'One person across all forms: found, exported, erased.',
    imports: [
      'netlify/server/submissions',
      'netlify/server/collections',
      'netlify/server/storage',
      'netlify/server/http',
      'src/forms',
    ],
  },
  'netlify/server/admin': {
    holds: 'The admin’s side: sign-in, session, throttle, lists and records.',
    imports: [
      'netlify/server/notifications',
      'netlify/server/content',
      'netlify/server/submissions',
      'netlify/server/collections',
      'netlify/server/storage',
      'netlify/server/http',
      'src/api',
      'src/forms',
      'src/forms/judging',
    ],
  },
  'netlify/server/housekeeping': {
    holds: 'What runs by the clock; the store’s check, backup and restore.',
    imports: [
      'netlify/server/rebuild',
      'netlify/server/notifications',
      'netlify/server/submissions',
      'netlify/server/collections',
      'netlify/server/content',
      'netlify/server/storage',
      'netlify/server/http',
      'src/forms',
    ],
  },
  'netlify/functions': {
    holds: 'One file per family of addresses; each file becomes a function.',
    imports: [
      'netlify/server/rebuild',
      'netlify/server/admin',
      'netlify/server/content',
      'netlify/server/people',
      'netlify/server/housekeeping',
      'netlify/server/notifications',
      'netlify/server/submissions',
      'netlify/server/spam',
      'netlify/server/collections',
      'netlify/server/storage',
      'netlify/server/http',
      'src/api',
      'src/forms',
      'src/forms/judging',
    ],
  },
  'netlify/local': {
    holds: 'Netlify on one machine: pages with their headers, and functions.',
    imports: [],
  },
  'netlify/local/blobs': { holds: 'Netlify Blobs on one machine, over SQLite.', imports: [] },
}

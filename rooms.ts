/** The forms with their check. */
const forms = ['src/forms', 'src/forms/judging']

/** Content, and what it is made of. */
const content = ['src/schemas', 'src/schemas/words', 'src/promises', 'src/forms', 'src/text']

/** What every view of the dashboard needs. */
const dashboard = ['src/admin/parts', 'src/admin/route', 'src/admin/api', 'src/api', 'src/forms']

/** Records, and the store below them. */
const store = ['netlify/server/collections', 'netlify/server/storage', 'netlify/server/http']

/**
 * The rooms of the house. A room is a folder with one idea; it includes the folders inside it that
 * are no rooms themselves. A room may import from itself and from its `imports`, and no files import
 * each other in a circle. `npm run check` enforces both (.dependency-cruiser.js; it reads no .astro
 * file), and tests/build/rooms.test.ts proves it. eslint.config.js says which packages a room may
 * use. `npm run rooms` prints the rooms with their imports and their users.
 */
export const rooms: Readonly<Record<string, { holds: string; imports: readonly string[] }>> = {
  'src/forms': {
    holds: 'What each form asks, with its labels and errors; it runs anywhere.',
    imports: [],
  },
  'src/forms/judging': {
    holds: 'The one check of what was typed, in the browser and in the function.',
    imports: ['src/forms'],
  },
  'src/text': { holds: 'Fills in texts, spells out numbers, puts files in order.', imports: [] },
  'src/promises': {
    holds: 'The meaning of a promised reply time, and when a reply is due.',
    imports: ['src/text'],
  },
  'src/publication': {
    holds: 'When content is public: drafts, future dates, roles that close.',
    imports: ['src/promises'],
  },
  'src/schemas': {
    holds: 'One schema for each file in content/, with a line on every key, and derived values.',
    imports: ['src/schemas/words', 'src/forms', 'src/promises', 'src/text'],
  },
  'src/schemas/checking': { holds: 'The errors that tell an editor of a wrong file.', imports: [] },
  'src/schemas/words': {
    holds: 'The schemas of the files of words, and how they are read.',
    imports: ['src/schemas/words/pages', 'src/forms', 'src/text'],
  },
  'src/schemas/words/pages': {
    holds: 'The words of each page, section by section.',
    imports: ['src/schemas/words'],
  },
  'src/articles': {
    holds: 'Turns an article’s file into blocks, and light markup into HTML.',
    imports: ['src/schemas', 'src/schemas/words', 'src/schemas/checking', 'src/text'],
  },
  'src/data': {
    holds: 'The studio, its words, ventures and roles, as pages need them.',
    imports: ['src/data/reading', 'src/articles', 'src/publication', ...content],
  },
  'src/data/reading': {
    holds: 'Reads, checks and fills in the files of content/, for pages and islands.',
    imports: ['src/data', 'src/articles', 'src/publication', 'src/schemas/checking', ...content],
  },
  'src/seo': {
    holds: 'The data of a page for search engines and link previews.',
    imports: ['src/data', 'src/text', 'src/schemas'],
  },
  'src/api': {
    holds: 'The one way to call the functions, and the types of the admin API.',
    imports: ['src/forms'],
  },
  'src/interaction': {
    holds: 'The hydration directive, and code that waits for the first touch.',
    imports: [],
  },
  'src/boundary': { holds: 'Replaces a part of a page that failed.', imports: [] },
  'src/islands': {
    holds: 'The React islands of public pages.',
    imports: [
      'src/boundary',
      'src/islands/nav',
      'src/islands/portfolio',
      'src/islands/faq',
      'src/islands/form',
      'src/islands/sending',
      'src/api',
      ...forms,
      'src/data',
      'src/schemas',
      'src/text',
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
      'src/schemas/words',
      'src/promises',
      'src/text',
      ...forms,
    ],
  },
  'src/islands/native': {
    holds: 'A form that came without script and was not stored, as functions draw it.',
    imports: ['src/islands', 'src/islands/form', ...forms],
  },
  'src/islands/sending': {
    holds: 'One attempt to send: its key, its draft, its file, the call.',
    imports: ['src/islands/bot-check', 'src/interaction', 'src/promises', 'src/api', ...forms],
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
      'src/admin/staff',
      'src/admin/session',
      'src/admin/parts',
      'src/admin/route',
      'src/admin/api',
      'src/forms',
    ],
  },
  'src/admin/overview': {
    holds: 'The first tab: what is to be done, and how much came in.',
    imports: ['src/admin/live', 'src/admin/actions', ...dashboard],
  },
  'src/admin/list': {
    holds: 'A tab’s records, page by page, and what is done with several.',
    imports: [
      'src/admin/table',
      'src/admin/record',
      'src/admin/live',
      'src/admin/actions',
      ...dashboard,
    ],
  },
  'src/admin/staff': {
    holds: 'The studio’s own people, their keys, and the log of their acts.',
    imports: ['src/admin/session', ...dashboard],
  },
  'src/admin/table': {
    holds: 'The table of a list: columns, rows, selection, focus.',
    imports: ['src/admin/record', 'src/admin/actions', ...dashboard],
  },
  'src/admin/record': {
    holds: 'One open record.',
    imports: [
      'src/admin/person',
      'src/admin/actions',
      'src/admin/session',
      'src/forms/judging',
      ...dashboard,
    ],
  },
  'src/admin/person': {
    holds: 'All records of one person: read, export, erase.',
    imports: ['src/admin/session', ...dashboard],
  },
  'src/admin/live': {
    holds: 'Counts and new records, updated while the dashboard is open.',
    imports: ['src/admin/api', 'src/forms'],
  },
  'src/admin/actions': {
    holds: 'The actions on records: the question before a delete, progress, problems.',
    imports: ['src/admin/session', ...dashboard],
  },
  'src/admin/route': {
    holds: 'The dashboard’s URL, and how to move between its views.',
    imports: ['src/admin/parts'],
  },
  'src/admin/parts': {
    holds: 'Small parts that know nothing of a record: dialog, banner, keys.',
    imports: ['src/admin/session', 'src/admin/api', 'src/api', 'src/forms'],
  },
  'src/admin/session': {
    holds: 'Signing in and out, and the view to return to.',
    imports: ['src/boundary', 'src/admin/parts', 'src/admin/api', 'src/api'],
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
    holds: 'The frame of a page: of a public one, and of one behind the sign-in.',
    imports: ['src/components', 'src/data', 'src/seo'],
  },
  'src/build': {
    holds: 'Work around the build: islands and their words, headers, social pictures.',
    imports: [
      'src/islands/native',
      'src/forms/judging',
      'src/publication',
      'src/data',
      'src/data/reading',
      'src/seo',
      ...content,
    ],
  },
  'netlify/server/http': {
    holds: 'Reads requests, sends answers, and puts errors into words.',
    imports: ['netlify/server/content', 'netlify/server/storage', 'src/api', 'src/promises'],
  },
  'netlify/server/storage': {
    holds:
      'The one door to Netlify Blobs: ids, retries, conditional writes, a request’s limits, self-test.',
    imports: ['src/api'],
  },
  'netlify/server/content': {
    holds: 'The content that functions need, read once per process.',
    imports: ['netlify/server/storage', 'src/forms', 'src/promises', 'src/publication'],
  },
  'netlify/server/collections': {
    holds: 'All records of a form and their keys: add, change, remove, list, search, count; rows.',
    imports: [
      'netlify/server/content',
      'netlify/server/storage',
      'netlify/server/http',
      'src/api',
      'src/forms',
    ],
  },
  'netlify/server/spam': {
    holds: 'Bot checks, and the signals that hold a submission back.',
    imports: ['netlify/server/storage', 'netlify/server/http', 'src/forms'],
  },
  'netlify/server/canary': {
    holds: 'The site’s daily message to itself, and what became of it.',
    imports: ['netlify/server/storage', 'netlify/server/http', 'src/api', 'src/forms'],
  },
  'netlify/server/notifications': {
    holds: 'Tells the studio of submissions: outbox, mail, webhook, digest.',
    imports: [
      'netlify/server/audit',
      'netlify/server/canary',
      'netlify/server/rebuild',
      'netlify/server/content',
      'netlify/server/staff',
      ...store,
      'src/api',
      'src/promises',
      'src/text',
      ...forms,
    ],
  },
  'netlify/server/submissions': {
    holds: 'Stores a submission once, however often it is sent; unique answer, release, resume.',
    imports: ['netlify/server/notifications', ...store, ...forms],
  },
  'netlify/server/native': {
    holds: 'Reads a form that a browser sent without script, and answers it with a page.',
    imports: [
      'netlify/server/submissions',
      'netlify/server/content',
      'netlify/server/storage',
      'netlify/server/http',
      'src/publication',
      ...forms,
    ],
  },
  'netlify/server/rebuild': {
    holds: 'Asks for a build when an entry should appear or close.',
    imports: ['netlify/server/content', 'netlify/server/storage', 'netlify/server/http', 'src/api'],
  },
  'netlify/server/people': {
    holds: 'Finds, exports and erases one person across all forms.',
    imports: [...store, 'src/forms'],
  },
  'netlify/server/staff': {
    holds: 'The studio’s people: their passkeys and invitations.',
    imports: ['netlify/server/storage'],
  },
  'netlify/server/audit': {
    holds: 'The log of what the studio’s people did, and its check.',
    imports: ['netlify/server/storage', 'netlify/server/http', 'src/api'],
  },
  'netlify/server/admin': {
    holds: 'What the admin uses: sign-in, session, throttle, lists and records.',
    imports: [
      'netlify/server/audit',
      'netlify/server/staff',
      'netlify/server/notifications',
      'netlify/server/content',
      'netlify/server/submissions',
      ...store,
      'src/api',
      ...forms,
    ],
  },
  'netlify/server/housekeeping': {
    holds: 'Scheduled work; the store’s check, backup and restore.',
    imports: [
      'netlify/server/audit',
      'netlify/server/canary',
      'netlify/server/rebuild',
      'netlify/server/notifications',
      'netlify/server/submissions',
      'netlify/server/spam',
      'netlify/server/content',
      ...store,
      'src/forms',
    ],
  },
  'netlify/functions': {
    holds: 'One file per family of addresses; each file becomes a function.',
    imports: [
      'netlify/server/canary',
      'netlify/server/rebuild',
      'netlify/server/admin',
      'netlify/server/audit',
      'netlify/server/staff',
      'netlify/server/content',
      'netlify/server/people',
      'netlify/server/housekeeping',
      'netlify/server/notifications',
      'netlify/server/submissions',
      'netlify/server/native',
      'netlify/server/spam',
      ...store,
      'src/api',
      'src/promises',
      ...forms,
    ],
  },
  'netlify/local': {
    holds: 'Netlify on one machine: pages with their headers, and functions.',
    imports: [],
  },
  'netlify/local/blobs': { holds: 'Netlify Blobs on one machine, over SQLite.', imports: [] },
}

import { spawnSync } from 'node:child_process'

import { copyProject, FOLDER } from './copy.ts'

/** What holds for every studio, in a browser. */
const FILES = [
  ...['every-page', 'looks.spec', 'at-rest', 'later-styles', 'form-journeys', 'faqs'],
  ...['venture-cards', 'venture-page', 'venture-sheet', 'admin-columns'],
]

/** Tests of these files that the first studio passes for both, because only the code decides. */
const LEFT_OUT = [
  // Colours come from styles, which both share.
  'text is readable',
  // A form's failures and time limits.
  ...['keeps the typed text after every failure', 'a call without an answer', 'a slow upload'],
  // How a question opens and closes.
  ...['the keyboard opens', 'a press before the code', 'the address keeps', 'Back opens'],
  ...['the skip link closes', 'stays under the pointer', 'closed while it opens'],
  ...['with reduced motion an answer', 'the link of an open answer', 'refuses to copy'],
  'each question toggles',
  // How a card opens.
  ...['a card clicked before', 'a click with Ctrl', 'if the code can’t load', 'the dialog leads'],
]

/**
 * `npm run test:second`: builds a copy of the project with another studio's content, and runs
 * in it what holds for every studio. The reports stand in the copy's .cache.
 */
await copyProject()

const commands = [
  ['node', 'scripts/build.ts'],
  [
    ...['vitest', 'run', '--mode', 'second-studio', '--reporter=default', '--reporter=json'],
    '--outputFile.json=.cache/vitest.json',
  ],
  [
    ...['playwright', 'test', ...FILES.map((name) => `e2e/${name}`)],
    ...['--grep-invert', LEFT_OUT.join('|'), '--reporter=list,json'],
  ],
]

for (const [command = '', ...args] of commands) {
  const { status } = spawnSync(command, args, {
    cwd: FOLDER,
    stdio: 'inherit',
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: '.cache/playwright.json',
      // The narrowest, a middle and a common width: there another text breaks first.
      LOOK_WIDTHS: '320,768,1440',
    },
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exitCode = 1
}

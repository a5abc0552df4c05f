import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { buildSite } from '../../scripts/build.ts'
import { answersTo } from '../api/answers.ts'
import { apply } from '../e2e/submissions.ts'
import { startTestSite, type TestSite } from '../e2e/test-site.ts'
import { until, type Engine } from './engine.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

/** Runs the pages and the main journeys in Firefox and WebKit, if they are installed. */

/** Includes the time of a build. */
const START_MS = 60_000

/** True after the headline's font is loaded. */
const IN_ITS_FONTS = `[...document.fonts].some((one) => one.family.includes('Studio Display') && one.status === 'loaded')`
/** Checks the page width, the visible pictures and the headline. */
const WHOLE = `({
  sideways: document.documentElement.scrollWidth > innerWidth,
  missing: [...document.images].filter((one) => one.loading !== 'lazy' && one.complete && !one.naturalWidth).map((one) => one.src),
  headlines: document.querySelectorAll('h1').length,
})`
const SOUND = { sideways: false, missing: [], headlines: 1 }

describe.each([firefox, webkit])('$name', ({ name, install, isInstalled, start }) => {
  if (!isInstalled()) {
    test.skip(`${name} is not installed: ${install}`)
    return
  }
  let engine: Engine
  let site: TestSite

  beforeAll(async () => {
    // As the browser tests do, which run beside this: another moment would build their site anew.
    await buildSite({ env: { ...process.env, BUILT_AT: '' } })
    site = await startTestSite('dist', {})
    engine = await start()
  }, START_MS)
  afterAll(async () => {
    await engine.close()
    await site.close()
  })
  const open = (path: string) => engine.open(site.url + path)

  test('every page has its pictures, one headline and no sideways scroll', async () => {
    const sitemap = await (await fetch(`${site.url}/sitemap-0.xml`)).text()
    const paths = [...sitemap.matchAll(/<loc>https:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
      ([, path]) => path || '/',
    )
    for (const path of [...paths, '/no-such-page', '/admin/login']) {
      await open(path)
      await until(engine, IN_ITS_FONTS)
      expect(await engine.ask(WHOLE), path).toEqual(SOUND)
    }
  })

  test('a click opens a menu, and its link opens a page', async () => {
    await open('/')
    await engine.click('.menu > li:first-child > button')
    await until(engine, `document.querySelector('.menu [aria-expanded=true]')`)
    await engine.click('.menu a[href="/what-we-do"]')
    await until(engine, `location.pathname === '/what-we-do'`)
  })

  test('the bar is solid after ten pixels of scrolling', async () => {
    // While fonts arrive, Firefox corrects the position by a fraction, so each try scrolls again.
    const at = (top: number, selector: string) =>
      `(scrollTo(0, ${top}), document.querySelector('.site-bar').matches('${selector}'))`
    await open('/')
    await until(engine, at(11, ':not([data-top])'))
    await until(engine, at(10, '[data-top]'))
    await until(engine, at(11, ':not([data-top])'))
  })

  test('a venture opens, and Escape moves the focus back to its card', async () => {
    await open('/portfolio')
    await engine.ask(`document.querySelector('.card').scrollIntoView()`)
    await until(engine, `document.querySelector('.card img').naturalWidth`)
    await engine.click('.card a')
    await until(engine, `document.querySelector('dialog[open]')`)
    await engine.escape()
    await until(engine, `!document.querySelector('dialog[open]')`)
    await until(engine, `document.activeElement.closest('.card')`)
  })

  test('one answer is open at a time, and a pressed question stays in place', async () => {
    const question = (n: number) => `.faq > li:nth-child(${n}) summary`
    /** Only this answer is open, at its full height. */
    const openIs = (
      n: number,
    ) => `[...document.querySelectorAll('.faq details')].every((one, i) => {
      const [summary, answer] = one.children
      const height = one.offsetHeight - summary.offsetHeight
      return one.open === (i === ${n - 1}) && Math.abs(height - (one.open && answer.scrollHeight)) < 2
    })`
    const top = async (n: number) =>
      Number(
        await engine.ask(`document.querySelector('${question(n)}').getBoundingClientRect().top`),
      )
    await open('/faqs')
    // The first press comes before the island's code.
    for (const n of [3, 5, 2]) {
      await engine.ask(
        `document.querySelector('${question(n)}').scrollIntoView({ block: 'center' })`,
      )
      const before = await top(n)
      await engine.click(question(n))
      await until(engine, openIs(n))
      await until(
        engine,
        `location.hash === '#' + document.querySelector('.faq [open]').parentNode.id`,
      )
      expect(Math.abs((await top(n)) - before), `question ${n}`).toBeLessThan(2)
    }
    await engine.click(question(2))
    await until(engine, `!document.querySelector('.faq [open]') && !location.hash`)
    await open('/faqs#outside-india')
    await until(engine, openIs(5))
    expect(await top(5)).toBeGreaterThan(0)
    expect(await top(5)).toBeLessThan(200)
  })

  test('a plate on ink has its dark colours', async () => {
    for (const [path, plate] of [
      ['/about', '.lots li:nth-child(4) img'],
      ['/portfolio', '.spotlight img'],
    ] as const) {
      await open(path)
      await engine.ask(`document.querySelector('${plate}').scrollIntoView()`)
      // The first pixel shows the night colour of the sheet.
      await until(
        engine,
        `(() => {
          const canvas = document.createElement('canvas').getContext('2d')
          canvas.drawImage(document.querySelector('${plate}'), 0, 0, 300, 150)
          return String(canvas.getImageData(4, 4, 1, 1).data) === '23,28,40,255'
        })()`,
      )
    }
  })

  /** The end of a plate's address in the dark theme. Firefox passes the theme to a picture. */
  const atNight = name === 'WebKit' ? '.svg#night' : '.svg'

  test('plates follow the theme, in the page and in a dialog', async () => {
    const ends = (plate: string, end: string) =>
      `document.querySelector('${plate}')?.src.endsWith('${end}')`
    await open('/portfolio')
    await until(engine, ends('.card img', '.svg'))
    await engine.click('label:has(#theme-dark)')
    await until(engine, ends('.card img', atNight))
    await engine.click('.card a')
    await until(engine, ends('dialog img', atNight))
    await engine.escape()
    await until(engine, `!document.querySelector('dialog[open]')`)
    await engine.click('label:has(#theme-light)')
    await until(engine, ends('.card img', '.svg'))
  })

  test('a visitor sends a message, and the studio finds it', async () => {
    const sender = `Engine ${name}`
    await open('/contact')
    // The server takes a form that arrives within two seconds for spam.
    await engine.ask('Date.now = ((now) => () => now() - 5000)(Date.now)')
    await engine.type('form [name=name]', sender)
    await engine.type('form [name=email]', 'ada@engine.test')
    await engine.type('form [name=subject]', 'General Inquiry')
    await engine.type('form [name=message]', 'I would like to talk about engines.')
    await engine.click('form [type=submit]')
    await until(engine, `document.querySelector('.sent')`)

    await open('/admin/login')
    await engine.type('[name=email]', site.admin.email)
    await engine.type('[name=password]', site.admin.password)
    await engine.click('form [type=submit]')
    await until(engine, `location.pathname === '/admin' && document.querySelector('[role=tab]')`)
    await engine.click('[role=tab]:nth-of-type(2)')
    await until(engine, `document.querySelector('table')?.textContent.includes('${sender}')`)
  })

  test('the studio reads a message, answers it, takes that back, and writes a note', async () => {
    await open('/admin?tab=contact')
    await until(engine, `document.querySelector('tbody .open-record')`)
    const dialogSays = (words: string) =>
      until(engine, `document.querySelector('dialog')?.textContent.includes('${words}')`)
    await engine.click('tbody .open-record')
    await dialogSays('I would like to talk about engines.')
    await dialogSays('A reply is due by')
    await engine.click('.detail footer .solid')
    await dialogSays('Answered on')
    await engine.click('.detail .done button')
    await dialogSays('A reply is due by')
    await engine.type('.note-box textarea', 'Called them.')
    await engine.click('.note-box .button')
    await dialogSays('Saved.')
    await engine.click('.detail .close')
    await until(engine, `!document.querySelector('dialog[open]')`)
  })

  test('the studio reads a resume beside the fields', async () => {
    await apply(site, { fullName: 'Grace Hopper' })
    await open('/admin?tab=careers')
    await until(engine, `document.querySelector('tbody .open-record')`)
    await engine.click('tbody .open-record')
    await until(engine, `document.querySelector('dialog')?.textContent.includes('grace.pdf')`)
    await until(
      engine,
      `!matchMedia('(min-width: 64rem)').matches || document.querySelector('.file-preview iframe')`,
    )
  })

  test.each([
    ['/contact', contact],
    ['/careers', careers],
    ['/eir', eir],
    ['/investors', investor],
    ['/calmist', waitlist],
  ] as const)(
    'the form of %s is refused empty and taken whole without its code',
    async (path, form) => {
      const submit = `void setTimeout(() => document.querySelector('main form').submit())`
      await open(path)
      await engine.ask(submit)
      await until(engine, `document.querySelector('main [role=alert] a[href^="#"]')`)
      await engine.ask(filling(await answersTo(form)))
      await engine.ask(submit)
      await until(engine, `location.pathname === '/sent/${form.name}'`)
    },
  )

  // The last one: after Back, Firefox's driver waits in vain for the next page to load.
  test('a form is sent without its code, and Back shows it as it was', async () => {
    const name = `document.querySelector('main form [name=name]')`
    // This sends it without script. The answer comes after the evaluation has ended.
    const submit = `void setTimeout(() => document.querySelector('main form').submit())`
    const fill = (field: string, text: string) =>
      `void (document.querySelector('main form [name=${field}]').value = '${text}')`
    await open('/contact')
    await engine.ask(fill('name', 'Ada'))
    await engine.ask(submit)
    await until(engine, `document.querySelector('main [role=alert] a[href="#contact-email"]')`)
    expect(await engine.ask(`${name}.value`)).toBe('Ada')
    await engine.ask(fill('email', 'ada@engine.test'))
    await engine.ask(fill('message', 'Engines.'))
    await engine.ask(submit)
    await until(engine, `location.pathname === '/sent/contact'`)
    await engine.ask(`void setTimeout(() => history.back())`)
    await until(engine, `${name}?.value === 'Ada'`)
  })
})

/** Fills in the form as a person would, by the names of its fields. */
const filling = (answers: Record<string, unknown>) => `void (() => {
  const answers = ${JSON.stringify(answers)}
  for (const input of document.querySelector('main form').elements) {
    const answer = answers[input.name]
    if (input.type === 'file') {
      const chosen = new DataTransfer()
      chosen.items.add(new File(['%PDF-1.7 A resume.'], 'ada.pdf', { type: 'application/pdf' }))
      input.files = chosen.files
    } else if (input.type === 'checkbox') input.checked = [answer].flat().includes(input.value)
    else if (answer !== undefined) input.value = answer
  }
})()`

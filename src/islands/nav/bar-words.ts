import type { Menu } from '../../data/navigation.ts'

type Words = {
  bar: { logo: string; main: string; contact: { href: string; label: string }; panel: string }
  menus: Menu[]
}

const content = import.meta.env.SSR
  ? await (await import('../../data/words.ts')).words('navigation')
  : undefined

/**
 * The words of the bar: the build reads them from content/, the browser from the built bar. So a page
 * holds them once, and no script does.
 */
export const barWords = (): Words => content ?? asBuilt()

const asBuilt = (): Words => ({
  bar: {
    logo: named('.logo'),
    main: named('nav'),
    contact: { href: hrefOf(found('.button')), label: textOf(found('.button')) },
    panel: named('summary'),
  },
  menus: [...document.querySelectorAll('.menu > li')].map((menu) => ({
    label: textOf(menu.querySelector('button')),
    note: textOf(menu.querySelector('p')),
    items: [...menu.querySelectorAll('a')].map((item) => ({
      href: hrefOf(item),
      label: textOf(item.firstChild),
      note: textOf(item.lastChild),
    })),
  })),
})

const found = (selector: string) => document.querySelector(`.bar-row > ${selector}`)
const named = (selector: string) => document.querySelector(`.bar-row ${selector}`)?.ariaLabel ?? ''
const hrefOf = (link: Element | null) => link?.getAttribute('href') ?? ''
const textOf = (node: Node | null) => node?.textContent ?? ''

import { Boundary } from '../boundary/Boundary.tsx'
import { type Menu, type MenuFacts, menus } from '../data/navigation.ts'
import { MenuPanel } from './nav/MenuPanel.tsx'
import { Menus } from './nav/Menus.tsx'

type Props = {
  /** The studio's name, beside the drawn part of the logo. */
  name: string
  /** The path of this page, to mark its item. */
  here: string
  facts: MenuFacts
}

/** The bar's content. It works without JavaScript; React adds what CSS alone cannot do. */
export function Nav({ name, here, facts }: Props) {
  const all = menus(facts)
  return (
    <div className="bar-row">
      <a className="logo" href="/" aria-label={`${name}, home`}>
        <i aria-hidden="true" />
        {name}
      </a>
      <Boundary fallback={<PlainMenus menus={all} />}>
        <Menus menus={all} here={here} />
      </Boundary>
      <a className="button primary small" href="/contact">
        Contact Us
      </a>
      <Boundary fallback={null}>
        <MenuPanel menus={all} here={here} />
      </Boundary>
    </div>
  )
}

/** If the menus fail, each still links to its first page. */
const PlainMenus = ({ menus }: { menus: Menu[] }) => (
  <nav aria-label="Main">
    <p className="visually-hidden" role="alert">
      The menus stopped working. These links lead to the first page of each.
    </p>
    {menus.map(({ label, items: [first] }) => (
      <a key={label} className="button small" href={first?.href}>
        {label}
      </a>
    ))}
  </nav>
)

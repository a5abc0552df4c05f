import { type MenuFacts, menus } from '../data/navigation.ts'
import { MenuPanel } from './nav/MenuPanel.tsx'
import { Menus } from './nav/Menus.tsx'

type Props = {
  /** The studio's name, beside the drawn part of the logo. */
  name: string
  /** The path of this page, to mark its item. */
  here: string
  facts: MenuFacts
}

/** The bar's content. It is whole without JavaScript; React adds what CSS alone cannot do. */
export function Nav({ name, here, facts }: Props) {
  const all = menus(facts)
  return (
    <div className="bar-row">
      <a className="logo" href="/" aria-label={`${name}, home`}>
        <i aria-hidden="true" />
        {name}
      </a>
      <Menus menus={all} here={here} />
      <a className="button primary small" href="/contact">
        Contact Us
      </a>
      <MenuPanel menus={all} here={here} />
    </div>
  )
}

import { group, groups, line, link, links } from './parts.ts'

const item = { ...link('').shape, note: line('What a visitor finds there.') }

/** content/navigation.yaml */
export const navigation = group({
  home: line('The home page in search results, as the first step to a page.'),
  bar: group({
    logo: line('The name of the logo’s link for screen readers.'),
    main: line('The name of the menus for screen readers.'),
    contact: link('The button.'),
    panel: line('The name of the menus on a phone for screen readers.'),
    failed: line('Above plain links, if the menus stop working.'),
  }),
  menus: groups({
    label: line('The menu’s button.'),
    note: line('At the top of the open menu: what its pages have in common. One short line.'),
    items: groups(item).describe('The pages in the menu. Their names stand in search results too.'),
  }),
  footer: group({
    columns: groups({ title: line('The heading.'), links: links('The links below it.') }, 2),
    legal: links('The last line of the page.'),
  }),
})

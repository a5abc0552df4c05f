import type { Menu } from '../data/navigation.ts'

/** What content/navigation.yaml calls the pages. */
export type Navigation = { home: string; menus: Menu[] }

/** The path to a page: home, the folders between, and the page, named as in the menus. */
export function breadcrumbs(host: string, navigation: Navigation, path: string, title: string) {
  const labels = new Map(
    navigation.menus.flatMap(({ items }) => items.map(({ href, label }) => [href, label])),
  )
  const segments = path.split('/').slice(1)
  const folders = segments.slice(0, -1).map((_, i) => `/${segments.slice(0, i + 1).join('/')}`)
  const steps = [
    { name: navigation.home, item: `${host}/` },
    ...folders.map((folder) => ({ name: labels.get(folder) ?? folder, item: host + folder })),
    { name: labels.get(path) ?? shortened(title), item: host + path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({ '@type': 'ListItem', position: i + 1, ...step })),
  }
}

/** “Calmist: a quiet page …” becomes “Calmist”. */
const shortened = (title: string) => title.split(': ')[0] ?? title

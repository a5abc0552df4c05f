import { menus } from '../data/navigation.ts'

/** The menus' labels by address. The facts in the notes are not needed here. */
const menuLabels: Readonly<Record<string, string>> = Object.fromEntries(
  menus({ ventures: '', stages: '', openRoles: '', contactReply: '' })
    .flatMap(({ items }) => items)
    .map(({ href, label }) => [href, label]),
)

/** The path to a page: home, the folders between, and the page, named as in the menus. */
export function breadcrumbs(host: string, path: string, title: string) {
  const segments = path.split('/').slice(1)
  const folders = segments.slice(0, -1).map((_, i) => `/${segments.slice(0, i + 1).join('/')}`)
  const steps = [
    { name: 'Home', item: `${host}/` },
    ...folders.map((folder) => ({ name: menuLabels[folder] ?? folder, item: host + folder })),
    { name: menuLabels[path] ?? shortened(title), item: host + path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({ '@type': 'ListItem', position: i + 1, ...step })),
  }
}

/** “Calmist: a quiet page …” becomes “Calmist”. */
const shortened = (title: string) => title.split(': ')[0] ?? title

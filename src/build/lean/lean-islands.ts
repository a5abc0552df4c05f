/** What Astro may write of an island and our script can't read: slots, and props beyond plain data. */
const UNKNOWN = /<astro-slot|<astro-island[^>]*(\[([2-9]|1\d),| client="only")/

/** Astro's scripts for the directives; ours holds the one that is used. */
const DIRECTIVE = /<script>[^<]*new Event\("astro:\w+"\)[^<]*<\/script>/g
/** What Astro writes for its own script, and ours does not read. */
const UNREAD = / uid="\w*"(?= prefix)| opts="[^"]*" await-children/g
const FILES = /component-url="([^"]*)" component-export="([^"]*)" renderer-url="([^"]*)"/g
/** No quote in it has to be escaped between single ones; those in texts are. */
const PROPS = /props="([^"']*)"/g
/** An island waits for a touch unless it says otherwise. */
const TOUCHED = /(?<=<astro-island[^>]*) client="touched"/g
const AT_ONCE = /(?<=<astro-island[^>]*) client="load"/g

/** A value as Astro writes it down: 0 is plain or an object of such values, 1 an array of them. */
type Written = [kind: 0 | 1, value: unknown]

/**
 * A page whose islands say what our script reads: props as plain JSON, and every file that the code
 * is made of, so that all of it is asked for at once. Throws where a page needs more.
 */
export function leanIslands(html: string, imports: Map<string, string[]>, page: string): string {
  const unknown = UNKNOWN.exec(html.replaceAll('&quot;', '"'))
  if (unknown) {
    throw new Error(`${page}: src/interaction/island.ts does not know "${unknown[0].slice(-20)}".`)
  }
  return html
    .replaceAll(DIRECTIVE, '')
    .replaceAll('<!--astro:end-->', '')
    .replaceAll(UNREAD, '')
    .replaceAll(FILES, (_, component: string, name: string, renderer: string) => {
      const files = withImports([component, renderer], imports)
      return `data-files="${files.join(' ')}" data-name="${name}"`
    })
    .replaceAll(PROPS, (_, props: string) => `data-props='${plainProps(props)}'`)
    .replaceAll(TOUCHED, '')
    .replaceAll(AT_ONCE, ' data-now')
}

/** The files and whatever they import, the given ones first. */
function withImports(files: string[], imports: Map<string, string[]>): string[] {
  const all = new Set(files)
  for (const file of all) for (const next of imports.get(file) ?? []) all.add(`/${next}`)
  return [...all]
}

/** `{"name":[0,"Ada"]}` as `{"name":"Ada"}`. */
function plainProps(props: string): string {
  const written = JSON.parse(unescaped(props)) as Record<string, Written>
  return JSON.stringify(readAll(written)).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

const read = ([kind, value]: Written): unknown => {
  if (kind === 1) return (value as Written[]).map(read)
  return value instanceof Object ? readAll(value as Record<string, Written>) : value
}

const readAll = (values: Record<string, Written>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)]))

import { join } from 'node:path'
import { parseAllRedirects } from '@netlify/redirect-parser'

/** A rule of dist/_redirects or netlify.toml, as the parser gives it. */
type Rule = {
  path: string
  to: string
  status?: number
  force: boolean
  host?: string
  proxy?: boolean
  query: Record<string, string>
  conditions: Record<string, unknown>
}

export type Redirect = { status: number; location: string; force: boolean }
export type RedirectFor = (url: URL) => Redirect | undefined

export async function loadRedirects(dist: string, netlifyToml?: string): Promise<RedirectFor> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [join(dist, '_redirects')],
    ...(netlifyToml && { netlifyConfigPath: netlifyToml }),
    configRedirects: [],
    minimal: false,
  })
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'))
  // The parser's own types say unknown.
  const rules = (redirects as Rule[]).map((rule) => ({ ...rule, pattern: patternOf(rule) }))

  return (url) => {
    for (const { pattern, to, status = 301, force } of rules) {
      const groups = pattern.exec({ pathname: url.pathname })?.pathname.groups
      if (groups) return { status, force, location: fill(to, groups) + carried(url, to) }
    }
    return undefined
  }
}

function patternOf({ path, host, proxy, query, conditions }: Rule): URLPattern {
  if (host || proxy || Object.keys(query).length > 0 || Object.keys(conditions).length > 0) {
    throw new Error(`The local server follows redirects between paths only, not "${path}".`)
  }
  return new URLPattern({ pathname: path.replace(/\/\*$/, '{/:splat(.*)}?') })
}

const fill = (to: string, groups: Record<string, string | undefined>) =>
  to.replaceAll(/:([a-z]\w*)/gi, (_, name: string) => groups[name] ?? '')

/** Netlify passes the visitor's query on, unless the rule brings one of its own. */
const carried = ({ search }: URL, to: string) => (to.includes('?') ? '' : search)

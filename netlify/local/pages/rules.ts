import { join } from 'node:path'
import { parseAllHeaders, type Header as HeaderRule } from '@netlify/headers-parser'
import { parseAllRedirects } from '@netlify/redirect-parser'
import type { Header } from '../listen.ts'

/** If two rules set the same header, the later one wins. */
type HeadersFor = (pathname: string) => Header[]

/** Reads `_headers` and netlify.toml with Netlify's parser. */
export async function loadHeaders(dist: string, netlifyToml?: string): Promise<HeadersFor> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [join(dist, '_headers')],
    netlifyConfigPath: netlifyToml,
    configHeaders: [],
    minimal: false,
  })
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'))
  // With `minimal: false` each rule has its pattern.
  const rules = headers as HeaderRule[]
  return (pathname) =>
    rules
      .filter(({ forRegExp }) => forRegExp.test(pathname))
      .flatMap(({ values }): Header[] => Object.entries(values))
}

/** The parser's own type is unknown. */
type RedirectRule = {
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
type Redirects = {
  redirectFor: (url: URL) => Redirect | undefined
  /** The targets of rules with status 404. */
  notFoundPages: string[]
}

/** Reads `_redirects` and netlify.toml; throws for a rule that is wrong or not supported. */
export async function loadRedirects(dist: string, netlifyToml?: string): Promise<Redirects> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [join(dist, '_redirects')],
    ...(netlifyToml && { netlifyConfigPath: netlifyToml }),
    configRedirects: [],
    minimal: false,
  })
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'))
  const rules = (redirects as RedirectRule[]).map((rule) => ({ ...rule, pattern: patternOf(rule) }))

  const redirectFor = (url: URL) => {
    for (const { pattern, to, status = 301, force } of rules) {
      const groups = pattern.exec({ pathname: url.pathname })?.pathname.groups
      if (!groups) continue
      const location = status === 404 ? to : fill(to, groups) + queryFor(url, to)
      return { status, force, location }
    }
    return undefined
  }
  return { redirectFor, notFoundPages: rules.filter(is404).map(({ to }) => to) }
}

const is404 = ({ status }: RedirectRule) => status === 404

function patternOf({ path, host, proxy, query, conditions }: RedirectRule): URLPattern {
  if (host || proxy || Object.keys(query).length > 0 || Object.keys(conditions).length > 0) {
    throw new Error(`The local server follows redirects between paths only, not "${path}".`)
  }
  return new URLPattern({ pathname: path.replace(/\/\*$/, '{/:splat(.*)}?') })
}

const fill = (to: string, groups: Record<string, string | undefined>) =>
  to.replaceAll(/:([a-z]\w*)/gi, (_, name: string) => groups[name] ?? '')

/** Netlify keeps the request's query, unless the rule has its own. */
const queryFor = ({ search }: URL, to: string) => (to.includes('?') ? '' : search)

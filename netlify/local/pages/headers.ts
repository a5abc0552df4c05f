import { join } from 'node:path'
import { parseAllHeaders, type Header as Rule } from '@netlify/headers-parser'
import type { Header } from '../plain-http.ts'

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
  const rules = headers as Rule[]
  return (pathname) =>
    rules
      .filter(({ forRegExp }) => forRegExp.test(pathname))
      .flatMap(({ values }): Header[] => Object.entries(values))
}

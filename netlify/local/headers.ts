import { join } from 'node:path'
import { parseAllHeaders, type Header } from '@netlify/headers-parser'

/** The headers that dist/_headers and netlify.toml give a path; where two rules agree, the later wins. */
export type HeadersFor = (pathname: string) => [name: string, value: string][]

export async function loadHeaders(dist: string, netlifyToml?: string): Promise<HeadersFor> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [join(dist, '_headers')],
    netlifyConfigPath: netlifyToml,
    configHeaders: [],
    minimal: false,
  })
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'))
  // Rules that are not minimal carry their pattern.
  const rules = headers as Header[]
  return (pathname) =>
    rules
      .filter(({ forRegExp }) => forRegExp.test(pathname))
      .flatMap(({ values }) => Object.entries(values))
}

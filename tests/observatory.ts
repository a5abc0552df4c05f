import fs from 'node:fs'
import { scan } from '@mdn/mdn-http-observatory'
import { hsts } from '@mdn/mdn-http-observatory/src/analyzer/hsts.js'
import axios, { type AxiosAdapter, type AxiosHeaders, type InternalAxiosRequestConfig } from 'axios'
import { vi } from 'vitest'

/**
 * MDN's HTTP Observatory, whole and offline: its own scan asks, checks and grades. Only what it asks
 * through (axios) is answered here, instead of by a machine elsewhere.
 *
 * What only a deploy can show is taken for given: that the certificate verifies, that http leads to
 * https on the same host at once (each 20 points), and that no browser knows the host beforehand,
 * which would be 5 more.
 */

/** A host that nobody has. */
const HOST = 'studio.example'

/** What a site answers. */
export type Served = (request: Request) => Response | Promise<Response>

/** Grades what is served at `path`: at best A+ and 130 points, and 5 more for a cookie well kept. */
export async function observe(path: string, served: Served) {
  forgetPreloaded()
  axios.defaults.adapter = answering(served)
  const { scan: verdict, tests } = await withoutStyleErrors(() => scan(HOST + path))
  const failed = Object.values(tests).filter(({ pass }) => !pass)
  return {
    grade: verdict.grade,
    score: verdict.score,
    failed: failed.map(({ result }) => result).sort(),
  }
}

/** Asks `served` where axios would go out, and keeps the cookies as its agent would. */
const answering =
  (served: Served): AxiosAdapter =>
  async (config) => {
    const fetch = (input: Request | URL | string, init?: RequestInit) =>
      overHttps(served, new Request(input, init))
    const env = { ...config.env, fetch }
    const answer = await axios.getAdapter('fetch', { ...config, env })(config)
    // Every adapter makes these.
    const headers = answer.headers as AxiosHeaders
    for (const cookie of headers.getSetCookie()) {
      jarOf(config).setCookieSync(cookie, config.url ?? '')
    }
    return answer
  }

type Jar = { setCookieSync: (cookie: string, url: string) => void }

/** The scan gives its agent a jar (no type says so), whose cookies it checks at the end. */
const jarOf = ({ httpsAgent }: InternalAxiosRequestConfig) =>
  (httpsAgent as { options: { cookies: { jar: Jar } } }).options.cookies.jar

async function overHttps(served: Served, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.host !== HOST) throw new TypeError(`Nothing here answers for ${url.host}.`)
  if (url.protocol === 'https:') return looked(await served(request))
  url.protocol = 'https:'
  return Response.redirect(url, 301)
}

/** The scan refuses to look at most answers that are errors, though browsers obey their headers. */
const looked = ({ body, headers }: Response) => new Response(body, { headers })

/** Its list of known hosts would be downloaded after its installation, which package.json forbids. */
function forgetPreloaded() {
  const read = vi.spyOn(fs, 'readFileSync').mockReturnValueOnce('{}')
  hsts()
  read.mockRestore()
}

/** It reads pages with jsdom, which does not know all of today's CSS and says so; no check asks for that. */
async function withoutStyleErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = console.error
  console.error = (...words: unknown[]) => {
    if (!String(words[0]).startsWith('Error: Could not parse CSS stylesheet')) before(...words)
  }
  return work().finally(() => (console.error = before))
}

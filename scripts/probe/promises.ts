import { strictTransport } from '#promises/strict-transport.ts'
import { readStudio } from '#server/content/studio.ts'
import { Stop } from '../site/command.ts'
import { fetchFrom, textOf, type Check } from './check.ts'

/** A page and a function must promise the same: a browser keeps the last promise. */
export const httpsCheck = (site: string): Check => ({
  what: 'HTTPS is promised as content says',
  async run() {
    const { security } = await readStudio()
    const right = strictTransport(security.hsts)
    for (const path of ['/', '/api/no-such-address']) {
      const promise = (await fetchFrom(site, path)).headers.get('strict-transport-security')
      if (promise !== right) throw new Stop(`${path} has “${promise ?? ''}”, not “${right}”.`)
    }
    return right
  },
})

/** A site that was not built for a year has an address that nobody looked at. */
export const reportsCheck = (site: string): Check => ({
  what: 'security.txt names a contact, and holds',
  async run() {
    const answer = await fetchFrom(site, '/.well-known/security.txt')
    if (answer.status !== 200) throw new Stop(`It is ${answer.status}.`)
    const type = answer.headers.get('content-type') ?? ''
    if (!type.startsWith('text/plain')) throw new Stop(`It is ${type}.`)
    const text = await answer.text()
    if (!/^Contact: mailto:./m.test(text)) throw new Stop('It names no contact.')
    const until = /^Expires: (.+)$/m.exec(text)?.[1] ?? ''
    if (!(Date.parse(until) > Date.now())) {
      throw new Stop('It is over: see security.reportsUntil in content/studio.yaml.')
    }
    return `until ${until.slice(0, 10)}`
  },
})

/** A browser would miss the file for a year, even if a later deploy brings it back. */
export const missingFileCheck = (site: string): Check => ({
  what: 'Nobody keeps a missing file’s answer',
  async run() {
    const { status, headers } = await fetchFrom(site, `/_astro/no-such-file-${Date.now()}.js`)
    if (status !== 404) throw new Stop(`It is ${status}.`)
    if (!headers.get('cache-control')?.includes('no-store')) throw new Stop('It lacks no-store.')
    return undefined
  },
})

export const oneBuildCheck = (site: string): Check => ({
  what: 'Pages and functions are of one build',
  async run() {
    const { id } = JSON.parse(await textOf(site, '/build.json')) as { id?: string }
    const page = /data-build="([^"]*)"/.exec(await textOf(site, '/'))?.[1]
    const answered = (await fetchFrom(site, '/api/no-such-address')).headers.get('x-build')
    if (!id || page !== id || answered !== id)
      throw new Stop(`/build.json names ${id}, the home page ${page}, an answer ${answered}.`)
    return id
  },
})

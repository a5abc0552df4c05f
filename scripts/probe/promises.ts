import { strictTransport } from '#promises/strict-transport.ts'
import { readStudio } from '#server/content/studio.ts'
import { Stop } from '../site/command.ts'
import { fetchFrom, type Check } from './check.ts'

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

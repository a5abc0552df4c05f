import { log } from '#server/audit/log.ts'
import { useDevContext } from '#server/storage/request-context.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { faultyTransport } from '../history/faulty-transport.ts'

// Adds acts of some people to the log of a store, side by side, and prints the names of those that
// were confirmed.

const PEOPLE = 10

const [context = '', name = '', count = '', rate = ''] = process.argv.slice(2)
process.env['NETLIFY_BLOBS_CONTEXT'] = context
useDevContext()
const { transport, atRest } = faultyTransport(Number(rate))
useTransport(transport)

const confirmed: string[] = []
const actsOf = async (person: number) => {
  for (let i = person; i < Number(count); i += PEOPLE) {
    const id = `${name}-${i}`
    try {
      await log({ id: `${person}`, name: 'Asha' }, 'note', { collection: 'contact', id })
      confirmed.push(id)
    } catch (error) {
      if (!(error instanceof StorageDown)) throw error
    }
  }
}
await Promise.all(Array.from({ length: PEOPLE }, (_, person) => actsOf(person)))
await atRest()
process.stdout.write(JSON.stringify(confirmed))

import { log } from '#server/audit/log.ts'
import { useDevContext } from '#server/storage/budget.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { faultyTransport } from '../history/faulty-transport.ts'

// Adds acts of one person to the log of a store, and prints the names of those that were confirmed.

const [context = '', name = '', count = '', rate = ''] = process.argv.slice(2)
process.env['NETLIFY_BLOBS_CONTEXT'] = context
useDevContext()
const { transport, atRest } = faultyTransport(Number(rate))
useTransport(transport)

const confirmed: string[] = []
for (let i = 0; i < Number(count); i++) {
  const id = `${name}-${i}`
  try {
    await log({ id: 'asha', name: 'Asha' }, 'note', { collection: 'contact', id })
    confirmed.push(id)
  } catch (error) {
    if (!(error instanceof StorageDown)) throw error
  }
}
await atRest()
process.stdout.write(JSON.stringify(confirmed))

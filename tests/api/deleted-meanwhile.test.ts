import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { DUE } from '#server/collections/keys.ts'
import { remove } from '#server/collections/change.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import * as kv from '#server/storage/kv.ts'
import { interceptStorage, sendMessage, useStudio } from './studio.ts'

useStudio()

const messages = collectionOf(contact, {})
/** More than a deletion makes. */
const REQUESTS = 22

/** The newest messages, as housekeeping keeps them. */
async function recent(): Promise<string> {
  const file = await kv.getFile(`rows/${messages.name}/recent`)
  return file ? gunzipSync(Buffer.from(file)).toString() : ''
}

test.each(Array.from({ length: REQUESTS }, (_, i) => i + 1))(
  'a deleted message leaves the newest rows with the next runs, also after one before request %i',
  async (step) => {
    const { id } = (await (await sendMessage()).json()) as { id: string }
    await kv.put(DUE, { at: 0 })
    await runHousekeeping()
    expect(await recent()).toContain(id)
    let requests = 0
    const putBack = interceptStorage((storage) => async (input, init) => {
      if (++requests === step) await runHousekeeping()
      return storage(input, init)
    })
    await remove(messages, id)
    putBack()
    for (let run = 0; run < 3; run++) await runHousekeeping()
    expect(await recent()).not.toContain(id)
  },
)

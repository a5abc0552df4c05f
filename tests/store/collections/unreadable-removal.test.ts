import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { read } from '#server/collections/current.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { findPending } from '#server/notifications/outbox/notification.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { addThing, useThings } from '../things.ts'

useThings()

test('a page that the store answers in the place of a removal is an outage, and removes nothing', async () => {
  const messages = collectionOf(contact, {})
  const id = await addThing(messages)
  const ref = { name: messages.name, id }
  const marker = `pending/${messages.name}/${id}.1.aa`
  await kv.create(marker, null)
  const gone = `gone/${messages.name}/${id}`
  await kv.putFile(gone, new TextEncoder().encode('<html>oops</html>').buffer)
  const pending = { ref, markers: [marker], now: { at: 1 } }
  await expect(findPending(pending)).rejects.toBeInstanceOf(StorageDown)
  await expect(read(messages, id)).rejects.toBeInstanceOf(StorageDown)
  expect(await kv.list(marker)).toEqual([marker])
  await kv.remove(gone)
  expect((await read(messages, id))?.id).toBe(id)
  expect(await findPending(pending)).not.toBeNull()
})

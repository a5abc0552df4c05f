import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { deliveryStatusesOf } from '#server/notifications/overview.ts'
import { hold, release } from '#server/submissions/release.ts'
import { restoreBackup } from '../../../scripts/restore.ts'
import { writeBackup } from '../../../scripts/backup/write-backup.ts'
import { accessStore } from '../../../scripts/site/store-access.ts'
import { answersTo } from '../answers.ts'
import { folder, messages, silent, useEmptyStore } from '../filled-store.ts'
import { useStudio } from '../studio.ts'
import { keepTelling, mailbox, setChannels, submit, useChannels } from './telling.ts'

/** A backup has what was told of each record: after a restore nothing is told twice. */

useStudio()
useChannels()
beforeEach(() => setChannels({ webhook: false }))

test('after a restore a record says who was told, and neither a retry nor a release tells it again', async () => {
  const key = randomUUID()
  const answers = { ...(await answersTo(contact)), email: `${randomUUID()}@example.com` }
  const { id, status, told } = await submit(contact, answers, key)
  await told
  const said = () => deliveryStatusesOf({ name: messages.name, id })
  const before = await said()
  expect(before).toMatchObject({
    mail: { toldAt: expect.any(String) as string },
    receipt: { sentAt: expect.any(String) as string },
  })

  const path = await folder()
  await writeBackup(await accessStore(undefined, 'backup'), path, silent)
  await useEmptyStore()
  await restoreBackup(await accessStore(undefined, 'backup'), path, silent)
  expect(await said()).toEqual(before)

  const again = await submit(contact, answers, key)
  await again.told
  expect(again).toMatchObject({ id, status })
  await hold(messages, id)
  await release(messages, id)
  await keepTelling()
  expect(mailbox.receipts).toHaveLength(1)
})

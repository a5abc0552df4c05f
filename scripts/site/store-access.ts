import type { Command } from '#api/commands.ts'
import { MACHINE } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { backupPortion, type BackupLine } from '#server/housekeeping/backup.ts'
import { checkPortion, type CheckPortion } from '#server/housekeeping/check.ts'
import { finishRestore, restoreFile, restoreLines } from '#server/housekeeping/restore.ts'
import { sealPortion, type SealPortion } from '#server/housekeeping/seal.ts'
import { queueAct } from '#server/notifications/mail/people-mail.ts'
import * as kv from '#server/storage/kv.ts'
import { setting } from '../setup/settings.ts'
import { siteAddress } from './command.ts'
import { openStore } from './open-store.ts'
import { Refused, signIn } from './signed-in.ts'

/** The store of this machine or of a deployed site. */
export type StoreAccess = Awaited<ReturnType<typeof thisMachine>>

/** A deployed site asks for a sign-in, and names the command. */
export const accessStore = (site: string | undefined, command: Command): Promise<StoreAccess> =>
  site === undefined ? thisMachine() : deployed(siteAddress(site), command)

export async function withStore(
  site: string | undefined,
  command: Command,
  work: (store: StoreAccess) => Promise<void>,
) {
  const store = await accessStore(site, command)
  await work(store).finally(store.close)
}

/** A command here logs and mails its act as a deployed site does, which knows the person's name. */
async function thisMachine() {
  const close = await openStore(setting('DATA_DIR') ?? '.data')
  return {
    where: 'this machine',
    async backup(after: string) {
      if (after === '') await queueAct('backup', await log(MACHINE, 'backed up'))
      return backupPortion(after)
    },
    file: async (key: string) => {
      const bytes = await kv.getFile(key)
      return bytes && new Uint8Array(bytes)
    },
    restore: restoreLines,
    restoreFile: (id: string, key: string, bytes: Uint8Array<ArrayBuffer>) =>
      restoreFile(id, key, new Uint8Array(bytes).buffer),
    finishRestore: (id: string) =>
      finishRestore(id, async () => queueAct('restore', await log(MACHINE, 'restored'))),
    check: checkPortion,
    seal: sealPortion,
    close,
  }
}

async function deployed(site: string, command: Command): Promise<StoreAccess> {
  const { ask } = await signIn(site, command)
  const post = (action: string, type: string, body: string) =>
    ask(`store/${action}`, { method: 'POST', headers: { 'content-type': type }, body })
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString()
  return {
    where: site,
    async backup(after) {
      const answer = await ask(`store/backup?${query({ cursor: after })}`)
      const text = await answer.text()
      const following = /^<\?(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
      return {
        // The site's own function wrote these lines.
        lines: text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as BackupLine),
        next: following === undefined ? null : new URLSearchParams(following).get('cursor'),
      }
    },
    async file(key) {
      try {
        return new Uint8Array(await (await ask(`store/file?${query({ key })}`)).arrayBuffer())
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      }
    },
    async restore(id, lines) {
      const body = lines.map((line) => JSON.stringify(line)).join('\n')
      await post(`restore?${query({ id })}`, 'application/x-ndjson', body)
    },
    async restoreFile(id, key, bytes) {
      const headers = { 'content-type': 'application/pdf' }
      await ask(`store/file?${query({ id, key })}`, { method: 'PUT', headers, body: bytes })
    },
    async finishRestore(id) {
      await post('restored', 'application/json', JSON.stringify({ id }))
    },
    async check(fix, from) {
      const answer = await post('check', 'application/json', JSON.stringify({ fix, from }))
      return (await answer.json()) as CheckPortion
    },
    async seal(from) {
      const answer = await post('seal', 'application/json', JSON.stringify({ from }))
      return (await answer.json()) as SealPortion
    },
    close: () => Promise.resolve(),
  }
}

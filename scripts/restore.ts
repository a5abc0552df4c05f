import { parseArgs } from 'node:util'
import pMap from 'p-map'
import type { BackupLine } from '#server/housekeeping/backup.ts'
import { endProgress, printProgress, runCommand, Stop } from './site/command.ts'
import {
  askPassphrase,
  cipherFor,
  encryptionOf,
  type BackupCipher,
} from './backup/backup-cipher.ts'
import type { FileLine } from './backup/backup-format.ts'
import { checkBackup, FILES_AT_ONCE, portionsOf, readBackupFile } from './backup/read-backup.ts'
import { withStore, type StoreAccess } from './site/store-access.ts'

/**
 * `npm run restore -- folder [https://your.domain]`: restores a backup into an empty store, and asks
 * for the passphrase of an encrypted one. The same command continues an interrupted restore.
 */

/**
 * Removals come first, so that removed records stay removed. Files follow, since housekeeping
 * removes a file without a record.
 */
const ORDER = ['gone', 'state', 'rec', 'notify', 'log'] as const

/** Restores a backup into an empty store, or continues; returns how many entries. */
export async function restoreBackup(
  store: StoreAccess,
  folder: string,
  tell: (entries: number) => void,
  cipher?: BackupCipher,
): Promise<number> {
  const id = await checkBackup(folder, cipher)
  let entries = 0
  const count = (lines: readonly unknown[]) => {
    entries += lines.length
    tell(entries)
  }
  for (const part of ORDER) {
    for await (const lines of portionsOf<BackupLine>(folder, part, cipher)) {
      await store.restore(id, lines)
      count(lines)
    }
  }
  for await (const files of portionsOf<FileLine>(folder, 'file', cipher)) {
    await pMap(
      files,
      async (file) => {
        const bytes = await readBackupFile(folder, file, cipher)
        await store.restoreFile(id, file.key, new Uint8Array(bytes))
      },
      { concurrency: FILES_AT_ONCE },
    )
    count(files)
  }
  try {
    await store.finishRestore(id)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'Something unexpected went wrong.'
    throw new Stop(unclear(entries, why), { cause })
  }
  return entries
}

/** The end may have come although its answer did not, and then the store takes no backup any more. */
const unclear = (entries: number, why: string) =>
  `All ${entries} entries are in the store, but it is unclear whether the restore has ended: ${why}\n` +
  'Run the same command again. If it says “The store is not empty.”, the restore has ended.'

if (import.meta.main) {
  await runCommand(async () => {
    const { positionals } = parseArgs({ allowPositionals: true })
    const [folder, site, ...others] = positionals
    if (folder === undefined || others.length > 0) {
      throw new Stop('Say which backup: npm run restore -- folder [https://your.domain]')
    }
    // A damaged backup is refused before the command asks for a password.
    const encryption = await encryptionOf(folder)
    const cipher = encryption && (await cipherFor(encryption, await askPassphrase(false)))
    await checkBackup(folder, cipher)
    await withStore(site, 'restore', async (store) => {
      const tell = (sofar: number) => printProgress(`${sofar} entries`)
      const entries = await restoreBackup(store, folder, tell, cipher)
      endProgress()
      console.log(`${entries} entries of ${folder} are in the store of ${store.where}.`)
    })
  })
}

import pMap from 'p-map'
import type { BackupLine } from '#server/housekeeping/backup.ts'
import type { BackupCipher } from './backup-cipher.ts'
import type { FileLine } from './backup-format.ts'
import { checkBackup, FILES_AT_ONCE, portionsOf, readBackupFile } from './read-backup.ts'
import type { StoreAccess } from '../site/store-access.ts'

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
  await store.finishRestore(id)
  return entries
}

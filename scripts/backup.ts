import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endProgress, oneSite, printProgress, runCommand } from './site/command.ts'
import {
  askPassphrase,
  cipherFor,
  encryptionOf,
  newCipher,
  type BackupCipher,
} from './backup/backup-cipher.ts'
import { withStore } from './site/store-access.ts'
import { writeBackup, type BackupCounts } from './backup/write-backup.ts'
import { setting } from './setup/settings.ts'

/**
 * `npm run backup [-- https://your.domain] [--to folder] [--encrypt]`: writes a backup of the store
 * to a folder. The same command continues an interrupted backup.
 */

async function cipherIn(folder: string): Promise<BackupCipher> {
  const begun = await encryptionOf(folder)
  const passphrase = await askPassphrase(!begun)
  return begun ? cipherFor(begun, passphrase) : newCipher(passphrase)
}

const words = ({ rec, state, gone, file, log }: BackupCounts) =>
  `${rec} records, ${state} states, ${gone} removals, ${file} resumes, ${log} entries of the log`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, encrypt: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const site = oneSite(positionals, 'backup')
  const today = new Date().toISOString().slice(0, 10)
  const folder = values.to ?? join(setting('DATA_DIR') ?? '.data', 'backups', today)
  const cipher = values.encrypt ? await cipherIn(folder) : undefined
  await withStore(site, 'backup', async (store) => {
    const tell = (sofar: BackupCounts) => printProgress(words(sofar))
    const counts = await writeBackup(store, folder, tell, cipher)
    endProgress()
    console.log(`The backup of ${store.where} is in ${folder}: ${words(counts)}.`)
    console.log(
      cipher
        ? 'It is encrypted: without the passphrase nobody can read it, and nobody can restore it.'
        : 'It holds personal data: keep it where only you can read it.',
    )
    if (counts.damaged > 0) {
      console.error(`${counts.damaged} damaged entries are not in it: see npm run store:check.`)
      process.exitCode = 1
    }
  })
})

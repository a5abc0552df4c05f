import { parseArgs } from 'node:util'
import { MACHINE } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { queueAct } from '#server/notifications/mail/people-mail.ts'
import { endProgress, printProgress, runCommand, Stop } from './site/command.ts'
import { askPassphrase, cipherFor, encryptionOf } from './backup/backup-cipher.ts'
import { checkBackup } from './backup/read-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { withStore } from './site/store-access.ts'

/**
 * `npm run restore -- folder [https://your.domain]`: restores a backup into an empty store, and asks
 * for the passphrase of an encrypted one. The same command continues an interrupted restore.
 */

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
    // A deployed site writes and mails it itself, with the person's name.
    if (site === undefined) await queueAct('restore', await log(MACHINE, 'restored'))
    endProgress()
    console.log(`${entries} entries of ${folder} are in the store of ${store.where}.`)
  })
})

import { join } from 'node:path'
import { notifySettings } from '#server/notifications/settings.ts'
import { setting } from '../setup/settings.ts'

/**
 * Sets missing notification settings in the environment: without a mail server each mail becomes a
 * file in the data folder. Returns a sentence about where mail goes; throws if a setting is wrong.
 */
export function setUpNotifications(dataDir: string): string {
  if (!setting('SMTP_URL')) {
    process.env['OUTBOX_DIR'] = setting('OUTBOX_DIR') ?? join(dataDir, 'outbox')
    process.env['NOTIFY_TO'] = setting('NOTIFY_TO') ?? setting('ADMIN_EMAIL') ?? ''
  }
  const { mail, wrong } = notifySettings()
  const faults = [...wrong.mail, ...wrong.webhook]
  if (!mail || faults.length > 0) throw new Error(faults.join('\n'))
  const { to, via } = mail
  return 'folder' in via
    ? `Each submission is told by a mail to ${to.join(', ')}: a file in ${via.folder}.`
    : `Each submission is told by a mail to ${to.join(', ')}, through ${via.server.host}.`
}

import { beginCheck, endCheck } from '#server/canary/canary.ts'
import { sendCanary, SiteFault, sweepCanaries } from '#server/canary/send-canary.ts'
import { channelFault } from '#server/notifications/channels.ts'
import { heartbeatSetting, limits, notifySettings } from '#server/notifications/settings.ts'
import { post } from '#server/http/network.ts'
import { pauseBudget } from '#server/storage/request-context.ts'

/**
 * Once a day the site checks itself from outside, and only then asks for the heartbeat. If it fails,
 * it is made again an hour later. Returns 'passed' or what is wrong; undefined if none is due.
 */
export async function dailyCheck(): Promise<string | undefined> {
  // Netlify sets URL, and so does `npm start`. Without it nobody knows the site's address.
  const site = process.env['URL']
  const check = site ? await beginCheck() : null
  if (!site || !check) return undefined
  if (check.before) await sweepCanaries(check.before)
  const why = await faultOf(site, check.key)
  await endCheck(check, why)
  return why ?? 'passed'
}

async function faultOf(site: string, key: string): Promise<string | undefined> {
  try {
    await sendCanary(site, key)
  } catch (error) {
    if (!(error instanceof SiteFault)) throw error
    return error.message
  }
  return (await channelFault()) ?? (await beat())
}

/** A monitor would take silence for health, as after a deploy that lost its settings. */
const NOBODY = 'No heartbeat: nobody is told of submissions. Set NOTIFY_TO and SMTP_URL.'

/** Tells the monitor that all is well, if one is set; returns what went wrong, or undefined. */
async function beat(): Promise<string | undefined> {
  const setting = heartbeatSetting()
  if (!setting) return undefined
  const { is: url, wrong } = setting
  if (url === undefined) return wrong.join(' ')
  if (notifySettings().wanted.length === 0) return NOBODY
  const fault = await pauseBudget(() => post(url, limits.webhookMs))
  return fault && `HEARTBEAT_URL ${fault.words}`
}

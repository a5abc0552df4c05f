import { post } from '#server/http/network.ts'
import { pauseBudget } from '#server/storage/budget.ts'
import { heartbeatSetting, limits } from './settings.ts'

/** Tells the monitor that all is well, if one is set; returns what went wrong, or undefined. */
export async function beat(): Promise<string | undefined> {
  const setting = heartbeatSetting()
  if (!setting) return undefined
  const { is: url, wrong } = setting
  if (url === undefined) return wrong.join(' ')
  const fault = await pauseBudget(() => post(url, limits.webhookMs))
  return fault && `HEARTBEAT_URL ${fault.words}`
}

import type { RequestListener } from 'node:http'
import { readAddress, refusesName, siteAddress, type SiteAddress } from './address.ts'
import { runScheduled, unfinishedWork } from './functions/context.ts'
import { findRoute, loadFunctions, loadScheduled } from './functions/load.ts'
import { invoke } from './functions/invoke.ts'
import { listen } from './listen.ts'
import { loadPages } from './pages/pages.ts'

export type Site = SiteAddress & { close: () => Promise<void> }

type SiteOptions = {
  /** The built site. */
  dist: string
  /** The folder with one file per function. */
  functions?: string
  /** More headers and redirects than in `dist`. */
  netlifyToml?: string
  /** 0 takes any free port. */
  port?: number
  /** Without it only this machine can connect. */
  host?: string | undefined
  /** Time to receive a whole request. */
  requestMs?: number | undefined
  scheduleSeconds?: number
}

/** The same interval as on Netlify. */
const SCHEDULE_SECONDS = 300

/** Runs what Netlify runs in one process: pages with headers and redirects, and functions. */
export async function startSite(options: SiteOptions): Promise<Site> {
  const { dist, functions = 'netlify/functions', netlifyToml, port = 0, host } = options
  const { scheduleSeconds = SCHEDULE_SECONDS, requestMs } = options
  const [pages, routes, scheduled] = await Promise.all([
    loadPages(dist, netlifyToml),
    loadFunctions(functions),
    loadScheduled(functions),
  ])

  const answer: RequestListener = (incoming, outgoing) => {
    const url = readAddress(incoming)
    if (!url) return void outgoing.writeHead(400, { Connection: 'close' }).end()
    if (refusesName(url, host, outgoing)) return
    const match = findRoute(routes, incoming.method ?? 'GET', url)
    const call = match && (() => void invoke(match, { incoming, outgoing, url }))
    if (call && !match.route.afterFiles) call()
    else pages.answer(incoming, outgoing, url, call)
  }

  try {
    const listening = await listen(answer, { port, host, requestMs })
    const endSchedule = runScheduled(scheduled, scheduleSeconds)
    return {
      ...siteAddress({ port: listening.port, host }),
      close: async () => {
        await listening.close()
        await endSchedule()
        await unfinishedWork()
        await pages.close()
      },
    }
  } catch (error) {
    await pages.close()
    throw error
  }
}

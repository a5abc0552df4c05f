import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, CommandBegun } from '#api/commands.ts'
import { askTerminal } from './command.ts'

/** A command's session, confirmed by a person in a browser (netlify/server/admin/command.ts). */

const EVERY_MS = 2_000
/** Nobody has a passkey; or an earlier build, which has no such address. */
const WITHOUT = [404, 409]

type Post = (path: string, body: object) => Promise<Response | null>

/**
 * Prints the address to confirm at, and waits. Returns the answer that has the session, or the
 * site's refusal; undefined if the password is to be used.
 */
export async function confirmed(
  site: string,
  command: Command,
  post: Post,
): Promise<Response | null | undefined> {
  const begun = await post('command', { command })
  if (begun && WITHOUT.includes(begun.status)) return undefined
  if (!begun?.ok) return begun
  // The site's own function made it.
  const { id, secret, code } = (await begun.json()) as CommandBegun
  const { isTTY } = process.stdin
  const lines = [
    `npm run ${command} needs a person. Open this address, and confirm if it shows this code:`,
    '',
    `    ${site}/admin/confirm#${id}`,
    `    ${code}`,
    '',
    `It waits for ten minutes.${isTTY ? ' Enter: use the emergency password instead.' : ''}`,
  ]
  console.error(lines.join('\n'))
  const end = new AbortController()
  const ways: Promise<Response | undefined>[] = [taken({ id, secret }, post, end.signal)]
  if (isTTY) ways.push(askTerminal('', false, end.signal).then(() => undefined))
  return Promise.race(ways).finally(() => {
    end.abort()
  })
}

/** Asks until somebody has confirmed, or the site has refused. */
async function taken(what: object, post: Post, signal: AbortSignal): Promise<Response> {
  for (;;) {
    await sleep(EVERY_MS, undefined, { signal })
    const answer = await post('command-session', what)
    const isOver = answer && (answer.status === 200 || [401, 403].includes(answer.status))
    if (isOver) return answer
  }
}

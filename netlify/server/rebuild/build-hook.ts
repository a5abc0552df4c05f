import { isPrivateUrl } from '#server/http/network.ts'

/** Timeout of a call; tests shorten it. */
export const limits = { answerMs: 10_000 }

type Hook = { url: string } | { wrong: string } | null

/** BUILD_HOOK: the address that starts a build. It is a secret, so no message has it. */
export function buildHook(): Hook {
  const url = process.env['BUILD_HOOK']
  if (!url) return null
  if (isPrivateUrl(url)) return { url }
  return { wrong: 'BUILD_HOOK: write the address of a build hook, which begins with https://.' }
}

/** Starts a build. Returns why it failed, without the address, or undefined. */
export async function startBuild(url: string): Promise<string | undefined> {
  const limit = AbortSignal.timeout(limits.answerMs)
  try {
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal: limit })
    // The body is not needed.
    void response.body?.cancel().catch(() => undefined)
    return response.ok ? undefined : `It answered ${response.status}.`
  } catch (error) {
    if (limit.aborted) return 'It gave no answer in time.'
    // The code alone, such as "ECONNREFUSED": a message may hold an address.
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
    return `It could not be reached${code && ` (${code})`}.`
  }
}

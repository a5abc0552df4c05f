import { deployContext, withRequestContext } from '#server/http/request-context.ts'

/**
 * Gives work its own time for storage. What a request asks of storage ends early, because a person
 * waits; a command that works on the whole store does it in pieces, each with this time, and sees to
 * it that all of them together end within the 60 s that Netlify gives a request.
 */
export const withOwnTime = <T>(work: () => Promise<T>): Promise<T> =>
  withRequestContext(deployContext(), work)

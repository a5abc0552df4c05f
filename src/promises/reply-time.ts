import { inWords } from '../text/in-words.ts'

/** How long a promised reply may take: hours on the clock, or days from Monday to Friday. */
export type ReplyTime = { count: number; unit: 'hours' | 'business days' }

/** More than anybody promises. */
const MOST = 90
const COUNTS = new Map(
  Array.from({ length: MOST }, (_, i) => i + 1).flatMap((count) => [
    [String(count), count] as const,
    [inWords(count), count] as const,
  ]),
)

/** What such words as “24 hours” or “two business days” say; null for others. */
export function replyTime(words: string): ReplyTime | null {
  const [, number = '', unit] = /^(\S+) (hour|business day)s?$/.exec(words) ?? []
  const count = COUNTS.get(number)
  if (count === undefined) return null
  return { count, unit: unit === 'hour' ? 'hours' : 'business days' }
}

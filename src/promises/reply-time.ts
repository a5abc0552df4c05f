import { inWords } from '../text/numbers.ts'

/** How long a promised reply may take: hours on the clock, or days from Monday to Friday. */
export type ReplyTime = { count: number; unit: 'hours' | 'business days' }

/** A larger number is treated as a mistake. */
const MAX_COUNT = 90
const COUNTS = new Map(
  Array.from({ length: MAX_COUNT }, (_, i) => i + 1).flatMap((count) => [
    [String(count), count] as const,
    [inWords(count), count] as const,
  ]),
)

/** Reads words such as “24 hours” or “two business days”. Returns null for other words. */
export function replyTime(words: string): ReplyTime | null {
  const [, number = '', unit] = /^(\S+) (hour|business day)s?$/.exec(words) ?? []
  const count = COUNTS.get(number)
  if (count === undefined) return null
  return { count, unit: unit === 'hour' ? 'hours' : 'business days' }
}

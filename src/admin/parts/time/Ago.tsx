import { useNow } from './now.ts'
import { spanInWords } from './span.ts'

/** How long ago that was. */
export function Ago({ time }: { time: string }) {
  const now = useNow()
  const ms = now - Date.parse(time)
  return ms < 60_000 ? 'just now' : `${spanInWords(ms)} ago`
}

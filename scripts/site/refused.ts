import { Stop } from './command.ts'

export class Refused extends Stop {
  override name = 'Refused'
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

/** Explains a refused request, with the site's own words if it sent some. */
export async function refusal(site: string, answer: Response | null): Promise<Stop> {
  if (!answer) return new Stop(`${site} did not answer.`)
  const goesTo = answer.headers.get('location')
  if (goesTo) return new Stop(`${site} sends its visitors to ${goesTo}: use that address.`)
  const body = (await answer.json().catch(() => ({}))) as { error?: unknown } | null
  const words = typeof body?.error === 'string' ? body.error : 'This is not the studio’s site.'
  const minutes = Math.ceil(Number(answer.headers.get('retry-after')) / 60)
  const wait = answer.status === 429 && minutes > 0 ? ` Try again in ${minutes} min.` : ''
  return new Refused(answer.status, `${site} answered ${answer.status}: ${words}${wait}`)
}

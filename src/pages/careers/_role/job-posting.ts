import { calendarOf, DAY_MS } from '../../../promises/calendar.ts'
import type { Role } from '../../../schemas/role.ts'
import type { Studio } from '../../../schemas/studio.ts'
import { escaped } from '../../../text/inline.ts'
import { postalAddress, studioId } from '../../../seo/structured-data.ts'

/**
 * A role for search engines (https://schema.org/JobPosting), with every fact that Google demands.
 * Undefined unless somebody has confirmed the role and it says since when it is open.
 */
export function jobPosting(role: Role, studio: Studio) {
  const { slug, title, opens, closes, confirmed } = role
  if (!confirmed || !opens) return undefined
  return {
    '@type': 'JobPosting',
    '@id': `${studio.host}/careers/${slug}#job`,
    title,
    description: description(role),
    datePosted: opens,
    ...(closes && { validThrough: lastMomentOf(closes, studio.timeZone) }),
    hiringOrganization: { ...studioId(studio), '@type': 'Organization', name: studio.name },
    jobLocation: { '@type': 'Place', address: postalAddress(studio) },
    directApply: true,
  }
}

/** Google reads HTML here. */
function description({ summary, focusAreas, mustHave }: Role): string {
  const list = (points: string[]) =>
    `<ul>${points.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`
  return `<p>${escaped(summary)}</p>${list(focusAreas)}${list(mustHave)}`
}

function lastMomentOf(day: string, timeZone: string): string {
  const end = calendarOf(timeZone).startOf(Date.parse(day) / DAY_MS + 1)
  return new Date(end - 1_000).toISOString()
}

import { roles } from '../../data/roles.ts'
import { studio } from '../../data/studio.ts'
import { words } from '../../data/words.ts'
import { postalAddress, studioId } from '../../seo/structured-data.ts'

const said = (await words('pages/careers')).roles

const points = (head: string, list: string[]) => [`${head}:`, ...list.map((point) => `- ${point}`)]

/** The open roles for search engines (https://schema.org/JobPosting). A residency is temporary. */
export const jobs = roles.map(({ slug, title, posted, type, summary, focusAreas, mustHave }) => ({
  '@type': 'JobPosting',
  title,
  description: [
    summary,
    ...points(said.focusAreas, focusAreas),
    ...points(said.mustHave, mustHave),
  ].join('\n'),
  datePosted: posted,
  employmentType: ['FULL_TIME', ...(/residency/i.test(type) ? ['TEMPORARY'] : [])],
  hiringOrganization: studioId(studio),
  jobLocation: { '@type': 'Place', address: postalAddress(studio) },
  directApply: true,
  url: `${studio.host}/careers?role=${slug}`,
}))

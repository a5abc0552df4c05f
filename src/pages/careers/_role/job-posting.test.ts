import { readFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'
import { expect, test } from 'vitest'

import { roleSchema } from '../../../schemas/role.ts'
import { studioSchema } from '../../../schemas/studio.ts'
import { jobPosting } from './job-posting.ts'

const { studio: written } = load(readFileSync('content/studio.yaml', 'utf8'), {
  schema: CORE_SCHEMA,
}) as { studio: unknown }
const studio = { ...studioSchema.parse(written), name: 'Studio', host: 'https://studio.test' }

const role = roleSchema.parse({
  order: 1,
  slug: 'chief-of-tests',
  title: 'Chief of Tests',
  location: 'Gurgaon, onsite',
  type: 'Full-time',
  summary: 'Owns tests & proofs.',
  focusAreas: ['Few tests', 'True ones'],
  mustHave: ['Patience', 'Doubt'],
})
const confirmed = { ...role, confirmed: true, opens: '2026-11-01' }

test('a role is offered to search engines only once it is confirmed and has its day', () => {
  expect(jobPosting(role, studio)).toBeUndefined()
  expect(jobPosting({ ...role, opens: '2026-11-01' }, studio)).toBeUndefined()
  expect(jobPosting({ ...role, confirmed: true }, studio)).toBeUndefined()
})

test('a confirmed role has every fact that Google demands', () => {
  expect(jobPosting(confirmed, studio)).toEqual({
    '@type': 'JobPosting',
    '@id': 'https://studio.test/careers/chief-of-tests#job',
    title: 'Chief of Tests',
    description:
      '<p>Owns tests &#38; proofs.</p><ul><li>Few tests</li><li>True ones</li></ul><ul><li>Patience</li><li>Doubt</li></ul>',
    datePosted: '2026-11-01',
    hiringOrganization: {
      '@type': 'Organization',
      '@id': 'https://studio.test/#studio',
      name: 'Studio',
    },
    jobLocation: {
      '@type': 'Place',
      address: expect.objectContaining({ addressLocality: studio.address.locality }) as unknown,
    },
    directApply: true,
  })
})

test('it is valid to the last second of its last day in the studio’s time zone', () => {
  const posting = jobPosting(
    { ...confirmed, closes: '2026-11-30' },
    { ...studio, timeZone: 'Asia/Kolkata' },
  )
  expect(posting).toMatchObject({ validThrough: '2026-11-30T18:29:59.000Z' })
})

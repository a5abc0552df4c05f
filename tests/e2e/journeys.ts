import type { Page } from 'playwright/test'
import { roles, words } from '../content.ts'
import { pdf } from './people.ts'

/** A form and its journey; `fill` finds the fields by their labels, as a person does. */
export type Journey = {
  form: string
  path: string
  collection: string
  /** The number of invalid fields in the empty form. */
  missing: number
  fill: (page: Page) => Promise<void>
  send: string
  busy: string
  thanks: string
  promise: string
  again: string
  stored: Record<string, unknown>
  /** The message for an unknown failure. */
  failure: string
}

const investor = words('forms/investor')
const eir = words('forms/eir')
const careers = words('forms/careers')
const role = roles.at(-1)

type Around = Pick<typeof eir, 'submit'> & { sent: { heading: string; again: string } }

const saidAround = ({ submit, sent }: Around) => ({
  send: submit.label,
  busy: submit.busy,
  thanks: sent.heading,
  again: sent.again,
})

export const journeys: Journey[] = [
  {
    form: 'investor',
    path: '/investors',
    collection: 'investor-submissions',
    missing: 2,
    async fill(page) {
      await page.getByLabel('Full name').fill(' Ada Lovelace ')
      await page.getByLabel('Email', { exact: true }).fill('ada@fund.test')
      await page.getByLabel('Firm').fill('Engine Fund')
      await page.getByLabel('Investor type').selectOption('Angel Syndicate')
      await page.getByLabel('Growth').check()
      await page.getByLabel('Pre-seed').check()
      await page.getByLabel('Message').fill('Two lines\nof text.')
    },
    ...saidAround(investor),
    promise: investor.sent.promise['Yes - send me the data room'],
    stored: {
      fullName: 'Ada Lovelace',
      email: 'ada@fund.test',
      firmName: 'Engine Fund',
      investorType: 'Angel Syndicate',
      stageFocus: ['Pre-seed', 'Growth'],
      dataRoomInterest: 'Yes - send me the data room',
      message: 'Two lines\nof text.',
    },
    failure: 'We could not submit your details. Please try again.',
  },
  {
    form: 'eir',
    path: '/eir',
    collection: 'eir-submissions',
    missing: 2,
    async fill(page) {
      await page.getByLabel('Full name').fill('Grace Hopper')
      await page.getByLabel('Email', { exact: true }).fill('grace@sea.test')
      await page.getByLabel('LinkedIn').fill('https://linkedin.test/in/grace')
      await page.getByLabel('How you would like to engage').selectOption('Open to both')
    },
    ...saidAround(eir),
    promise: eir.sent.promise,
    stored: {
      fullName: 'Grace Hopper',
      email: 'grace@sea.test',
      linkedIn: 'https://linkedin.test/in/grace',
      timeCommitment: 'Full-time (0→1 build)',
      ideaStatus: 'Open to both',
    },
    failure: 'We could not submit your profile. Please try again.',
  },
  {
    form: 'careers',
    path: '/careers',
    collection: 'career-applications',
    missing: 6,
    async fill(page) {
      await page.getByLabel('Role').selectOption({ label: role?.title ?? '' })
      await page.getByLabel('Full name').fill('Mary Jackson')
      await page.getByLabel('Work email').fill('mary@wing.test')
      await page.getByLabel('Phone number').fill('+91 98000 00000')
      await page.getByLabel('Current location').fill('Gurgaon')
      await page.getByLabel('Years of experience').fill('12')
      const file = { name: 'mary.pdf', mimeType: 'application/pdf', buffer: pdf(3_000) }
      await page.getByLabel('Resume', { exact: true }).setInputFiles(file)
    },
    ...saidAround(careers),
    promise: careers.sent.promise,
    stored: {
      roleSlug: role?.slug,
      roleTitle: role?.title,
      fullName: 'Mary Jackson',
      email: 'mary@wing.test',
      phone: '+91 98000 00000',
      currentLocation: 'Gurgaon',
      yearsExperience: '12',
      resumeFileName: 'mary.pdf',
      resumeFileType: 'application/pdf',
      resumeFileSize: 3_000,
    },
    failure: 'We could not submit your application. Please try again.',
  },
]

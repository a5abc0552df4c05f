import { expect, type Page } from 'playwright/test'
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
  promise: RegExp
  again: string
  stored: Record<string, unknown>
  /** The message for an unknown failure. */
  failure: string
}

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
    send: 'Submit interest',
    busy: 'Submitting...',
    thanks: 'Thank you',
    promise: /The data room and next steps .* within two business days/,
    again: 'Send another message',
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
    send: 'Submit profile',
    busy: 'Submitting...',
    thanks: 'Profile received',
    promise: /reply within five business days/,
    again: 'Submit another profile',
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
      await page.getByLabel('Role').selectOption({ label: 'Chief Revenue Officer' })
      await page.getByLabel('Full name').fill('Mary Jackson')
      await page.getByLabel('Work email').fill('mary@wing.test')
      await page.getByLabel('Phone number').fill('+91 98000 00000')
      await page.getByLabel('Current location').fill('Gurgaon')
      await page.getByLabel('Years of experience').fill('12')
      const file = { name: 'mary.pdf', mimeType: 'application/pdf', buffer: pdf(3_000) }
      await page.getByLabel('Resume', { exact: true }).setInputFiles(file)
      await expect(page.getByText('mary.pdf 3 KB')).toBeVisible()
    },
    send: 'Submit application',
    busy: 'Submitting...',
    thanks: 'Application received',
    promise: /A person reads your application/,
    again: 'Send another application',
    stored: {
      roleSlug: 'chief-revenue-officer',
      roleTitle: 'Chief Revenue Officer',
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

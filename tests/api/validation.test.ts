import { expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { answersTo } from './answers.ts'
import { sendNatively } from './native.ts'
import { send, useStudio } from './studio.ts'

useStudio()

/** Every rule of every field, with its message. Undefined means that the field is not sent. */
const rules: [form: Form, field: string, wrong: unknown[], message: string][] = [
  [contact, 'name', [undefined, '', '  ', 7], 'Full name is required.'],
  [contact, 'email', [undefined, ' '], 'Email address is required.'],
  [contact, 'email', ['ada', 'ada@x', 'a b@c.d', 'ａda@c.de'], 'Enter a valid email address.'],
  [contact, 'subject', [undefined, '', 'Gossip'], 'Select a subject.'],
  [contact, 'message', [undefined, '\n'], 'Please tell us about your request.'],

  [careers, 'fullName', [undefined, ' '], 'Full name is required.'],
  [careers, 'email', [undefined, ''], 'Work email is required.'],
  [
    careers,
    'email',
    ['mary@wing', '@wing.test', 'mary²@wing.test'],
    'Enter a valid email address.',
  ],
  [careers, 'phone', [undefined, ' '], 'Phone number is required.'],
  [careers, 'currentLocation', [undefined, ''], 'Let us know your current location.'],
  [careers, 'yearsExperience', [undefined, ''], 'Share your years of experience.'],
  [careers, 'roleSlug', [undefined, 'x'], 'Select the role you are applying for.'],
  [
    careers,
    'linkedIn',
    ['linkedin.test', 'ftp://a.b', 'http://'],
    'Provide a valid LinkedIn URL (https://www.linkedin.com/in/…).',
  ],
  [
    careers,
    'portfolioUrl',
    ['a.b', 'javascript:alert(1)'],
    'Provide a valid portfolio URL (https://example.com).',
  ],

  [investor, 'fullName', [undefined, ''], 'Full name is required.'],
  [investor, 'email', [undefined, ''], 'Email is required.'],
  [investor, 'email', ['a@b', 'a@ｂ.cd'], 'Enter a valid email address.'],
  [investor, 'investorType', [undefined, 'Bank'], 'Investor type is required.'],
  [investor, 'dataRoomInterest', [undefined, 'Perhaps'], 'Select your data room preference.'],
  [investor, 'stageFocus', [['Series Z'], 'Seed'], 'Choose from the list.'],

  [eir, 'fullName', [undefined, ''], 'Full name is required.'],
  [eir, 'email', [undefined, ''], 'Email is required.'],
  [eir, 'email', ['a@b', 'ﬁ@b.cd'], 'Enter a valid email address.'],
  [eir, 'linkedIn', ['linkedin.test', 'http://'], 'Enter a valid URL.'],
  [eir, 'timeCommitment', [undefined, 'Never'], 'Select your preferred time commitment.'],
  [eir, 'ideaStatus', [undefined, 'None'], 'Select how you would like to engage.'],

  [waitlist, 'email', [undefined, ''], 'Email is required.'],
  [waitlist, 'email', ['a@b', 'ｖictim²@example.com'], 'Enter a valid email address.'],
  [waitlist, 'source', [undefined, 'elsewhere'], 'Name the source.'],
  [waitlist, 'projectSlug', [undefined, 'gossip'], 'Choose an app.'],
]

const cases = rules.flatMap(([form, field, wrong, message]) =>
  wrong.map((value) => ({ form, name: form.name, field, value, message })),
)

test.each(cases)(
  '$name: $field $value is answered “$message”',
  async ({ form, field, value, message }) => {
    const answer = await send(form, { ...(await answersTo(form)), [field]: value })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({
      error: 'Please review the highlighted fields.',
      fields: { [field]: message },
    })
  },
)

/** The same values as a browser sends them without script: all of them are texts. */
const typed = cases.filter(({ value }) => value === undefined || typeof value === 'string')

test.each(typed.filter(({ field }) => field !== 'stageFocus'))(
  '$name without script: $field $value is answered “$message” beside the field and above',
  async ({ form, field, value, message }) => {
    const answer = await sendNatively(form, { ...(await answersTo(form)), [field]: value })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    const isVisible = form.fields[field]?.control !== 'none'
    expect(html.split(message)).toHaveLength(isVisible ? 3 : 2)
    expect(html.includes(`<a href="#${form.name}-${field}">${message}</a>`)).toBe(isVisible)
    expect(html.includes(`id="${form.name}-${field}-error">${message}<`)).toBe(isVisible)
  },
)

const files: [what: string, facts: object, message: string][] = [
  ['nothing', { resumeFileName: undefined }, 'Upload your resume in PDF format.'],
  ['a program', { resumeFileName: 'cv.exe' }, 'Please upload a PDF resume.'],
  ['4 MiB', { resumeFileSize: 4 * 1024 * 1024 }, 'Resume must be smaller than 4 MB.'],
  [
    'a name without end',
    { resumeFileName: `${'a'.repeat(200)}.pdf` },
    'Use a file name of at most 200 characters.',
  ],
]

test.each(files)('careers: %s as a resume gets a message', async (_, facts, message) => {
  const answer = await send(careers, { ...(await answersTo(careers)), ...facts })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ fields: { resumeFile: message } })
  const native = await sendNatively(careers, { ...(await answersTo(careers)), ...facts })
  expect(native.status).toBe(422)
  expect((await native.text()).split(message)).toHaveLength(3)
})

const optional: [Form, string[]][] = [
  [contact, ['company', 'portfolioCompany']],
  [careers, ['linkedIn', 'portfolioUrl', 'coverLetter']],
  [
    investor,
    [
      'firmName',
      'role',
      'typicalTicket',
      'aum',
      'stageFocus',
      'geographicFocus',
      'strategicFocus',
      'message',
    ],
  ],
  [
    eir,
    [
      'linkedIn',
      'yearsExperience',
      'domainFocus',
      'strongestSkills',
      'ventureSummary',
      'supportNeeds',
      'additionalNotes',
    ],
  ],
  [waitlist, ['name', 'projectName']],
]

test.each(optional)('$name is accepted without its optional fields', async (form, names) => {
  const answers = await answersTo(form)
  for (const name of names) Reflect.deleteProperty(answers, name)
  expect((await send(form, answers)).status).toBe(201)
})

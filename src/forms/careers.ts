import { choice, email, line, optional, optionalText, pdf, webAddress } from './answer.ts'
import { defineForm, type Form } from './form.ts'
import { RESUME_LIMIT_BYTES, resumeWords } from './resume.ts'

const missingRole = 'Select the role you are applying for.'

export const careers = defineForm({
  name: 'careers',
  collection: 'career-applications',
  noun: 'career application',
  plural: 'career applications',
  tab: 'Careers',
  captchaAction: 'career_form',
  failure: 'We could not submit your application. Please try again.',
  // The platform takes 6 MB. The resume leaves enough of it for all other answers.
  bodyLimitBytes: 5_900_000,
  columns: [
    'fullName',
    'email',
    'roleTitle',
    'roleSlug',
    'currentLocation',
    'yearsExperience',
    'createdAt',
  ],
  fields: {
    roleSlug: {
      label: 'Role',
      column: 'Role slug',
      control: 'select',
      options: [],
      wide: true,
      answer: line(missingRole),
    },
    roleTitle: { label: 'Role', control: 'none', answer: line(missingRole) },
    fullName: {
      label: 'Full name',
      control: 'line',
      autoComplete: 'name',
      answer: line('Full name is required.'),
    },
    email: {
      label: 'Work email',
      control: 'email',
      autoComplete: 'email',
      answer: email('Work email is required.'),
    },
    phone: {
      label: 'Phone number',
      control: 'phone',
      autoComplete: 'tel',
      answer: line('Phone number is required.'),
    },
    currentLocation: {
      label: 'Current location',
      column: 'Location',
      control: 'line',
      autoComplete: 'address-level2',
      answer: line('Let us know your current location.'),
    },
    yearsExperience: {
      label: 'Years of experience',
      column: 'Years',
      control: 'line',
      inputMode: 'numeric',
      answer: line('Share your years of experience.'),
    },
    linkedIn: {
      label: 'LinkedIn',
      control: 'url',
      answer: optional(webAddress('Provide a valid LinkedIn URL (https://www.linkedin.com/in/…).')),
    },
    portfolioUrl: {
      label: 'Portfolio',
      control: 'url',
      wide: true,
      answer: optional(webAddress('Provide a valid portfolio URL (https://example.com).')),
    },
    resumeFile: {
      label: 'Resume',
      control: 'file',
      wide: true,
      answer: pdf(RESUME_LIMIT_BYTES, resumeWords),
    },
    coverLetter: { label: 'Cover letter', control: 'text', wide: true, answer: optionalText() },
  },
})

export type OpenRole = { slug: string; title: string }

/** The form for these open roles: other roles are refused. A role's own page chooses that role. */
export function careersFor(roles: readonly OpenRole[], chosen?: string): Form {
  const { roleSlug, roleTitle } = careers.fields
  const options = roles.map(({ slug, title }) => ({ value: slug, label: title }))
  const slugs = roles.map(({ slug }) => slug)
  return {
    ...careers,
    // The title follows from the role. A title in the request is ignored.
    derive: ({ roleSlug }) => ({ roleTitle: roles.find(({ slug }) => slug === roleSlug)?.title }),
    fields: {
      ...careers.fields,
      roleSlug: { ...roleSlug, options, chosen, answer: choice(slugs, missingRole) },
      roleTitle: { ...roleTitle, answer: optional(roleTitle.answer) },
    },
  }
}

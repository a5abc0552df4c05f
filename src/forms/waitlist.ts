import { choice, email, line, optionalLine } from './answer.ts'
import { defineForm, type Form } from './form.ts'

const missingProject = 'Choose an app.'

export const waitlist = defineForm({
  name: 'waitlist',
  collection: 'waitlist',
  noun: 'waitlist entry',
  plural: 'waitlist entries',
  tab: 'Waitlist',
  captchaAction: 'waitlist_form',
  failure: 'Something went wrong. Try again.',
  columns: ['id', 'email', 'name', 'source', 'createdAt'],
  splitBy: 'projectSlug',
  unique: 'email',
  fields: {
    email: {
      label: 'Email',
      control: 'email',
      autoComplete: 'email',
      answer: email('Email is required.'),
    },
    name: { label: 'Name', control: 'line', autoComplete: 'name', answer: optionalLine() },
    source: { label: 'Source', control: 'none', answer: choice(['landing'], 'Name the source.') },
    projectSlug: { label: 'App', control: 'none', answer: line(missingProject) },
    projectName: { label: 'App name', control: 'none', answer: optionalLine() },
  },
})

/** An app with a waitlist: the slug of its list, and the app's name. */
export type Project = { slug: string; name: string }

/** The form for these projects: other projects are refused. */
export function waitlistFor(projects: readonly Project[]): Form {
  const slugs = projects.map(({ slug }) => slug)
  const { fields } = waitlist
  return {
    ...waitlist,
    // The name follows from the project. A name in the request is ignored.
    derive: ({ projectSlug }) => ({
      projectName: projects.find(({ slug }) => slug === projectSlug)?.name,
    }),
    fields: {
      ...fields,
      projectSlug: { ...fields.projectSlug, answer: choice(slugs, missingProject) },
    },
  }
}

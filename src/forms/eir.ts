import { choice, email, line, optional, optionalLine, optionalText, url } from './answer.ts'
import { defineForm } from './form.ts'

const commitments = [
  'Full-time (0→1 build)',
  'Part-time (evenings/weekends)',
  'Specialist sprint (4-6 weeks)',
] as const

const engagements = ['Join an existing venture', 'Bring my own concept', 'Open to both'] as const

/** An application as entrepreneur in residence. */
export const eir = defineForm({
  name: 'eir',
  collection: 'eir-submissions',
  noun: 'EIR submission',
  plural: 'EIR submissions',
  tab: 'EIR',
  captchaAction: 'eir_form',
  failure: 'We could not submit your profile. Please try again.',
  replyPromise: 'eirReply',
  columns: ['fullName', 'email', 'timeCommitment', 'ideaStatus', 'createdAt'],
  fields: {
    fullName: {
      label: 'Full name',
      control: 'line',
      autoComplete: 'name',
      answer: line('Full name is required.'),
    },
    email: {
      label: 'Email',
      control: 'email',
      autoComplete: 'email',
      answer: email('Email is required.'),
    },
    linkedIn: {
      label: 'LinkedIn',
      control: 'url',
      answer: optional(url('Enter a valid URL.')),
    },
    yearsExperience: {
      label: 'Years of experience',
      column: 'Years',
      control: 'line',
      inputMode: 'numeric',
      answer: optionalLine(),
    },
    domainFocus: {
      label: 'The field you know',
      column: 'Field',
      control: 'line',
      answer: optionalLine(),
    },
    strongestSkills: {
      label: 'What you do best',
      column: 'Skills',
      control: 'line',
      answer: optionalLine(),
    },
    timeCommitment: {
      label: 'Time commitment',
      column: 'Time',
      control: 'select',
      options: commitments,
      answer: choice(commitments, 'Select your preferred time commitment.'),
    },
    ideaStatus: {
      label: 'How you would like to engage',
      column: 'Engagement',
      control: 'select',
      options: engagements,
      answer: choice(engagements, 'Select how you would like to engage.'),
    },
    ventureSummary: {
      label: 'The venture you have in mind',
      column: 'Venture',
      control: 'text',
      wide: true,
      answer: optionalText(),
    },
    supportNeeds: {
      label: 'What you need from us',
      column: 'Needs',
      control: 'text',
      wide: true,
      answer: optionalText(),
    },
    additionalNotes: {
      label: 'Anything else',
      column: 'Notes',
      control: 'text',
      wide: true,
      answer: optionalText(),
    },
  },
})

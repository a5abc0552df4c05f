import { choice, email, line, optionalLine, optionalText, several } from './answer.ts'
import { defineForm } from './form.ts'

const investorTypes = [
  'Institutional Venture Fund',
  'Corporate Strategic',
  'Family Office / HNWI',
  'Angel Syndicate',
  'Other',
] as const

const stages = ['Pre-seed', 'Seed', 'Series A', 'Growth'] as const

// TO CONFIRM ★: the second and third answer about the data room; only the first was given | investors, stored with each answer | the wording; rename before the first submission
export const dataRoomAnswers = [
  'Yes - send me the data room',
  'Later - talk to me first',
  'No - keep me informed',
] as const

export const investor = defineForm({
  name: 'investor',
  collection: 'investor-submissions',
  noun: 'investor submission',
  plural: 'investor submissions',
  tab: 'Investors',
  captchaAction: 'investor_form',
  failure: 'We could not submit your details. Please try again.',
  replyPromise: 'investorReply',
  columns: ['fullName', 'email', 'firmName', 'investorType', 'createdAt'],
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
    firmName: {
      label: 'Firm',
      control: 'line',
      autoComplete: 'organization',
      answer: optionalLine(),
    },
    role: {
      label: 'Your role',
      column: 'Role',
      control: 'line',
      autoComplete: 'organization-title',
      answer: optionalLine(),
    },
    investorType: {
      label: 'Investor type',
      control: 'select',
      options: investorTypes,
      answer: choice(investorTypes, 'Investor type is required.'),
    },
    typicalTicket: {
      label: 'Typical ticket',
      control: 'line',
      answer: optionalLine(),
    },
    aum: {
      label: 'Assets under management',
      column: 'AUM',
      control: 'line',
      answer: optionalLine(),
    },
    geographicFocus: {
      label: 'Where you invest',
      column: 'Geography',
      control: 'line',
      answer: optionalLine(),
    },
    stageFocus: {
      label: 'Stages you back',
      column: 'Stages',
      control: 'several',
      options: stages,
      wide: true,
      answer: several(stages),
    },
    strategicFocus: {
      label: 'What you look for',
      column: 'Focus',
      control: 'line',
      wide: true,
      answer: optionalLine(),
    },
    dataRoomInterest: {
      label: 'Data room',
      control: 'select',
      options: dataRoomAnswers,
      wide: true,
      answer: choice(dataRoomAnswers, 'Select your data room preference.'),
    },
    message: { label: 'Message', control: 'text', wide: true, answer: optionalText() },
  },
})

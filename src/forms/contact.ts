import { choice, email, line, optionalLine, text } from './answer.ts'
import { defineForm } from './form.ts'

const subjects = [
  'General Inquiry',
  'Investment Opportunity',
  'Partnership Request',
  'Job Application',
  'Other',
] as const

export const contact = defineForm({
  name: 'contact',
  collection: 'contact-submissions',
  noun: 'contact submission',
  plural: 'contact submissions',
  tab: 'Contact',
  captchaAction: 'contact_form',
  failure: 'We could not send your message. Please try again.',
  readsErrorOnly: true,
  replyPromise: 'contactReply',
  columns: ['name', 'email', 'company', 'subject', 'createdAt'],
  fields: {
    name: {
      label: 'Full name',
      column: 'Name',
      control: 'line',
      autoComplete: 'name',
      answer: line('Full name is required.'),
    },
    email: {
      label: 'Email address',
      column: 'Email',
      control: 'email',
      autoComplete: 'email',
      answer: email('Email address is required.'),
    },
    company: {
      label: 'Company',
      control: 'line',
      autoComplete: 'organization',
      answer: optionalLine(),
    },
    portfolioCompany: {
      label: 'Portfolio company of interest',
      control: 'line',
      answer: optionalLine(),
    },
    subject: {
      label: 'Subject',
      control: 'select',
      options: subjects,
      wide: true,
      answer: choice(subjects, 'Select a subject.'),
    },
    message: {
      label: 'Message',
      control: 'text',
      wide: true,
      answer: text('Please tell us about your request.'),
    },
  },
})

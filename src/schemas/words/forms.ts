import { z } from 'astro/zod'

import { careers } from '../../forms/careers.ts'
import { contact } from '../../forms/contact.ts'
import { eir } from '../../forms/eir.ts'
import type { Form } from '../../forms/form.ts'
import { dataRoomAnswers, investor } from '../../forms/investor.ts'
import { waitlist } from '../../forms/waitlist.ts'
import { group, line, text, unlisted, withLinks } from './parts.ts'

/* What a form asks is in src/forms: these are the words around it. */

const submit = group({
  label: line('The button.'),
  busy: line('The button while the form is being sent.'),
})

/** Not a word, but it stands with the words: functions read it. */
const receipts = z
  .boolean()
  .describe(
    'Whether a mail confirms a submission to its sender (content/forms/receipt.yaml): `true` or `false`.',
  )

/* What forms quote. Islands fill it in as it is. */
const app = { app: 'One' }
const pressed = { button: 'Send' }

type Asking = Pick<Form, 'fields'>

/** Texts of some fields, by the fields' names. */
const byField = ({ fields }: Asking, about: string) =>
  z
    .partialRecord(z.enum(Object.keys(fields)), line('The text.'))
    .default({})
    .describe(about)

const aroundFields = (form: Asking) => ({
  placeholders: byField(form, 'Examples in empty fields, by the fields’ names.'),
  hints: byField(form, 'Hints below fields, by the fields’ names.'),
})

const onePromise = line('What happens next.')

const promiseByAnswer = z
  .record(z.enum(dataRoomAnswers), onePromise)
  .describe('What happens next, by the answer about the data room.')

/** content/forms/<form>.yaml; `more` are words of a field that only this form has. */
const longForm = <P extends z.ZodType, T extends z.ZodRawShape>(
  form: Asking,
  promise: P,
  more: T,
) =>
  group({
    submit,
    receipts,
    consent: withLinks('What the sender agrees to.'),
    sent: group({
      heading: line('The heading of the panel that thanks.'),
      promise,
      again: line('The button that leads to an empty form.'),
    }),
    ...aroundFields(form),
    ...more,
  })

const clear = group({
  label: line('The button that empties the field of the venture.'),
  what: line('What screen readers add to it.'),
})

const resume = group({
  choose: line('In the place for the resume.'),
  drop: line('Beside it.'),
  remove: line('The button beside a chosen resume.'),
  what: line('What screen readers add to it.'),
})

/** What a form says when it can't work. */
const troubles = {
  stopped: line('If the form’s code fails.'),
  loadFailed: line(
    'If the form’s code does not come; `{this.button}` is the form’s button.',
    pressed,
  ),
}

/** content/forms/waitlist.yaml */
const waitlistForm = group({
  submit,
  receipts,
  consent: withLinks('What the sender agrees to; `{this.app}` is the app.', app),
  answers: group({
    joined: line('Below the button once the address is stored.'),
    duplicate: line('If it was stored before.'),
    failed: line('If it could not be stored.'),
  }),
  ...aroundFields(waitlist),
  ...troubles,
})

/**
 * content/forms/all-forms.yaml: what every form says, the waitlist only `optional`, `reload` and
 * `meanwhile`.
 */
const allForms = group({
  reload: line('The button where a form’s code failed.'),
  optional: line('Behind the label of a field that may stay empty.'),
  filled: line('Behind the number of filled required fields; `{this.all}` is their number.', {
    all: '5',
  }),
  uploading: line('Before how much of the resume is sent.'),
  saving: line('When it is sent and not stored yet.'),
  reference: line('On the panel that thanks, before the submission’s reference.'),
  quote: line('Behind the reference.'),
  meanwhile: line('With the thanks, if something was typed while the form was being sent.'),
  ...troubles,
})

/** content/forms/without-script.yaml */
const withoutScript = group({
  refused: group({
    metadata: unlisted,
    mark: line('The name on the scale of the page for a form that was not stored.'),
    heading: text('Its heading.'),
    lead: text('Beside the heading.'),
    kept: line('Above the form, if only our side failed.'),
    fileAgain: line('At the field of a file, if other fields are wrong.'),
    back: line('If the form can’t be shown again.'),
    form: line('The link to the form’s page, below that.'),
  }).describe('The page for a form that was not stored.'),
  sent: group({
    mark: line('The name on the scale of the page that thanks.'),
    investor: line('What happens next, for all investors.'),
    waitlist: line('What happens next on a waitlist.'),
    withoutFile: line('The heading if a resume could not be kept.'),
    home: line('The link to the home page.'),
  }).describe('The page that thanks; its other words are the form’s.'),
})

/** What a receipt quotes. */
const quoted = {
  what: { what: 'your message' },
  reference: { reference: '71d0c93c9b07' },
  moment: { moment: 'Tue 24 Nov, 14:10 IST' },
  day: { day: 'Wed 25 Nov IST' },
  link: { link: 'https://studio.example/privacy-policy' },
}

const what = (form: Form) => line(`What a sender of the ${form.noun} has sent.`)

/**
 * content/forms/receipt.yaml: the mail to the sender, and when the sender hears from the studio.
 * Functions read it too, so of all facts it may quote those of content/studio.yaml alone.
 */
const receipt = group({
  what: group({
    contact: what(contact),
    investor: what(investor),
    eir: what(eir),
    careers: what(careers),
    waitlist: what(waitlist),
  }).describe('What was sent, by form; the texts below quote it as `{this.what}`.'),
  subject: line('The subject of the mail.', quoted.what),
  received: line('Its first sentence.', quoted.what),
  reference: line('The reference, and what it is for.', quoted.reference),
  due: line(
    'When the sender hears from the studio, in the mail and on the panel that thanks: at a moment.',
    quoted.moment,
  ),
  dueDay: line('The same if it is the end of a day.', quoted.day),
  ownTime: line(
    'Behind it on the panel, if the visitor’s clock shows another time.',
    quoted.moment,
  ),
  erase: line('How the sender has the submission erased.'),
  policy: line('The link to the privacy policy, the only one.', quoted.link),
})

export const formSchemas = {
  'forms/all-forms': allForms,
  'forms/receipt': receipt,
  'forms/contact': longForm(contact, onePromise, { clear }),
  'forms/investor': longForm(investor, promiseByAnswer, {}),
  'forms/eir': longForm(eir, onePromise, {}),
  'forms/careers': longForm(careers, onePromise, { resume }),
  'forms/waitlist': waitlistForm,
  'forms/without-script': withoutScript,
}

/** The words of a form with a panel that thanks. */
export type FormWords = z.output<(typeof formSchemas)['forms/eir' | 'forms/investor']>

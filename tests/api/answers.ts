import { randomUUID } from 'node:crypto'
import { asChoice, type Form } from '#forms/form.ts'
import { withOpenChoices, waitlistProjects } from '#server/content/offered.ts'

const resume = Buffer.from('%PDF-1.7\nAda Lovelace, engines\n%%EOF')

/** Answers for the fields of all forms, with a new email each time. */
const visitor = async () => ({
  name: 'Ada Lovelace',
  fullName: 'Ada Lovelace',
  email: `${randomUUID()}@example.com`,
  message: 'I would like to talk.',
  phone: '+91 98765 43210',
  currentLocation: 'Gurugram',
  yearsExperience: '12',
  resumeFileName: 'ada.pdf',
  resumeFileType: 'application/pdf',
  resumeFileSize: resume.byteLength,
  resumeFileBase64: resume.toString('base64'),
  source: 'landing',
  projectSlug: (await waitlistProjects())[0]?.slug,
})

/** Valid answers to a form. A field with options gets its first option. */
export async function answersTo(form: Form): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = await visitor()
  for (const [name, field] of Object.entries((await withOpenChoices(form)).fields)) {
    const [first] = field.options ?? []
    if (first === undefined) continue
    const { value } = asChoice(first)
    answers[name] = field.control === 'several' ? [value] : value
  }
  return answers
}

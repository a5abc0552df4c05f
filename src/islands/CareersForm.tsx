import words from 'words:forms/careers'
import { careersFor, type OpenRole } from '#forms/careers.ts'
import { FormView } from './form/FormView.tsx'
import type { SpecialProps } from './form/FormField.tsx'
import { ResumeInput } from './form/ResumeInput.tsx'

/** `chosen` is the slug of the role whose page this is. An island’s root is drawn once. */
export function CareersForm({ roles, chosen }: { roles: OpenRole[]; chosen?: string }) {
  const form = careersFor(roles, chosen)
  return (
    <FormView form={form} words={words} inputs={{ resumeFile: Resume }} clearErrorsOn="roleSlug" />
  )
}

/** Only this island loads the words of the resume. */
const Resume = (props: SpecialProps) => <ResumeInput {...props} words={words.resume} />

import { useMemo } from 'react'
import words from 'words:forms/careers'
import { careersFor, type OpenRole } from '#forms/careers.ts'
import { FormView } from './form/FormView.tsx'
import type { SpecialProps } from './form/input-props.ts'
import { ResumeInput } from './form/ResumeInput.tsx'

export function CareersForm({ roles }: { roles: OpenRole[] }) {
  const form = useMemo(() => careersFor(roles), [roles])
  return (
    <FormView form={form} words={words} inputs={{ resumeFile: Resume }} clearErrorsOn="roleSlug" />
  )
}

/** Only this island loads the words of the resume. */
const Resume = (props: SpecialProps) => <ResumeInput {...props} words={words.resume} />

import { useMemo } from 'react'
import { careersFor, type OpenRole } from '#forms/careers.ts'
import { FormView } from './form/FormView.tsx'
import { ResumeInput } from './form/ResumeInput.tsx'

type Props = { roles: OpenRole[]; fallbackEmail: string }

/** The application form for these roles. */
export function CareersForm({ roles, fallbackEmail }: Props) {
  const form = useMemo(() => careersFor(roles), [roles])
  return (
    <FormView
      form={form}
      submit={{ label: 'Submit application', busy: 'Submitting...' }}
      sent={{
        heading: 'Application received',
        again: 'Send another application',
        promise: <p className="lead">Thank you. A person reads it, resume and all.</p>,
      }}
      inputs={{ resumeFile: ResumeInput }}
      clearErrorsOn="roleSlug"
      fallbackEmail={fallbackEmail}
    />
  )
}

import { useMemo } from 'react'
import { careersFor, type OpenRole } from '#forms/careers.ts'
import { FormView } from './form/FormView.tsx'
import { ResumeInput } from './form/ResumeInput.tsx'

type Props = { roles: OpenRole[]; minimumAge: number; fallbackEmail: string }

export function CareersForm({ roles, minimumAge, fallbackEmail }: Props) {
  const form = useMemo(() => careersFor(roles), [roles])
  return (
    <FormView
      form={form}
      submit={{ label: 'Submit application', busy: 'Submitting...' }}
      sent={{
        heading: 'Application received',
        again: 'Send another application',
        promise: (
          <p className="lead">Thank you. A person reads your application and your resume.</p>
        ),
      }}
      consent={
        <>
          By applying you confirm that you are {minimumAge} or over and agree that we keep your
          details and resume for this hiring process, as our{' '}
          <a href="/privacy-policy">Privacy Policy</a> says.
        </>
      }
      inputs={{ resumeFile: ResumeInput }}
      clearErrorsOn="roleSlug"
      fallbackEmail={fallbackEmail}
    />
  )
}

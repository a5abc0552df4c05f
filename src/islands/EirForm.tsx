import { eir } from '#forms/eir.ts'
import { FormView } from './form/FormView.tsx'

type Props = {
  /** When the applicant hears from the studio, such as "five business days". */
  replyWithin: string
  fallbackEmail: string
}

/** The form for entrepreneurs in residence. */
export function EirForm({ replyWithin, fallbackEmail }: Props) {
  return (
    <FormView
      form={eir}
      submit={{ label: 'Submit profile', busy: 'Submitting...' }}
      sent={{
        heading: 'Profile received',
        again: 'Submit another profile',
        promise: <p className="lead">Thank you. We reply within {replyWithin}.</p>,
      }}
      fallbackEmail={fallbackEmail}
    />
  )
}

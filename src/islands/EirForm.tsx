import { eir } from '#forms/eir.ts'
import { FormView } from './form/FormView.tsx'

type Props = {
  /** When the applicant hears from the studio, such as "five business days". */
  replyWithin: string
  minimumAge: number
  fallbackEmail: string
}

export function EirForm({ replyWithin, minimumAge, fallbackEmail }: Props) {
  return (
    <FormView
      form={eir}
      submit={{ label: 'Submit profile', busy: 'Submitting...' }}
      sent={{
        heading: 'Profile received',
        again: 'Submit another profile',
        promise: <p className="lead">Thank you. We reply within {replyWithin}.</p>,
      }}
      consent={
        <>
          By sending this you confirm that you are {minimumAge} or over and agree that we use it to
          consider your profile and to reply, as our <a href="/privacy-policy">Privacy Policy</a>{' '}
          says.
        </>
      }
      fallbackEmail={fallbackEmail}
    />
  )
}

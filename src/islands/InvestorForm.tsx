import { investor } from '#forms/investor.ts'
import { FormView } from './form/FormView.tsx'

type Props = {
  /** When the data room and next steps come, such as "two business days". */
  replyWithin: string
  minimumAge: number
  fallbackEmail: string
}

export function InvestorForm({ replyWithin, minimumAge, fallbackEmail }: Props) {
  return (
    <FormView
      form={investor}
      submit={{ label: 'Submit interest', busy: 'Submitting...' }}
      sent={{
        heading: 'Thank you',
        again: 'Send another enquiry',
        promise: (
          <p className="lead">
            The data room, if you asked for it, and next steps reach you within {replyWithin}.
          </p>
        ),
      }}
      consent={
        <>
          By sending this you confirm that you are {minimumAge} or over and agree that we use it to
          send what you asked for, as our <a href="/privacy-policy">Privacy Policy</a> says.
        </>
      }
      fallbackEmail={fallbackEmail}
    />
  )
}

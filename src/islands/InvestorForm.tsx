import { investor } from '#forms/investor.ts'
import { FormView } from './form/FormView.tsx'

type Props = {
  /** When the data room and next steps come, such as "two business days". */
  replyWithin: string
  fallbackEmail: string
}

/** The form for investors. */
export function InvestorForm({ replyWithin, fallbackEmail }: Props) {
  return (
    <FormView
      form={investor}
      submit={{ label: 'Submit interest', busy: 'Submitting...' }}
      sent={{
        heading: 'Thank you',
        again: 'Submit another interest',
        promise: (
          <p className="lead">The data room and next steps reach you within {replyWithin}.</p>
        ),
      }}
      fallbackEmail={fallbackEmail}
    />
  )
}

import { useRef } from 'react'
import { contact } from '#forms/contact.ts'
import type { SpecialProps } from './form/input-props.ts'
import { FormView } from './form/FormView.tsx'

type Props = {
  /** When the visitor hears from the studio, such as "24 hours". */
  replyWithin: string
  minimumAge: number
  fallbackEmail: string
}

export function ContactForm({ replyWithin, minimumAge, fallbackEmail }: Props) {
  return (
    <FormView
      form={contact}
      submit={{ label: 'Send message', busy: 'Sending...' }}
      sent={{
        heading: 'Message Sent!',
        again: 'Send another message',
        promise: (
          <p className="lead">
            Thank you. A person reads it, and you get next steps within {replyWithin}.
          </p>
        ),
      }}
      consent={
        <>
          By sending this you confirm that you are {minimumAge} or over and agree that we keep it to
          answer you, as our <a href="/privacy-policy">Privacy Policy</a> says.
        </>
      }
      inputs={{ portfolioCompany: ClearableLine }}
      fallbackEmail={fallbackEmail}
    />
  )
}

/** An input with a button that empties it: the page may have filled it from its address. */
function ClearableLine({ input: props }: SpecialProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="clearable">
      <input {...props} type="text" ref={input} />
      <button
        type="button"
        onClick={() => {
          if (input.current) empty(input.current)
        }}
      >
        Clear<span className="visually-hidden"> the portfolio company</span>
      </button>
    </div>
  )
}

/** The form must notice the change like any other edit. */
function empty(input: HTMLInputElement) {
  input.value = ''
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}

import { useRef } from 'react'
import words from 'words:forms/contact'
import { contact } from '#forms/contact.ts'
import type { SpecialProps } from './form/FormField.tsx'
import { FormView } from './form/FormView.tsx'

export const ContactForm = () => (
  <FormView form={contact} words={words} inputs={{ portfolioCompany: ClearableLine }} />
)

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
        {words.clear.label}
        <span className="visually-hidden">{` ${words.clear.what}`}</span>
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

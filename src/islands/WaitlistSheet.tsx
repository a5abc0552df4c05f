import type { FormHTMLAttributes, ReactNode, Ref } from 'react'
import words from 'words:forms/waitlist'
import type { Form } from '#forms/form.ts'
import { sayWhat } from '../text/fill-in.ts'
import { FormField } from './form/FormField.tsx'
import { Honeypot } from './form/Honeypot.tsx'
import { WithLinks } from './form/WithLinks.tsx'

type Props = {
  form: Form
  id: string
  slug: string
  app: string
  isOnVermilion?: boolean | undefined
  errors: Readonly<Record<string, string>>
  /** What was typed before, in the page of a refused form. */
  typed?: Readonly<Record<string, unknown>> | undefined
  isJoining?: boolean
  ref?: Ref<HTMLFormElement>
  /** The line of answer. */
  children?: ReactNode
} & Pick<FormHTMLAttributes<HTMLFormElement>, 'onInput' | 'onSubmit'>

/** A waitlist's form. A browser sends it by itself where no script runs. */
export function WaitlistSheet({ form, id, slug, app, errors, typed, ...more }: Props) {
  const { isOnVermilion, isJoining = false, children, ...props } = more
  const fields = Object.entries(form.fields).filter(([, { control }]) => control !== 'none')
  const consent = words.consent.map((part) =>
    typeof part === 'string' ? sayWhat(part, { app }) : part,
  )
  return (
    <form
      {...props}
      className="waitlist"
      id={id}
      method="post"
      action={`/api/forms/${form.name}`}
      noValidate
      data-draft={`draft ${slug} ${id}`}
    >
      {fields.map(([name, field]) => (
        <FormField
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={field}
          words={words}
          typed={typed?.[name]}
          error={errors[name]}
        />
      ))}
      <input type="hidden" name="source" value="landing" />
      <input type="hidden" name="projectSlug" value={slug} />
      <Honeypot />
      <button
        type="submit"
        className={`button ${isOnVermilion ? 'solid' : 'primary'}`}
        disabled={isJoining}
        aria-busy={isJoining || undefined}
      >
        {isJoining ? words.submit.busy : words.submit.label}
      </button>
      <div role="status">{children}</div>
      <p className="soft consent">
        <WithLinks text={consent} />
      </p>
      <p className="notice bad load-failed">
        {sayWhat(words.loadFailed, { button: words.submit.label })}
      </p>
    </form>
  )
}

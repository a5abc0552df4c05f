import { useMemo, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import all from 'words:forms/all-forms'
import words from 'words:forms/waitlist'
import type { Form } from '#forms/form.ts'
import type { FieldErrors } from '#forms/judging/check.ts'
import { waitlistFor } from '#forms/waitlist.ts'
import { ApiError } from '../api/call.ts'
import { FormBoundary } from './form/FormBoundary.tsx'
import { sayIfOutdated, useSending } from './sending/use-sending.ts'
import { WaitlistSheet } from './WaitlistSheet.tsx'

type Props = {
  /** Its anchor: an app's page has the form twice. */
  id: string
  slug: string
  app: string
  isOnVermilion?: boolean
}

const kinds = { joined: 'good', duplicate: 'warning', failed: 'bad' }

/** The form of an app's waitlist: an email address, an optional name, and one line of answer. */
export const WaitlistForm = (props: Props) => (
  <FormBoundary of={`#${props.id}`} stopped={words.stopped}>
    <OpenForm {...props} />
  </FormBoundary>
)

function OpenForm({ slug, app, ...props }: Props) {
  const form = useMemo(() => waitlistFor([{ slug, name: app }]), [slug, app])
  const { element, result, errors, isJoining, edit, submit } = useWaitlist(form)
  return (
    <WaitlistSheet
      {...props}
      ref={element}
      form={form}
      slug={slug}
      app={app}
      errors={errors}
      isJoining={isJoining}
      onInput={edit}
      onSubmit={(event) => void submit(event)}
    >
      {result && (
        <p className={`notice ${kinds[result.answer]}`}>
          {words.answers[result.answer]} {result.isChanged && all.meanwhile}
        </p>
      )}
    </WaitlistSheet>
  )
}

type JoinResult = {
  answer: 'joined' | 'duplicate' | 'failed'
  /** Something was typed while the address was being sent, and is still in the form. */
  isChanged?: boolean
}

/** The state of a waitlist's small form. The browser's own messages are used for its fields. */
function useWaitlist(form: Form) {
  const sending = useSending(form)
  const [isJoining, setIsJoining] = useState(false)
  const [result, setResult] = useState<JoinResult>()
  const [errors, setErrors] = useState<FieldErrors>({})

  const edit = (event: { currentTarget: HTMLFormElement }) => {
    sending.keep(event.currentTarget)
    setErrors({})
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isJoining) return
    const from = event.currentTarget
    const { answers, errors: ours } = sending.read(from)
    setResult(undefined)
    const wrong = wrongFields(from, ours)
    if (!answers || Object.keys(wrong).length > 0) {
      flushSync(() => setErrors(wrong))
      from.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    setIsJoining(true)
    try {
      const { duplicate, isChanged } = await sending.send(from, answers, () => {})
      setResult({ answer: duplicate ? 'duplicate' : 'joined', isChanged })
    } catch (error) {
      const isLimited = error instanceof ApiError && error.status === 429
      const isSaid = await sayIfOutdated(form, from, error)
      if (!isSaid) setResult({ answer: isLimited ? 'duplicate' : 'failed' })
    } finally {
      flushSync(() => setIsJoining(false))
      // The button lost the focus while it was disabled.
      if (document.activeElement === document.body)
        from.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
    }
  }

  return { element: sending.element, result, errors, isJoining, edit, submit }
}

/** The browser's errors in its own words, and ours: an address must pass both checks. */
function wrongFields(element: HTMLFormElement, ours: FieldErrors = {}): FieldErrors {
  const invalid = element.querySelectorAll<HTMLInputElement>('input:invalid')
  const theirs = [...invalid].map(({ name, validationMessage }) => [name, validationMessage])
  return { ...ours, ...(Object.fromEntries(theirs) as FieldErrors) }
}

import { useMemo } from 'react'
import { waitlistFor } from '#forms/waitlist.ts'
import { Boundary } from '../boundary/Boundary.tsx'
import { Failed } from '../boundary/Failed.tsx'
import { FormField } from './form/FormField.tsx'
import { Honeypot } from './form/Honeypot.tsx'
import { useWaitlist, type JoinResult } from './form/use-waitlist.ts'

type Props = {
  /** Its anchor: an app's page has the form twice. */
  id: string
  slug: string
  app: string
  isOnVermilion?: boolean
  minimumAge: number
  fallbackEmail: string
}

const notices: Record<Exclude<JoinResult, 'idle'>, { kind: string; words: string }> = {
  joined: { kind: 'good', words: 'You’re on the list.' },
  duplicate: { kind: 'warning', words: 'You’re already on the list.' },
  failed: { kind: 'bad', words: 'Something went wrong. Try again.' },
}

/** The form of an app's waitlist: an e-mail address, an optional name, and one line of answer. */
export const WaitlistForm = (props: Props) => (
  <Boundary
    fallback={
      <Failed>
        This form stopped working. What you typed is kept: reload the page to go on, or write to{' '}
        {props.fallbackEmail}.
      </Failed>
    }
  >
    <OpenForm {...props} />
  </Boundary>
)

function OpenForm(props: Props) {
  const { id, slug, app, isOnVermilion = false, minimumAge, fallbackEmail } = props
  const form = useMemo(() => waitlistFor([{ slug, name: app }]), [slug, app])
  const { element, result, errors, isJoining, edit, submit } = useWaitlist(form)
  const notice = result !== 'idle' && notices[result]
  const { email, name } = form.fields
  return (
    <form
      ref={element}
      className="waitlist"
      id={id}
      method="post"
      action={`/api/forms/${form.name}`}
      noValidate
      data-draft={`draft ${slug} ${id}`}
      onInput={edit}
      onSubmit={(event) => void submit(event)}
    >
      {email && <FormField id={`${id}-email`} name="email" field={email} error={errors['email']} />}
      {name && <FormField id={`${id}-name`} name="name" field={name} error={errors['name']} />}
      <input type="hidden" name="source" value="landing" />
      <input type="hidden" name="projectSlug" value={slug} />
      <Honeypot />
      <button
        type="submit"
        className={`button ${isOnVermilion ? 'solid' : 'primary'}`}
        disabled={isJoining}
        aria-busy={isJoining || undefined}
      >
        {isJoining ? 'Joining…' : 'Join the waitlist'}
      </button>
      <div role="status">{notice && <p className={`notice ${notice.kind}`}>{notice.words}</p>}</div>
      <p className="note consent">
        By joining you confirm that you are {minimumAge} or over and agree that we email you when{' '}
        {app} is out, as our <a href="/privacy-policy">Privacy Policy</a> says.
      </p>
      <p className="notice bad" data-load-failed>
        The form could not load. Check your connection and press “Join the waitlist” again.
      </p>
      <p className="notice warning" data-no-script>
        Joining needs JavaScript. Write to{' '}
        <a href={`mailto:${fallbackEmail}?subject=Waitlist: ${app}`}>{fallbackEmail}</a> instead.
      </p>
    </form>
  )
}

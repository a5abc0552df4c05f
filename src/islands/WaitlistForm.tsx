import { useMemo } from 'react'
import { waitlistFor } from '#forms/waitlist.ts'
import { FormField } from './form/FormField.tsx'
import { Honeypot } from './form/Honeypot.tsx'
import { useWaitlist, type JoinResult } from './form/use-waitlist.ts'

type Props = {
  /** Its anchor: an app's page has the form twice. */
  id: string
  slug: string
  app: string
  isOnVermilion?: boolean
  fallbackEmail: string
}

const notices: Record<Exclude<JoinResult, 'idle'>, { kind: string; words: string }> = {
  joined: { kind: 'good', words: 'You’re on the list.' },
  duplicate: { kind: 'warning', words: 'You’re already on the list.' },
  failed: { kind: 'bad', words: 'Something went wrong. Try again.' },
}

/** The way onto an app's waitlist: an address, a name if one likes, and one line of answer. */
export function WaitlistForm({ id, slug, app, isOnVermilion = false, fallbackEmail }: Props) {
  const form = useMemo(() => waitlistFor([{ slug, name: app }]), [slug, app])
  const { element, result, isJoining, edit, submit } = useWaitlist(form)
  const notice = result !== 'idle' && notices[result]
  const { email, name } = form.fields
  return (
    <form
      ref={element}
      className="waitlist"
      id={id}
      method="post"
      action={`/api/forms/${form.name}`}
      data-draft={`draft ${slug} ${id}`}
      onInput={edit}
      onSubmit={(event) => void submit(event)}
    >
      {email && <FormField id={`${id}-email`} name="email" field={email} error={undefined} />}
      {name && <FormField id={`${id}-name`} name="name" field={name} error={undefined} />}
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
      <p className="notice bad" data-load-failed>
        The form could not load. Check your connection and try again.
      </p>
      <p className="notice warning" data-no-script>
        Joining needs JavaScript. Write to {fallbackEmail} instead.
      </p>
    </form>
  )
}

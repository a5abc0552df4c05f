import { useMemo } from 'react'
import all from 'words:forms/all-forms'
import words from 'words:forms/waitlist'
import { waitlistFor } from '#forms/waitlist.ts'
import { sayWhat } from '../text/fill-in.ts'
import { Boundary, Failed } from '../boundary/Boundary.tsx'
import { FormField } from './form/FormField.tsx'
import { Honeypot } from './form/Honeypot.tsx'
import { useWaitlist } from './form/use-waitlist.ts'
import { WithLinks } from './form/WithLinks.tsx'

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
  <Boundary fallback={<Failed reload={all.reload}>{words.stopped}</Failed>}>
    <OpenForm {...props} />
  </Boundary>
)

function OpenForm({ id, slug, app, isOnVermilion }: Props) {
  const form = useMemo(() => waitlistFor([{ slug, name: app }]), [slug, app])
  const { element, result, errors, isJoining, edit, submit } = useWaitlist(form)
  const fields = Object.entries(form.fields).filter(([, { control }]) => control !== 'none')
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
      {fields.map(([name, field]) => (
        <FormField
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={field}
          words={words}
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
      <div role="status">
        {result !== 'idle' && <p className={`notice ${kinds[result]}`}>{words.answers[result]}</p>}
      </div>
      <p className="note consent">
        <WithLinks text={words.consent} about={{ app }} />
      </p>
      <p className="notice bad" data-load-failed>
        {sayWhat(words.loadFailed, { button: words.submit.label })}
      </p>
      <p className="notice warning" data-no-script>
        <WithLinks text={words.noScript} about={{ app: encodeURIComponent(app) }} />
      </p>
    </form>
  )
}

import { useMemo } from 'react'
import all from 'words:forms/all-forms'
import words from 'words:forms/waitlist'
import { waitlistFor } from '#forms/waitlist.ts'
import { Boundary, Failed } from '../boundary/Boundary.tsx'
import { LastForm } from './form/LastForm.tsx'
import { useWaitlist } from './form/use-waitlist.ts'
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
  <Boundary
    fallback={
      <>
        <Failed reload={all.reload}>{words.stopped}</Failed>
        <LastForm of={`#${props.id}`} />
      </>
    }
  >
    <OpenForm {...props} />
  </Boundary>
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

import { useState } from 'react'
import { dayInName, exportAddress, joinParts, saveFile, type ExportStep } from '../../api/files.ts'
import { $counts, type ListQuery, projectNameOf, type RecordSource } from '../../api/lists.ts'
import { useCall } from '../../api/use-request.ts'
import { Button } from '../../parts/Controls.tsx'
import { FILE_UNREAD, Waits } from '../../parts/Waits.tsx'
import { useStore } from '../../parts/use-store.ts'

/** `isWaiting`: what is asked for is not shown yet. */
export type Props = { source: RecordSource; query: ListQuery; isWaiting?: boolean | undefined }

/** Files of what is shown: a narrowed list, a form's, or a waitlist's own and all of them. */
export function Exports({ source, query, isWaiting }: Props) {
  const { form, project } = source
  const { search, sort, status, isHeld } = query
  const name = projectNameOf(source, useStore($counts))
  const narrowed = [project, status, isHeld && 'held', search && 'found'].filter(Boolean)
  const shown = {
    source,
    query: { search, sort, status, isHeld },
    file: `${[form.name, ...narrowed, dayInName()].join('-')}.csv`,
    isWaiting,
  }
  const all = { source: { form }, query: { sort }, file: `${form.collection}.csv` }
  if (search ?? status ?? isHeld) return <ExportLink {...shown} label="Export these as CSV" />
  if (!project) return <ExportLink {...all} label="Export CSV" />
  return (
    <>
      <ExportLink {...shown} label={`Export ${name}`} />
      <ExportLink {...all} label="Export all CSV" />
    </>
  )
}

/** Saves all pages of a list as one file, and shows the progress. */
function ExportLink({ file, label, ...props }: Props & { file: string; label: string }) {
  const { source, query, isWaiting = false } = props
  const [step, setStep] = useState<ExportStep>()
  const { isBusy, failure, run } = useCall('The export failed, and no file was saved.')

  const address = exportAddress(source, query)
  const save = async () => saveFile(await joinParts(address, setStep, query.search), file)
  const press = isWaiting ? undefined : () => run(save)

  return (
    <>
      {query.search ? (
        // The words of a search stand in no address.
        <Button isBusy={isBusy} onPress={press}>
          {label}
        </Button>
      ) : (
        <a
          className="button small"
          href={address}
          aria-disabled={isBusy || isWaiting || undefined}
          onClick={(event) => {
            event.preventDefault()
            void press?.()
          }}
        >
          {label}
        </a>
      )}
      {isBusy && step && <Step {...step} />}
      {failure && (
        <span className="failed" role="alert">
          {failure.words} {wayOn[failure.cause]}
        </span>
      )}
    </>
  )
}

const Step = ({ part, waiting }: ExportStep) =>
  (waiting ?? part > 1) && (
    <div className="export-step">
      <Waits words={waiting ? FILE_UNREAD : `Reading part ${part}…`} waiting={waiting} then="" />
    </div>
  )

const wayOn = {
  session: 'Your session has ended. Sign in, then try again.',
  connection: 'Check your connection, and try again.',
  other: 'Try again.',
} as const

import { useState } from 'react'
import type { ListQuery } from '../../api/admin-api.ts'
import { exportAddress, exportFile, type ExportStep } from '../../api/export.ts'
import type { RecordSource } from '../../api/lists.ts'
import { useCall } from '../../api/use-call.ts'
import { BusyButton } from '../../parts/BusyButton.tsx'
import { saveFile } from '../../parts/Download.tsx'

type Props = { source: RecordSource; query: ListQuery }

/** Saves all pages of the list as one file, and shows the progress. */
export function ExportLink({ source, query }: Props) {
  const { form } = source
  const [step, setStep] = useState<ExportStep>()
  const { isBusy, failure, run } = useCall('The export failed, and no file was saved.')
  const { search, sort, status, isHeld } = query
  const shown = { search, sort, status, isHeld }
  const isNarrowed = Boolean(search ?? status ?? isHeld)
  // Without a search the file of a waitlist holds all projects.
  const asked = form.splitBy && !isNarrowed ? { form } : source
  const whole = form.splitBy ? 'Export all CSV' : 'Export CSV'
  const label = isNarrowed ? 'Export these as CSV' : whole

  const save = async () =>
    saveFile(await exportFile(asked, shown, setStep), `${form.collection}.csv`)

  return (
    <>
      {search ? (
        // The words of a search stand in no address.
        <BusyButton isBusy={isBusy} onPress={() => run(save)}>
          {label}
        </BusyButton>
      ) : (
        <a
          className="button small"
          href={exportAddress(asked, shown)}
          aria-disabled={isBusy || undefined}
          onClick={(event) => {
            event.preventDefault()
            void run(save)
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

/** The progress of a long file. */
function Step({ part, waiting }: ExportStep) {
  if (!waiting) return part > 1 && <span role="status">Reading part {part}…</span>
  return (
    <>
      <span role="status">
        Some records cannot be read yet. The file is saved as soon as they can.
      </span>
      {waiting !== 'unknown' && (
        <span className="tabular soft">
          {waiting.done.toLocaleString()} of {waiting.of.toLocaleString()} records read so far.
        </span>
      )}
    </>
  )
}

const wayOn = {
  session: 'Your session has ended. Sign in, then try again.',
  connection: 'Check your connection, and try again.',
  other: 'Try again.',
} as const

import { useId, useState } from 'react'
import { exportPerson } from '../api/people.ts'
import { failureOf, type Failure } from '../api/failure.ts'
import { useOnRetry } from '../api/use-on-retry.ts'
import { usePatience } from '../api/waiting/use-patience.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Problem } from '../parts/Problem.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Waits } from '../parts/waiting/Waits.tsx'
import { closePerson } from '../route/navigation.ts'
import { ErasePerson } from './ErasePerson.tsx'
import { PersonRecords } from './PersonRecords.tsx'
import { useWholePerson } from './use-person.ts'

type Props = { address: string; onErased: () => void }

/** Everything that one person has sent, to be read, taken along or erased. */
export function PersonDialog({ address, onErased }: Props) {
  const id = useId()
  const { result, failure, isLoading, waiting, reload } = useWholePerson(address)
  const exporting = usePatience()
  const [isAsking, setIsAsking] = useState(false)
  const [exported, setExported] = useState<Failure | 'busy'>()
  const total = result?.total ?? 0
  const hasFailed = exported !== undefined && exported !== 'busy'
  useOnRetry(hasFailed, () => setExported(undefined))

  async function save() {
    setExported('busy')
    try {
      saveFile(await exporting.ask(() => exportPerson(address)), 'person.json')
      setExported(undefined)
    } catch (error) {
      setExported(failureOf(error, 'The export failed, and no file was saved'))
    }
  }

  return (
    <Dialog labelledBy={id} className="person" onClose={closePerson}>
      <div className="dialog-body">
        <div className="detail-head">
          <h2 id={id} className="h3">
            Everything from <bdi>{address}</bdi>
          </h2>
          <button type="button" className="close" aria-label="Close" onClick={closePerson} />
        </div>
        {isLoading && (!result || waiting) && (
          <Waits words="Looking in every list…" waiting={waiting} then="It goes on by itself." />
        )}
        {failure && (
          <Problem failure={failure} isRetried help={{ label: 'Retry', onPress: reload }} />
        )}
        {result && <PersonRecords items={result.items} />}
        {result && total > 0 && (
          <div className="row">
            <button
              type="button"
              className="button small"
              data-focus
              aria-busy={exported === 'busy' || undefined}
              onClick={() => exported !== 'busy' && void save()}
            >
              Export all of it
            </button>
            <button type="button" className="button small danger" onClick={() => setIsAsking(true)}>
              Erase all {total}
            </button>
          </div>
        )}
        {exporting.waiting && (
          <Waits
            words="Not all can be read yet: the file is saved as soon as it can."
            waiting={exporting.waiting}
            then="It goes on by itself while this stays open."
          />
        )}
        {hasFailed && <Problem failure={exported} />}
      </div>
      {isAsking && total > 0 && (
        <ErasePerson
          address={address}
          total={total}
          onErased={onErased}
          onOtherTotal={reload}
          onKeep={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  )
}

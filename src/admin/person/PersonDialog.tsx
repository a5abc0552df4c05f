import { useId, useState } from 'react'
import type { PersonRecord } from '#api/admin-contract.ts'
import { previewOf } from '../api/inbox-record.ts'
import { sourceOf, type RecordSource } from '../api/lists.ts'
import { readRecord } from '../api/one-record.ts'
import { useCall, useOnRetry, useRequest } from '../api/use-request.ts'
import { exportPerson, findPerson } from '../api/people.ts'
import { usePatience } from '../api/waiting.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { saveFile } from '../parts/Download.tsx'
import { Problem, Waits } from '../parts/Request.tsx'
import { display, Due } from '../parts/display.tsx'
import { closePerson } from '../route/navigation.ts'
import { RouteLink } from '../route/RouteLink.tsx'
import type { DashboardRoute } from '../route/route.ts'
import { ErasePerson } from './ErasePerson.tsx'

type Props = { address: string; onErased: () => void }

/** All records of one person, to read, export or erase. */
export function PersonDialog({ address, onErased }: Props) {
  const id = useId()
  const { ask, waiting } = usePatience()
  const { result, failure, isLoading, reload } = useRequest(`person ${address}`, () =>
    ask(() => findPerson(address)),
  )
  const exporting = usePatience()
  const [isAsking, setIsAsking] = useState(false)
  const saving = useCall('The export failed, and no file was saved')
  const total = result?.total ?? 0
  useOnRetry(saving.failure !== undefined, saving.forget)

  const save = async () => saveFile(await exporting.ask(() => exportPerson(address)), 'person.json')

  return (
    <Dialog labelledBy={id} className="person" onClose={closePerson}>
      <div className="dialog-body">
        <div className="detail-head">
          <h2 id={id} className="h3">
            Everything from <bdi>{address}</bdi>
          </h2>
          <Button look="close" aria-label="Close" onPress={closePerson} />
        </div>
        {isLoading && (!result || waiting) && (
          <Waits
            words="Looking in every list…"
            waiting={waiting}
            then="This continues on its own."
          />
        )}
        {failure && <Problem failure={failure} onRetry={reload} />}
        {result && <PersonRecords items={result.items} />}
        {result && total > 0 && (
          <div className="row">
            <Button
              data-focus
              aria-busy={saving.isBusy || undefined}
              onPress={() => saving.run(save)}
            >
              Export everything
            </Button>
            <Button look="button small danger" onPress={() => setIsAsking(true)}>
              Erase all {total}
            </Button>
          </div>
        )}
        {exporting.waiting && (
          <Waits
            words="Some records cannot be read yet. The file is saved as soon as they can."
            waiting={exporting.waiting}
            then="Leave this open: it continues on its own."
          />
        )}
        {saving.failure && <Problem failure={saving.failure} />}
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

/** A link to each record, with its form and time. */
function PersonRecords({ items }: { items: readonly PersonRecord[] }) {
  if (items.length === 0)
    return <p className="soft">Nothing from this person is stored any more.</p>
  return (
    <ul className="person-records">
      {items.map((item) => {
        const source = sourceOf(item)
        return (
          <li key={item.id}>
            <RouteLink to={routeOf(item, source?.form.name)}>
              {[source?.form.noun ?? item.collection, item.projectSlug].filter(Boolean).join(', ')}
            </RouteLink>
            {item.held && <span className="note">held</span>}
            <span className="soft">{display(item.createdAt)}</span>
            {source && <Gist source={source} item={item} />}
          </li>
        )
      })}
    </ul>
  )
}

/** How it begins, and whether it was answered. */
function Gist({ source, item: { id, held } }: { source: RecordSource; item: PersonRecord }) {
  const { result } = useRequest(id, () => readRecord(source, id, held))
  return (
    <span className="gist">
      {result?.state && <Due state={result.state} />}
      <span className="preview" dir="auto">
        {result && previewOf(source.form, result)}
      </span>
    </span>
  )
}

const routeOf = ({ id, projectSlug, held }: PersonRecord, tab?: string): DashboardRoute => ({
  tab,
  project: projectSlug,
  held: held ? 'yes' : undefined,
  record: id,
  // Closing it leads back here.
  cameFromList: true,
})

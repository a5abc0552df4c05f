import { useState } from 'react'
import type { PersonRecord } from '#api/admin-contract.ts'
import { dayInName, saveFile } from '../api/files.ts'
import { usePatience } from '../api/patience.ts'
import { previewOf, shortAnswers } from '../api/inbox-record.ts'
import { $counts, projectNameOf, sourceOf } from '../api/lists.ts'
import { readRecord } from '../api/one-record.ts'
import { exportPerson, findPerson } from '../api/people.ts'
import { useCall, useRequest } from '../api/use-request.ts'
import { Button } from '../parts/Controls.tsx'
import { TitledDialog } from '../parts/Dialog.tsx'
import { Problem } from '../parts/Request.tsx'
import { FILE_UNREAD, LEAVE_OPEN, Waits } from '../parts/Waits.tsx'
import { dateOrText, Due } from '../parts/display.tsx'
import { linkKeys, useKeys } from '../parts/use-keys.ts'
import { useStore } from '../parts/use-store.ts'
import { RouteLink } from '../route/RouteLink.tsx'
import { showPerson } from '../route/navigation.ts'
import { ErasePerson } from './ErasePerson.tsx'

type Props = { address: string; onErased: (words: string, ids: readonly string[]) => void }

export function PersonDialog({ address, onErased }: Props) {
  const { ask, waiting } = usePatience()
  const { result, failure, isLoading, reload } = useRequest(`person ${address}`, () =>
    ask(() => findPerson(address)),
  )
  const exporting = usePatience()
  const [isAsking, setIsAsking] = useState(false)
  const saving = useCall('The export failed, and no file was saved')
  const total = result?.total ?? 0
  useKeys(linkKeys('.person-records a'), 2)
  const save = async () =>
    saveFile(await exporting.ask(() => exportPerson(address)), `person-${dayInName()}.json`)
  return (
    <TitledDialog
      heading={
        <>
          Everything from <bdi>{address}</bdi>
        </>
      }
      hasCross
      className="person"
      onClose={() => showPerson(false)}
    >
      {isLoading && (!result || waiting) && (
        <Waits words="Looking in every list…" waiting={waiting} then="This continues on its own." />
      )}
      {failure && <Problem failure={failure} onRetry={reload} />}
      {result?.items.length === 0 && (
        <p className="soft">Nothing from this person is stored any more.</p>
      )}
      {result && result.items.length > 0 && (
        <ul className="person-records">
          {result.items.map((item) => (
            <OneRecord key={item.id} {...item} />
          ))}
        </ul>
      )}
      {total > 0 && (
        <div className="row">
          <Button data-focus isBusy={saving.isBusy} onPress={() => saving.run(save)}>
            Export everything
          </Button>
          {/* Not before the file is saved. */}
          <Button
            look="button danger"
            onPress={saving.isBusy ? undefined : () => setIsAsking(true)}
          >
            Erase all {total}
          </Button>
        </div>
      )}
      {exporting.waiting && (
        <Waits words={FILE_UNREAD} waiting={exporting.waiting} then={LEAVE_OPEN} />
      )}
      {saving.failure && <Problem failure={saving.failure} />}
      {isAsking && total > 0 && (
        <ErasePerson
          address={address}
          total={total}
          onErased={(words) => onErased(words, result?.items.map(({ id }) => id) ?? [])}
          onOtherTotal={reload}
          onKeep={() => setIsAsking(false)}
        />
      )}
    </TitledDialog>
  )
}

/** What it is, how it begins, and whether it was answered. */
function OneRecord({ id, held, createdAt, ...address }: PersonRecord) {
  const known = useStore($counts)
  const source = sourceOf(address)
  const { result } = useRequest(id, async () => source && readRecord(source, id, held))
  const kind = [source?.form.noun ?? address.collection, source && projectNameOf(source, known)]
  const gist = source &&
    result && [shortAnswers(source.form, result), previewOf(source.form, result)]
  return (
    <li className="row">
      <RouteLink
        to={{
          tab: source?.form.name,
          project: address.projectSlug,
          held: held ? 'yes' : undefined,
          record: id,
          // Closing it leads back here.
          cameFromList: true,
        }}
      >
        {kind.filter(Boolean).join(', ')}
      </RouteLink>
      {held && <span className="note">held</span>}
      <span className="soft">{dateOrText(createdAt)}</span>
      {source && (
        <span className="gist">
          {result?.state && <Due state={result.state} />}
          <span className="preview" dir="auto">
            {gist?.filter(Boolean).join(' – ')}
          </span>
        </span>
      )}
    </li>
  )
}

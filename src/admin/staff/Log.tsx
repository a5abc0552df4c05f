import { type Dispatch, type SetStateAction, useState } from 'react'
import type { LogAnswer, LogItem, StaffAnswer } from '#api/admin-contract.ts'
import { createdAtOf, referenceOf } from '#api/record-id.ts'
import { forms } from '#forms/index.ts'
import { callAdmin } from '../api/call-admin.ts'
import { joinParts, saveFile } from '../api/files.ts'
import { useCall, useRequest } from '../api/use-request.ts'
import { Button } from '../parts/Controls.tsx'
import { dateOrText, local } from '../parts/display.tsx'
import { Said } from '../parts/Notice.tsx'
import { Loading, Problem } from '../parts/Request.tsx'
import { linkKeys, useKeys } from '../parts/use-keys.ts'
import { RouteLink } from '../route/RouteLink.tsx'
import { goTo, useRoute } from '../route/route.ts'

const EVERYBODY = 'Everybody'
const EMERGENCY = { id: 'emergency', name: 'Emergency password' }

type Actor = LogItem['who']
/** By the id of a person. */
type Names = ReadonlyMap<string, string>

/** Others than people have an id without a time. */
const isPerson = (id: string) => /^\d/.test(id)

/** All but the newest of namesakes have the time of their invitation, which is in their ids. */
function namesOf(actors: readonly Actor[]): Names {
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  const isOlder = ([id, name]: [string, string]) =>
    isPerson(id) && [...names].some(([other, same]) => same === name && other < id)
  return new Map(
    [...names].map((one) => {
      const [id, name] = one
      return [id, isOlder(one) ? `${name}, invited ${local.format(createdAtOf(id))}` : name]
    }),
  )
}

export function Log() {
  const { tab, person = '' } = useRoute()
  const people = useRequest('staff', () => callAdmin<StaffAnswer>('staff', 'GET'))
  const exporting = useCall('The export failed, and no file was saved')
  const address = `/api/admin/log.csv${person && `?person=${person}`}`
  useKeys(linkKeys('.log a'))
  // A person who was removed is named by the acts that were read.
  const [actors, setActors] = useState<Actor[]>([])
  const names = namesOf([...(people.result?.items ?? []), ...actors, EMERGENCY])
  const whose = person === '' ? EVERYBODY : (names.get(person) ?? EMERGENCY.name)
  const save = async () => saveFile(await joinParts(address), 'log.csv')
  return (
    <section aria-labelledby="log">
      <div className="row panel-head">
        <h2 id="log">Log</h2>
        <p className="on-paper">
          {whose}, on {local.format(new Date())}
        </p>
        <div className="log-tools">
          <label htmlFor="log-person">Person</label>
          <select
            id="log-person"
            className="input"
            value={person}
            onChange={({ currentTarget: { value } }) => goTo({ tab, person: value || undefined })}
          >
            <option value="">{EVERYBODY}</option>
            {[...names].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Button isBusy={exporting.isBusy} onPress={() => exporting.run(save)}>
            Export CSV
          </Button>
        </div>
      </div>
      {exporting.failure && <Problem failure={exporting.failure} />}
      <Acts key={person} person={person} names={names} onActors={setActors} />
      <div className="list-end">
        <Said />
      </div>
    </section>
  )
}

type AboutProps = LogItem['about'] & { names: Names; isGone: boolean }

/** The record, as long as there is one, or the person. */
function About({ collection, id = '', names, isGone }: AboutProps) {
  const person = names.get(id)
  if (person) return <bdi>{person}</bdi>
  const form = forms.find((one) => one.collection === collection?.split('.')[0])
  if (!form || !collection) return [collection, id].filter(Boolean).join(' ')
  if (!id) return form.tab
  const name = `${form.noun} ${referenceOf(id)}`
  if (isGone) return name
  const project = collection.slice(form.collection.length + 1)
  return (
    <RouteLink to={{ tab: form.name, project, record: id, cameFromList: true }}>{name}</RouteLink>
  )
}

type ActsProps = { person: string; names: Names; onActors: Dispatch<SetStateAction<Actor[]>> }

function Acts({ person, names, onActors }: ActsProps) {
  async function read(cursor = '') {
    const query = new URLSearchParams({ cursor, ...(person && { person }) })
    const page = await callAdmin<LogAnswer>(`log?${query}`, 'GET')
    onActors((now) => [...now, ...page.items.map(({ who }) => who)])
    return page
  }
  const log = useRequest(`log ${person}`, () => read())
  const { isBusy, failure, run } = useCall('Request failed')
  if (log.failure) return <Problem failure={log.failure} onRetry={log.reload} />
  if (!log.result) return <Loading isView words="Loading the log…" />
  const { items, next } = log.result
  const deleted = new Set(items.filter(({ act }) => act === 'deleted').map(({ about }) => about.id))
  const readOlder = (after: string) =>
    run(async () => {
      const page = await read(after)
      log.update((now) => ({ ...page, items: [...now.items, ...page.items] }))
    })
  return (
    <>
      <div className="table-frame">
        <table className="log">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Person</th>
              <th scope="col">Act</th>
              <th scope="col">About</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, at, who, act, about }) => (
              <tr key={id}>
                <td data-head="Time">{dateOrText(at)}</td>
                <td data-head="Person">
                  <bdi>{isPerson(who.id) ? names.get(who.id) : who.name}</bdi>
                </td>
                <td data-head="Act">{act}</td>
                <td data-head="About">
                  <About {...about} names={names} isGone={deleted.has(about.id)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {items.length === 0 && next === null && <p>No records</p>}
      {failure && <Problem failure={failure} />}
      {next !== null && (
        <Button isBusy={isBusy} onPress={() => readOlder(next)}>
          Older
        </Button>
      )}
    </>
  )
}

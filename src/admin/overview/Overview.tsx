import type { ReactNode } from 'react'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { $counts, countRecords, listName, listProjects } from '../api/lists.ts'
import { useRequest } from '../api/use-request.ts'
import { loadLater, Problem, useAsOf } from '../parts/Request.tsx'
import { local } from '../parts/display.tsx'
import { useStore } from '../parts/use-store.ts'
import { goTo } from '../route/route.ts'
import { Agenda, Headline } from './Agenda.tsx'

declare module 'react' {
  /** Custom properties, with which a component hands a figure to its styles. */
  interface CSSProperties {
    '--digits'?: number
  }
}

/** It acts through the lists, which load during the check of the session. */
const NextDue = loadLater(async () => (await import('./NextDue.tsx')).NextDue, 'at once')
/** Nobody waits for it. */
const System = loadLater(async () => (await import('./System.tsx')).System)

/** Each form has a request of its own, so that one failure leaves the others. */
function useCount(form: Form) {
  const count = async () =>
    form.splitBy ? (await listProjects(form)).total : countRecords({ form })
  return { form, ...useRequest(form.name, count) }
}

/**
 * What is due, and a card for every form, with its exact number of records or, for the waitlist, of
 * projects. The list among `children` gives the open record, and is not shown itself.
 */
export function Overview({ children }: { children: ReactNode }) {
  // In the cards' order.
  const counts = [
    useCount(contact),
    useCount(investor),
    useCount(eir),
    useCount(waitlist),
    useCount(careers),
  ]
  const failed = counts.filter(({ failure }) => failure)
  const [first] = failed
  const retry = () => failed.forEach(({ reload }) => reload())
  return (
    <>
      <h2 className="visually-hidden">Overview</h2>
      <p className="on-paper">Overview on {local.format(new Date())}</p>
      <div className="only-record">{children}</div>
      <Headline />
      <NextDue />
      <Agenda />
      <ul className="count-cards">
        {counts.map((count) => (
          <li key={count.form.name}>
            <Count {...count} />
          </li>
        ))}
      </ul>
      {first?.failure && <Problem failure={first.failure} onRetry={retry} />}
      <System />
    </>
  )
}

function Count({ form, result, failure }: ReturnType<typeof useCount>) {
  // The watch may have counted it before; of when, the headline says.
  const total = useStore($counts)[listName({ form })]?.all ?? result
  const asOf = useAsOf()
  const words = form.splitBy ? `${form.tab} projects` : form.plural
  const figure = total?.toLocaleString() ?? '–'
  return (
    <button
      type="button"
      style={{ '--digits': figure.length }}
      aria-busy={(total === undefined && !failure) || undefined}
      onClick={() => goTo({ tab: form.name })}
    >
      <b>{figure}</b>
      <span className="soft">{words.charAt(0).toUpperCase() + words.slice(1)}</span>
      {failure && (total === undefined || !asOf) && <em className="note">Could not be counted</em>}
    </button>
  )
}

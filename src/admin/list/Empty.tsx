import type { ReactNode } from 'react'
import type { Form } from '#forms/form.ts'
import { STATUSES } from '#forms/statuses.ts'
import type { RecordSource } from '../api/lists.ts'
import { searchFor, showNewest } from '../route/navigation.ts'
import type { DashboardRoute } from '../route/route.ts'
import { Button } from '../parts/Button.tsx'
import { Elsewhere, FewerWords } from './Elsewhere.tsx'

type Props = { source: RecordSource; route: DashboardRoute; total: number }

/** Why the list shows no record. */
export function Empty({ source, route, total }: Props) {
  const { form } = source
  if (route.search) {
    const help = { label: 'Clear the search', onPress: () => searchFor('') }
    return (
      <Nothing heading="No match" words={`No ${form.noun} contains “${route.search}”.`} help={help}>
        <Elsewhere source={source} search={route.search} />
        <FewerWords source={source} search={route.search} />
      </Nothing>
    )
  }
  const help = { label: 'First page', onPress: showNewest }
  return total > 0 ? (
    <Nothing words="Everything on this page has been deleted or released." help={help} />
  ) : (
    <Nothing words={whyEmpty(form, route)} />
  )
}

function whyEmpty({ noun }: Form, { held, status }: DashboardRoute): string {
  if (held) return 'Nothing is held.'
  const narrowed = STATUSES.find((one) => one === status)
  if (narrowed === 'today') return `No reply is due today.`
  return narrowed ? `No ${noun} is ${narrowed}.` : `The first ${noun} will appear here.`
}

type NothingProps = {
  heading?: string
  words: string
  help?: { label: string; onPress: () => void }
  children?: ReactNode
}

/** Stands where a list would be. */
export const Nothing = ({ heading = 'No records', words, help, children }: NothingProps) => (
  <div className="empty">
    <p className="h3">{heading}</p>
    <p className="soft">{words}</p>
    {children}
    {help && <Button onPress={help.onPress}>{help.label}</Button>}
  </div>
)

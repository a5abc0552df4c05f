import { useEffect, useState } from 'react'
import { forms } from '#forms/index.ts'
import { Boundary } from '../../boundary/Boundary.tsx'
import { Failed } from '../../boundary/Failed.tsx'
import { AccountBar } from './AccountBar.tsx'
import { refresh } from '../api/admin-api.ts'
import { Foot } from './Foot.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Overview } from '../overview/Overview.tsx'
import { goTo, useRoute } from '../route/route.ts'
import { RecordsTab } from '../list/RecordsTab.tsx'
import { keepRoute } from '../session/kept-route.ts'
import { Tabs } from './Tabs.tsx'
import { WaitlistTab } from '../list/WaitlistTab.tsx'

const OVERVIEW = 'overview'

const tabs = [
  { name: OVERVIEW, label: 'Overview' },
  ...forms.map(({ name, tab }) => ({ name, label: tab })),
]

const BROKEN = 'This view stopped working. Nothing was changed or deleted by that.'

const toSignIn = () => {
  keepRoute()
  location.replace('/admin/login')
}

type Props = { studio: string }

/** The studio's side of the forms. It shows once the session is known to be alive. */
export const Dashboard = (props: Props) => (
  <Boundary fallback={<Failed>{BROKEN}</Failed>}>
    <OpenDashboard {...props} />
  </Boundary>
)

function OpenDashboard({ studio }: Props) {
  const [isSignedIn, setIsSignedIn] = useState(false)
  useEffect(() => {
    refresh().then(() => setIsSignedIn(true), toSignIn)
  }, [])
  return (
    <div className="admin">
      <AccountBar studio={studio} isSignedIn={isSignedIn} />
      <main className="measure" id="main">
        <h1 className="visually-hidden">Admin dashboard</h1>
        {isSignedIn ? <Sections /> : <Loading words="Checking your session…" />}
      </main>
      {isSignedIn && <Foot />}
    </div>
  )
}

function Sections() {
  const { tab = OVERVIEW } = useRoute()
  const form = forms.find(({ name }) => name === tab)
  const current = form ? form.name : OVERVIEW
  const Tab = form?.splitBy ? WaitlistTab : RecordsTab
  return (
    <>
      <Tabs tabs={tabs} current={current} onPick={(name) => goTo({ tab: name })} />
      <div
        className="panel"
        role="tabpanel"
        id="panel"
        tabIndex={-1}
        aria-labelledby={`tab-${current}`}
      >
        <Boundary key={current} fallback={<Failed>{BROKEN}</Failed>}>
          {form ? <Tab form={form} /> : <Overview />}
        </Boundary>
      </div>
    </>
  )
}
